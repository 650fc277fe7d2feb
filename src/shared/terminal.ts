/** SGR codes to begin and end with (ECMA-48). */
const styles = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], cyan: [36, 39] } as const;

export type Style = keyof typeof styles;
export type Paint = (style: Style, text: string) => string;

/** Where text for people goes; a pipe has neither width nor colours. */
export interface Out {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Colours on a terminal only, and never where NO_COLOR is set (no-color.org). */
export function painter(out: Out, environment: NodeJS.ProcessEnv = process.env): Paint {
  const coloured = out.isTTY === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
  if (!coloured) return (_style, text) => text;
  return (style, text) => `\u001b[${styles[style][0]}m${text}\u001b[${styles[style][1]}m`;
}

/** Columns to write in: the terminal's, 80 in a pipe. */
export function width(out: Out): number {
  return out.isTTY && out.columns ? out.columns : 80;
}

/** Columns after which text is cut: never in a pipe, where a program or a file takes it whole. */
export function cutAt(out: Out): number {
  return out.isTTY ? width(out) : Infinity;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** "1 step", "1,200 steps", "2 entities", "0 classes" */
export function counted(value: number, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}${noun.endsWith('s') ? 'es' : 's'}`;
  return `${count(value)} ${Math.round(value) === 1 ? noun : plural}`;
}

/** "mrr 0.213, loss 0.42" */
export function figures(metrics: Readonly<Record<string, number>>): string {
  const parts = Object.entries(metrics).map(([name, value]) => `${name} ${Number(value.toPrecision(3))}`);
  return parts.join(', ');
}

/** "0.4 s", "12 s", "3 min 20 s", "1 h 5 min" */
export function duration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Break a paragraph into lines of at most `columns`; a longer word stands alone. */
export function wrap(text: string, columns: number, indent = ''): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const joined = line === indent ? indent + word : `${line} ${word}`;
    if (joined.length > columns && line !== indent) {
      lines.push(line);
      line = indent + word;
    } else line = joined;
  }
  return [...lines, line].join('\n');
}

/** Cut to `columns`, with an ellipsis where something is lost. */
export function fit(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`;
}
