import { readCard } from '../../models/blp';
import { byCategory, byPlaceOfNew, bySide, type RankingFigures, reportOf } from '../../models/evaluation';
import { concat } from '../../models/triples/concat';
import { KnownTriples } from '../../models/triples/knownTriples';
import { badInput } from '../../shared/errors';
import type { OnProgress } from '../../shared/progress';
import { askedOf, type Protocol, usualProtocol } from './protocol';
import { rankLinks } from './ranking';
import { sampledTriples, sampleSizes, type SampleRequest } from './sample';
import { readSplit } from './splitFolder';

export interface EvaluationRequest extends SampleRequest {
  /** folder of a finished model */
  readonly model: string;
  /** folder of a split */
  readonly split: string;
  /** file of the entities' texts */
  readonly text: string;
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
  /** what was drawn from, where figures are over a sample; MRR and hits are higher then, AMRR can be compared */
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
  const sample = sampleSizes(request, readCard(request.model).card.settings);
  const triples = sampledTriples(asked.triples, sample);
  const { train, valid, test } = split.parts;
  const { rankings, seconds } = await rankLinks({
    ...{ model, text, relationText, vocabulary, kind: split.kind, triples, onProgress, signal },
    candidates: asked.candidates,
    drawn: sample.candidates,
    seed: sample.seed,
    known: new KnownTriples(
      concat([train.triples, valid.triples, test.triples]),
      vocabulary.entities.list.length,
    ),
  });
  const isTrained = new Set(train.entities);
  const grouped = {
    side: bySide(rankings),
    place: byPlaceOfNew(rankings, (entity) => !isTrained.has(entity)),
    category: byCategory(rankings, train.triples, vocabulary.relations.list.length),
  };
  return {
    ...{ part, protocol },
    triples: triples.length / 3,
    candidates: Math.min(sample.candidates ?? Infinity, asked.candidates.length),
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
