import { readsTexts } from '../encoders/textEncoder';
import { createRelationModel } from '../blp/relationModels/createRelationModel';
import { commonDefaults, lossesOf } from './defaults';
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
  const { ops, precision, tokenDropout, maxLength } = settings;
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
    [lookup && maxLength !== commonDefaults.maxLength, `maxLength: lookup reads no texts, came ${maxLength}`],
    [lookup && tokenDropout > 0, `tokenDropout: lookup reads no texts, came ${tokenDropout}`],
    [
      lookup && (relationModel === 'text-query' || relationEncoder === 'text'),
      'encoder: lookup reads no texts, came relationModel text-query or relationEncoder text',
    ],
  ];
}

function ofRelationModel(settings: TrainingSettings): Fault[] {
  const { encoder, relationModel, relationEncoder, negativesFrom, neighbourhood, tokenDropout, l2 } =
    settings;
  const { dimension } = settings;
  const readsTriples = relationModel === 'kg-bert';
  const model = createRelationModel(settings);
  return [
    [
      model.queryOf !== 'vectors' && relationEncoder === 'text',
      `relationEncoder: ${relationModel} reads relations with its questions and has no vectors of them, came text`,
    ],
    [
      model.queryOf !== 'none' && model.even && (dimension ?? 0) % 2 !== 0,
      `dimension: ${relationModel} needs an even one, came ${dimension}`,
    ],
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

function ofLoss(settings: TrainingSettings): Fault[] {
  const { relationModel, loss, gamma, negatives, negativesFrom, rememberedNegatives } = settings;
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
      loss !== 'contrastive' && rememberedNegatives > 0,
      `rememberedNegatives: it is for the loss contrastive, came loss ${loss}`,
    ],
    [
      // Stored settings have the default, whatever the loss.
      loss === 'contrastive' && losses.includes(loss) && negatives !== commonDefaults.negatives,
      `negatives: they are for the losses margin, nll and bce, came loss contrastive, which takes all of a batch`,
    ],
    [
      negativesFrom === 'graph' && loss === 'contrastive' && losses.includes(loss),
      'negativesFrom: graph is for the losses margin, nll and bce, came loss contrastive',
    ],
  ];
}
