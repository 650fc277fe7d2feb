import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/shared/paths';

const data = path.join(projectRoot, '../shared/data');

/** A file of the data sets that lie beside the project, where they do. */
export const sharedData = (...parts: string[]): string => path.join(data, ...parts);

/** Tests on the data sets; skipped where these are not there. */
export const describeSharedData: (name: string, tests: () => void) => void = existsSync(data)
  ? describe
  : describe.skip;
