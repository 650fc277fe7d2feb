import type { z } from 'zod';

/**
 * The origins in a comma-separated list, as browsers write them. `*` is not taken: it would let every page that its
 * user visits read a server that is meant for this machine alone.
 */
export function readOrigins(list: string, context: z.RefinementCtx): string[] {
  const entries = list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries.map((entry) => {
    const isOrigin = /^https?:\/\/[^/?#@*\\]+$/i.test(entry) && URL.canParse(entry);
    if (isOrigin) return new URL(entry).origin;
    context.addIssue({
      code: 'custom',
      message: 'expected origins such as http://localhost:5173, comma-separated, without path or "*"',
    });
    return entry;
  });
}
