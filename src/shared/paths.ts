import path from 'node:path';

/** The project's root; two levels up both from `src/shared` and from `dist/shared`. */
export const projectRoot = path.resolve(__dirname, '../..');

/** Compiled JavaScript that child processes and worker threads are started from. */
export function compiled(...parts: string[]): string {
  return path.join(projectRoot, 'dist', ...parts);
}
