import { readCard } from '../../models/blp';
import { byCategory, byPlaceOfNew, bySide, type RankingFigures, reportOf } from '../../models/evaluation';
import { concat } from '../../models/triples/concat';
import { KnownTriples } from '../../models/triples/knownTriples';
import { badInput } from '../../shared/errors';
import type { OnProgress } from '../../shared/progress';
import { askedOf, type Protocol, usualProtocol } from './protocol';
import { rankLinks } from './ranking';
import { sampledTriples, sampleSizes, type SampleRequest } from './sample';
import type { TextFiles } from './dataset';
import { readSplit } from './splitFolder';
import { wasTrainedElsewhere } from './trainingData';

export interface EvaluationRequest extends SampleRequest {
  /** folder of a finished model */
  readonly model: string;
  /** folder of a split */
  readonly split: string;
  /** file of the entities' texts */
  readonly text: TextFiles;
  /** file of the relations' texts, for models that read them */
  readonly relationText?: string;
  readonly part: 'valid' | 'test';
  /** the split's usual one by default */
  readonly protocol?: Protocol;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
}

export interface EvaluationReport extends RankingFigures {
  readonly part: 'valid' | 'test';
  readonly protocol: Protocol;
  /** how many were asked about */
  readonly triples: number;
  /** how many the true one was ranked among */
  readonly candidates: number;
  /** whether it was trained on other triples than the split's training part, and so perhaps on what is asked */
  readonly trainedElsewhere: boolean;
  /** what was drawn from, where figures are over a sample; they are higher then */
  readonly sampledFrom?: { readonly triples: number; readonly candidates: number; readonly seed: number };
  readonly seconds: { readonly encoding: number; readonly ranking: number };
}

/**
 * Inductive link prediction: every entity gets its vector from its text alone, and the ends of the part's triples are
 * ranked.
 *
 * @throws BAD_INPUT for files that do not fit each other; CORRUPT_FILE; CANCELLED
 */
export async function evaluateLinkPrediction(request: EvaluationRequest): Promise<EvaluationReport> {
  const { model, part, text, relationText, onProgress, signal } = request;
  const split = await readSplit(request.split);
  const { vocabulary } = split;
  const protocol = request.protocol ?? usualProtocol(split.kind);
  const asked = askedOf(split, part, protocol);
  if (asked.triples.length === 0)
    throw badInput(`The ${part} part has no triple for the ${protocol} protocol.`);
  const { card } = readCard(request.model);
  const sample = sampleSizes(request, card.settings);
  const triples = sampledTriples(asked.triples, sample);
  const { train, valid, test } = split.parts;
  const all = concat([train.triples, valid.triples, test.triples]);
  const { rankings, seconds } = await rankLinks({
    ...{ model, text, relationText, vocabulary, kind: split.kind, triples, onProgress, signal },
    candidates: asked.candidates,
    drawn: sample.candidates,
    seed: sample.seed,
    known: new KnownTriples(all, vocabulary.entities.list.length),
  });
  const isTrained = new Set(train.entities);
  const grouped = {
    side: bySide(rankings),
    place: byPlaceOfNew(rankings, (entity) => !isTrained.has(entity)),
    // Of relations that training has none of, the category is that of the graph.
    category: byCategory(
      rankings,
      split.kind === 'unseen relations' ? all : train.triples,
      vocabulary.relations.list.length,
    ),
  };
  return {
    ...{ part, protocol },
    triples: triples.length / 3,
    candidates: Math.min(sample.candidates ?? Infinity, asked.candidates.length),
    trainedElsewhere: wasTrainedElsewhere(card, split),
    ...((sample.candidates ?? sample.triples) !== undefined && {
      sampledFrom: {
        triples: asked.triples.length / 3,
        candidates: asked.candidates.length,
        seed: sample.seed,
      },
    }),
    ...reportOf(rankings, grouped),
    seconds,
  };
}
