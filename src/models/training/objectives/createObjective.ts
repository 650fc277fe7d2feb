import { tf } from '../../backend';
import type { RelationModel } from '../../blp/relationModels';
import type { TextEncoder } from '../../encoders/textEncoder';
import { KnownTriples } from '../../triples/knownTriples';
import type { TrainingSettings } from '../settings';
import { LinkObjective } from './linkObjective';
import { MaskedLanguageObjective } from './maskedLanguageObjective';
import type { Objective } from './objective';
import { TripleObjective } from './tripleObjective';

export interface ObjectiveParts {
  readonly encoder: TextEncoder;
  readonly model: RelationModel;
  readonly settings: TrainingSettings;
  /** number of entities of the graph */
  readonly entities: number;
  /**
   * `[n, 3]` triples to train on. Of others nothing is known here: if those kept for validation were spared as
   * negatives, a model would learn them from not being pushed away.
   */
  readonly triples: Int32Array;
}

export function createObjective({ encoder, model, settings, entities, triples }: ObjectiveParts): Objective {
  const known = new KnownTriples(triples, entities);
  const linked = () => Int32Array.from(new Set(triples.filter((_, i) => i % 3 !== 1))).sort();
  const links =
    model.queryOf === 'none'
      ? new TripleObjective(encoder, settings, known, linked())
      : new LinkObjective(encoder, model, settings, known);
  const { maskedLanguageWeight: weight } = settings;
  return weight === 0 ? links : jointly(links, new MaskedLanguageObjective(encoder), weight);
}

/** L = L_KE + weight · L_MLM (Wang et al. 2021, KEPLER, equation 7, where the weight is 1). */
function jointly(links: Objective, language: Objective, weight: number): Objective {
  return {
    prepare(...batch) {
      const [ofLinks, ofLanguage] = [links.prepare(...batch), language.prepare(...batch)];
      return (weights, observe) => tf.add(ofLinks(weights, observe), tf.mul(weight, ofLanguage(weights)));
    },
  };
}
