import { entityFile, readEntityIds } from '../encoders/entityIds';
import { readsTexts } from '../encoders/textEncoder';
import type { ModelCard } from './modelCard';
import { checkFile } from './modelFolder';

/** Which entities a model can have a vector of: any, where it reads texts, else those of its training. */
export interface Coverage {
  covers(id: string): boolean;
  readonly size: number;
}

/**
 * @param folder the model's, with its card
 * @throws CORRUPT_FILE
 */
export function readCoverage(folder: string, card: ModelCard): Coverage {
  if (readsTexts(card.encoder)) return { covers: () => true, size: Infinity };
  checkFile(folder, card, entityFile);
  const ids = new Set(readEntityIds(folder));
  return { covers: (id) => ids.has(id), size: ids.size };
}
