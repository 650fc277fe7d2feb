import { trainModel, type TrainingResult, type TrainingSettings } from '../../models/training';
import { badInput } from '../../shared/errors';
import type { OnProgress } from '../../shared/progress';
import { entityTexts, relationTexts } from './dataset';
import { readSplit } from './splitFolder';

export interface SplitTraining {
  /** folder of a split */
  readonly split: string;
  /** file of the entities' texts */
  readonly text: string;
  /** file of the relations' texts, for models that read them */
  readonly relationText?: string;
  readonly settings: TrainingSettings;
  /** where the model goes, with its checkpoints until it is finished */
  readonly folder: string;
  /** folder of the base checkpoint */
  readonly baseEncoder: string;
  readonly onProgress: OnProgress;
  readonly onLog: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Train on a split's training triples, choosing the weights by its validation triples. The test part is not looked at:
 * neither its triples nor its entities' texts.
 *
 * @throws as {@link trainModel}
 */
export async function trainOnSplit({
  split: source,
  text,
  relationText,
  ...how
}: SplitTraining): Promise<TrainingResult> {
  const { vocabulary, parts } = await readSplit(source);
  const { train, valid } = parts;
  if (valid.triples.length === 0) throw badInput(`${source} has no triples to validate with.`);
  // Rows go by part: training's entities come first, then those of validation.
  const entityIds = vocabulary.entities.list.slice(0, train.entities.length + valid.entities.length);
  const data = {
    entityIds,
    texts: await entityTexts(text, entityIds),
    relationIds: vocabulary.relations.list,
    relationTexts: await relationTexts(relationText, vocabulary),
    triples: train.triples,
    validation: valid.triples,
  };
  return trainModel({ data, ...how });
}
