import pino from 'pino';

/**
 * Log lines go to standard error, so that standard output stays for results: JSON for collectors, or one readable
 * line for a person at a terminal. Secrets are never logged: pass ids and counts.
 */
export const log = pino(
  { level: 'info', base: { pid: process.pid } },
  { write: process.stderr.isTTY ? writeReadable : writeJson },
);

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** Settings are read after this module is loaded; whoever reads them passes the level on. */
export function setLogLevel(level: LogLevel): void {
  log.level = level;
}

function writeJson(line: string): void {
  process.stderr.write(line);
}

function writeReadable(line: string): void {
  const { level, time, pid: _pid, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  const fields = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const stack = (err as { stack?: string } | undefined)?.stack;
  const text = [clock, pino.levels.labels[Number(level)], msg, ...fields].filter(Boolean).join(' ');
  process.stderr.write(`${text}\n${stack ? `${stack}\n` : ''}`);
}
