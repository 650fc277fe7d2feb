import path from 'node:path';
import { type KindredError, shortened } from './errors';

/** Of a message; those of GraphQL quote what was sent. */
const mostInMessages = 1_000;

/**
 * Message and details as anybody may read them: of a file's path only the folder, which for a model is its id, and the
 * file's name. Where this machine keeps its files is for its log.
 */
export function publicError({ message, details }: KindredError): Pick<KindredError, 'message' | 'details'> {
  const { file } = details;
  if (typeof file !== 'string' || !path.isAbsolute(file)) {
    return { message: shortMessage(message), details };
  }
  const place = path.join(path.basename(path.dirname(file)), path.basename(file));
  return { message: shortMessage(message.replaceAll(file, place)), details: { ...details, file: place } };
}

export function shortMessage(message: string): string {
  return shortened(message, mostInMessages);
}
