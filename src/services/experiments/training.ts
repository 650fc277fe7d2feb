import { trainModel, type TrainingResult, type TrainingSettings } from '../../models/training';
import { concat } from '../../models/triples/concat';
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
  const { kind, vocabulary, parts } = await readSplit(source);
  const { train, valid } = parts;
  if (valid.triples.length === 0) throw badInput(`${source} has no triples to validate with.`);
  const { relationModel, relationEncoder } = how.settings;
  if (kind === 'unseen relations' && relationModel !== 'text-query' && relationEncoder !== 'text') {
    throw badInput(
      `${source} asks about relations that training does not see: take relationModel "text-query" or relationEncoder "text".`,
    );
  }
  // Rows go by part: what training has comes first, then what validation adds.
  const seen = concat([train.triples, valid.triples]);
  const relations = seen.reduce((most, row, i) => (i % 3 === 1 ? Math.max(most, row + 1) : most), 0);
  const entityIds = vocabulary.entities.list.slice(0, train.entities.length + valid.entities.length);
  const data = {
    entityIds,
    texts: await entityTexts(text, entityIds),
    relationIds: vocabulary.relations.list.slice(0, relations),
    relationTexts: (await relationTexts(relationText, vocabulary)).slice(0, relations),
    triples: train.triples,
    validation: valid.triples,
  };
  return trainModel({ data, ...how });
}
