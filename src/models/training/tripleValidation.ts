import { allFinite } from '../../shared/vectors';
import { encodeTokens, type Weights } from '../encoders';
import { type Choice, rankSampled, sampledCandidates, triplesOf } from '../evaluation';
import { tripleTokens } from './tokens';
import { metricsOf, type Validates, type ValidationMetrics, type ValidationTask } from './validation';

/**
 * As `Validation`, where every candidate is read with its question: each question has a sample of candidates of its own,
 * always the same.
 */
export class TripleValidation implements Validates {
  constructor(private readonly task: ValidationTask) {}

  async measure(weights: Weights): Promise<ValidationMetrics | undefined> {
    const { encoder, tokens, triples, known, candidates: count, seed } = this.task;
    const pool = Int32Array.from(tokens.entities.keys());
    const found = { finite: true };
    const scoresOf = async (choices: readonly Choice[]): Promise<Float32Array> => {
      const scores = await encodeTokens(encoder, weights, tripleTokens(encoder, tokens, triplesOf(choices)));
      found.finite &&= allFinite(scores);
      return found.finite ? scores : scores.fill(0);
    };
    const candidatesOf = sampledCandidates({ pool, count, known, seed });
    const rankings = await rankSampled({ triples, candidatesOf, scoresOf });
    return found.finite ? metricsOf(rankings) : undefined;
  }
}
