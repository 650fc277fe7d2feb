import path from 'node:path';
import type { ModelRecord } from '../../graph/models';
import type { ModelCard } from '../../models/blp';
import { corrupt, readCard } from '../../models/blp/modelFolder';

/** @throws CORRUPT_FILE where the folder does not hold the very model that the store knows */
export function checkedCard(folder: string, { id, sha256 }: ModelRecord): ModelCard {
  const found = readCard(folder);
  if (found.sha256 === sha256) return found.card;
  throw corrupt(path.join(folder, 'model.json'), `its SHA-256 is not the one that the store has of ${id}`);
}
