import { readdirSync, readFileSync } from 'node:fs';

export interface MemoryWatch {
  /** the largest sum seen, in MiB; undefined where the system does not tell (it must have /proc) */
  peak(): number | undefined;
  stop(): void;
}

/** Watch the memory of a process and all its children together. */
export function watchMemory(root = process.pid, everyMs = 2_000): MemoryWatch {
  let largest: number | undefined;
  const look = () => {
    const now = treeMemory(root);
    if (now !== undefined) largest = Math.max(largest ?? 0, now);
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return {
    peak() {
      look();
      return largest;
    },
    stop: () => clearInterval(timer),
  };
}

/** MiB of a process and those below it; a page that several share counts as one (proportional set size). */
function treeMemory(root: number): number | undefined {
  const parents = readParents();
  if (!parents) return undefined;
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || isBelow(parents.get(pid)));
  const kib = [...parents.keys()].filter(isBelow).map(proportionalSize);
  return kib.reduce((sum, size) => sum + size, 0) / 1024;
}

function readParents(): Map<number, number> | undefined {
  try {
    const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
    return new Map(pids.map((pid) => [Number(pid), parentOf(read(`/proc/${pid}/stat`))]));
  } catch {
    return undefined;
  }
}

/** The second field after the command, which stands in brackets and may hold anything. */
function parentOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function proportionalSize(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // it has ended since the folder was listed
  }
}
