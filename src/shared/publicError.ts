import path from 'node:path';
import { type KindredError, shortened } from './errors';

/** Of a message; those of GraphQL quote what was sent. */
const mostInMessages = 1_000;

/**
 * Message and details as anybody may read them: of a file's path only the folder, which for a model is its id, and the
 * file's name; of a folder's only its own name. Where this machine keeps its files is for its log.
 */
export function publicError({ message, details }: KindredError): Pick<KindredError, 'message' | 'details'> {
  let shown = { message, details };
  for (const [name, parts] of [
    ['file', 2],
    ['folder', 1],
  ] as const) {
    const place = details[name];
    if (typeof place !== 'string' || !path.isAbsolute(place)) continue;
    const short = place.split(path.sep).slice(-parts).join(path.sep);
    shown = {
      message: shown.message.replaceAll(place, short),
      details: { ...shown.details, [name]: short },
    };
  }
  return { ...shown, message: shortMessage(shown.message) };
}

export function shortMessage(message: string): string {
  return shortened(message, mostInMessages);
}
