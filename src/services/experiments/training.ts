import { createRelationModel } from '../../models/blp/relationModels';
import type { EncoderKind } from '../../models/encoders';
import { trainModel, type TrainingResult, type TrainingSettings } from '../../models/training';
import { concat } from '../../models/triples/concat';
import { selectTriples } from '../../models/triples/incidence';
import type { Part } from '../../models/triples/inductiveSplit';
import { badInput } from '../../shared/errors';
import { makeResultFolder } from '../../shared/files';
import type { OnProgress } from '../../shared/progress';
import { Random } from '../../shared/random';
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
  /** share of the training entities, drawn by the settings' seed, between which triples are trained on; 1 by default */
  readonly share?: number;
  /** where the model goes, with its checkpoints until it is finished */
  readonly folder: string;
  /** what an encoder of the kind starts from: a folder or a file */
  readonly baseEncoder: (kind: EncoderKind) => string;
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
  share = 1,
  baseEncoder,
  ...how
}: SplitTraining): Promise<TrainingResult> {
  makeResultFolder(how.folder); // before the files are read, which takes a while
  const { kind, vocabulary, parts } = await readSplit(source);
  const { train, valid } = parts;
  if (valid.triples.length === 0) throw badInput(`${source} has no triples to validate with.`);
  const { settings } = how;
  const readsRelations =
    createRelationModel(settings).queryOf !== 'vectors' || settings.relationEncoder === 'text';
  if (kind === 'unseen relations' && !readsRelations) {
    throw badInput(
      `${source} asks about relations that training does not see: take relationModel "text-query" or "kg-bert", or relationEncoder "text".`,
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
    triples: share === 1 ? train.triples : triplesAmong(train, share, settings.seed),
    validation: valid.triples,
  };
  return trainModel({ data, baseEncoder: baseEncoder(settings.encoder), ...how });
}

/** The triples between a share of the entities. Of two shares by one seed the smaller is part of the larger. */
function triplesAmong({ entities, triples }: Part, share: number, seed: number): Int32Array {
  const order = Random.of(seed, 'training entities').shuffle(entities.slice());
  const kept = new Set(order.subarray(0, Math.round(share * order.length)));
  const numbers = Array.from({ length: triples.length / 3 }, (_, i) => i);
  return selectTriples(
    triples,
    numbers.filter((i) => kept.has(triples[i * 3]!) && kept.has(triples[i * 3 + 2]!)),
  );
}
