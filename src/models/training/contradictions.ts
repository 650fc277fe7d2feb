import { readsTexts } from '../encoders/textEncoder';
import { lossesOf } from './modelDefaults';
import type { TrainingSettings } from './settings';

/** Settings that each are possible, but not together. */
export function contradictions(settings: TrainingSettings): string[] {
  return [...ofEncoder(settings), ...ofRelationModel(settings), ...ofLoss(settings)]
    .filter(([contradicts]) => contradicts)
    .map(([, fault]) => fault);
}

type Fault = readonly [contradicts: boolean, fault: string];

function ofEncoder(settings: TrainingSettings): Fault[] {
  const { encoder, relationModel, relationEncoder, maskedLanguageWeight, validation } = settings;
  const { ops, precision, tokenDropout } = settings;
  const lookup = !readsTexts(encoder);
  return [
    [
      precision !== 'float32' && (encoder !== 'blp' || ops !== 'fast'),
      `precision: ${precision} is for encoder blp with fast ops, came encoder ${encoder} with ${ops} ops`,
    ],
    [
      maskedLanguageWeight > 0 && encoder !== 'blp',
      `maskedLanguageWeight: only encoder blp can guess tokens, came encoder ${encoder}`,
    ],
    [
      lookup && validation.heldOut === 'entities',
      'validation.heldOut: expected triples for encoder lookup, which has no vector of a new entity, came entities',
    ],
    [lookup && tokenDropout > 0, `tokenDropout: lookup reads no texts, came ${tokenDropout}`],
    [
      lookup && (relationModel === 'text-query' || relationEncoder === 'text'),
      'encoder: lookup reads no texts, came relationModel text-query or relationEncoder text',
    ],
  ];
}

function ofRelationModel(settings: TrainingSettings): Fault[] {
  const { encoder, relationModel, negativesFrom, neighbourhood, tokenDropout, l2 } = settings;
  const readsTriples = relationModel === 'kg-bert';
  return [
    [
      readsTriples && encoder !== 'blp',
      `relationModel: kg-bert is for encoder blp, which reads texts together, came encoder ${encoder}`,
    ],
    [readsTriples && l2 > 0, `l2: kg-bert has no vectors to penalise, came ${l2}`],
    [
      readsTriples && negativesFrom === 'batch',
      'negativesFrom: kg-bert takes negatives from the graph, came batch',
    ],
    [
      readsTriples && (neighbourhood > 1 || tokenDropout > 0),
      'neighbourhood, tokenDropout: kg-bert is trained without them',
    ],
    [
      !readsTriples && negativesFrom === 'graph' && readsTexts(encoder),
      `negativesFrom: graph is for encoder lookup, since others would have to encode each, came encoder ${encoder}`,
    ],
  ];
}

function ofLoss({ relationModel, loss, gamma, negativesFrom }: TrainingSettings): Fault[] {
  const losses = lossesOf(relationModel);
  return [
    [
      !losses.includes(loss),
      `loss: expected ${losses.join(' or ')}, which ${relationModel} is trained with, came "${loss}"`,
    ],
    [
      gamma > 0 && loss !== 'nll' && loss !== 'bce',
      `gamma: it is for the losses nll and bce, came loss ${loss}`,
    ],
    [
      negativesFrom === 'graph' && loss === 'contrastive' && losses.includes(loss),
      'negativesFrom: graph is for the losses margin, nll and bce, came loss contrastive',
    ],
  ];
}
