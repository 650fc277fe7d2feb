import { checkWritable, writeFileAtomically } from '../shared/files';

/**
 * Where `--report` takes all figures as JSON; nowhere when it is not given.
 *
 * @throws BAD_INPUT at once, before any work, when the file could not be written
 */
export function reportFile(file: string | undefined): (report: unknown) => void {
  if (file === undefined) return () => undefined;
  checkWritable(file, '--report');
  return (report) => writeFileAtomically(file, `${JSON.stringify(report, null, 2)}\n`);
}
