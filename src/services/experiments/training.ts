import { createRelationModel } from '../../models/blp/relationModels';
import type { EncoderKind } from '../../models/encoders';
import { trainModel, type TrainingResult, type TrainingSettings } from '../../models/training';
import { badInput } from '../../shared/errors';
import { makeResultFolder } from '../../shared/files';
import { alone } from '../../shared/folderLock';
import type { OnProgress } from '../../shared/progress';
import type { TextFiles } from './dataset';
import { readSplit } from './splitFolder';
import { trainingData } from './trainingData';

export interface SplitTraining {
  /** folder of a split */
  readonly split: string;
  /** file of the entities' texts */
  readonly text: TextFiles;
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
 * @throws as {@link trainModel}; CONFLICT while another training goes to the same folder
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
  const split = await readSplit(source);
  if (split.parts.valid.triples.length === 0) throw badInput(`${source} has no triples to validate with.`);
  const { settings } = how;
  const readsRelations =
    createRelationModel(settings).queryOf !== 'vectors' || settings.relationEncoder === 'text';
  if (split.kind === 'unseen relations' && !readsRelations) {
    throw badInput(
      `${source} asks about relations that training does not see: take relationModel "text-query" or "kg-bert", or relationEncoder "text".`,
    );
  }
  const data = await trainingData({ split, text, relationText, share, seed: settings.seed });
  return alone(how.folder, 'training', () =>
    trainModel({ data, baseEncoder: baseEncoder(settings.encoder), ...how }),
  );
}
