import { checkReadable } from '../../shared/files';

/**
 * Whether all files can be read: asked before anything is started that takes its time.
 *
 * @throws BAD_INPUT naming the first that cannot
 */
export function checkTsvFiles(files: readonly (string | undefined)[]): void {
  for (const file of files) {
    if (file !== undefined) checkReadable(file, 'Give the path of a tab-separated text file.');
  }
}
