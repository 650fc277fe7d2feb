import { KindredError } from '../../../src/shared/errors';
import { trainingPresets } from '../../../src/models/training/presets';
import { parseTrainingSettings, stepsOf } from '../../../src/models/training/settings';

describe('training settings', () => {
  it.each([
    [
      'blp',
      {
        loss: 'margin',
        margin: 1,
        l2: 0,
        learningRate: 2e-5,
        schedule: 'linear-warmup-decay',
        warmUpShare: 0.2,
        epochs: 40,
      },
    ],
    ['be-bow', { loss: 'margin', margin: 1, l2: 1e-2, learningRate: 1e-4, schedule: 'none', epochs: 80 }],
    ['glove-bow', { loss: 'margin', margin: 1, l2: 1e-2, learningRate: 1e-3, schedule: 'none', epochs: 80 }],
    [
      'lookup',
      { loss: 'margin', l2: 0, learningRate: 1e-3, schedule: 'none', dimension: 128, negativesFrom: 'batch' },
    ],
    ['glove-dkrl', { loss: 'margin', l2: 1e-3, learningRate: 1e-4, schedule: 'none', dimension: 128 }],
  ] as const)('are the published ones of %s where nothing else is said', (encoder, expected) => {
    const common = {
      relationModel: 'transe',
      distance: 'l1',
      batchSize: 64,
      negatives: 64,
      maxLength: 32,
    };
    expect(parseTrainingSettings({ encoder })).toMatchObject({ ...expected, ...common });
  });

  it.each([
    ['blp', 1e-3],
    ['be-bow', 1e-2],
  ] as const)('of %s with complex have an L2 of %p', (encoder, l2) => {
    expect(parseTrainingSettings({ encoder, relationModel: 'complex' }).l2).toBe(l2);
    expect(parseTrainingSettings({ encoder, relationModel: 'complex', l2: 0.5 }).l2).toBe(0.5);
  });

  it('are those that text-query can be trained with', () => {
    const parsed = parseTrainingSettings({ encoder: 'be-bow', relationModel: 'text-query' });
    expect(parsed).toMatchObject({ loss: 'contrastive', l2: 0 });
  });

  it('hold out whole entities where texts are read, else triples', () => {
    const heldOut = (encoder: 'be-bow' | 'lookup', given = {}) =>
      parseTrainingSettings({ encoder, validation: given }).validation.heldOut;
    expect(heldOut('be-bow')).toBe('entities');
    expect(heldOut('be-bow', { heldOut: 'triples' })).toBe('triples');
    expect(heldOut('lookup')).toBe('triples');
  });

  it('are those that kg-bert was published with', () => {
    const parsed = parseTrainingSettings({ encoder: 'blp', relationModel: 'kg-bert' });
    expect(parsed).toMatchObject({
      ...{ loss: 'bce', learningRate: 5e-5, epochs: 5, negatives: 5, batchSize: 5, warmUpShare: 0.1 },
      ...{ pooling: 'cls', maxLength: 50, validation: { triples: 50, candidates: 50 } },
    });
    expect(parsed).not.toHaveProperty('dimension');
  });

  it('say the width and the pooling only where the encoder leaves them open', () => {
    expect(parseTrainingSettings({ encoder: 'blp' })).toMatchObject({ dimension: 128, pooling: 'cls' });
    const bow = parseTrainingSettings({ encoder: 'be-bow' });
    expect(Object.keys(bow)).toEqual(expect.not.arrayContaining(['dimension', 'pooling']));
  });

  it('parse to themselves, also through JSON', () => {
    for (const given of [
      { encoder: 'blp' },
      { encoder: 'be-bow', maxSteps: 5, validation: { triples: 0 } },
      { encoder: 'blp', relationModel: 'kg-bert', validation: { candidates: 7 } },
      { encoder: 'blp', loss: 'nll', gamma: 4, maskedLanguageWeight: 1 },
      { encoder: 'lookup', negativesFrom: 'graph', loss: 'nll' },
      { encoder: 'blp', relationModel: 'text-query', rememberedNegatives: 7 },
      ...Object.values(trainingPresets),
    ]) {
      const parsed = parseTrainingSettings(given);
      expect(parseTrainingSettings(parsed)).toEqual(parsed);
      const json: unknown = JSON.parse(JSON.stringify(parsed));
      expect(parseTrainingSettings(json)).toEqual(parsed);
    }
  });

  it.each<[given: unknown, message: RegExp]>([
    [{}, /encoder: /],
    [
      { encoder: 'bert' },
      /encoder: expected one of be-bow, be-dkrl, glove-bow, glove-dkrl, blp, lookup, came "bert"/,
    ],
    [{ encoder: 'blp', learningRate: 0 }, /learningRate: expected a number above 0 and at most 1, came 0/],
    [{ encoder: 'blp', learningRate: NaN }, /learningRate: /],
    [{ encoder: 'blp', batchSize: 1 }, /batchSize: expected a whole number from 2 to 65536, came 1/],
    [{ encoder: 'blp', epochs: -1 }, /epochs: expected a number above 0, came -1/],
    [{ encoder: 'blp', maxSteps: 1.5 }, /maxSteps: expected a whole number.*, came 1\.5/],
    [{ encoder: 'blp', maxLength: 1e6 }, /maxLength: expected a whole number from 3 to 512, came 1000000/],
    [{ encoder: 'blp', learningrate: 1 }, /learningrate: not known; expected some of encoder, /],
    [
      { encoder: 'blp', validation: { triples: -1 } },
      /validation\.triples: expected a whole number.*, came -1/,
    ],
    [{ encoder: 'blp', seed: 'x', loss: 'hinge' }, /loss: .*; seed: |seed: .*; loss: /],
    ['blp', /expected .*, came "blp"/],
    [{ encoder: 'blp', relationModel: 'text-query', loss: 'margin' }, /loss: expected .*, came "margin"/],
    [
      { encoder: 'be-bow', negativesFrom: 'graph' },
      /negativesFrom: graph is for encoder lookup, .*, came encoder be-bow/,
    ],
    [
      { encoder: 'lookup', negativesFrom: 'graph', loss: 'contrastive' },
      /negativesFrom: graph is for the losses margin, nll and bce, came loss contrastive/,
    ],
    [
      { encoder: 'lookup', validation: { heldOut: 'entities' } },
      /validation\.heldOut: expected triples for encoder lookup, .*, came entities/,
    ],
    [{ encoder: 'lookup', relationEncoder: 'text' }, /encoder: lookup reads no texts/],
    [{ encoder: 'lookup', relationModel: 'text-query' }, /encoder: lookup reads no texts/],
    [{ encoder: 'be-bow', relationModel: 'kg-bert' }, /kg-bert is for encoder blp.*, came encoder be-bow/],
    [
      { encoder: 'blp', relationModel: 'kg-bert', loss: 'contrastive' },
      /loss: expected bce or nll or margin, which kg-bert is trained with, came "contrastive"/,
    ],
    [
      { encoder: 'blp', relationModel: 'kg-bert', neighbourhood: 8 },
      /neighbourhood, tokenDropout: kg-bert is trained without them/,
    ],
    [{ encoder: 'lookup', tokenDropout: 0.1 }, /tokenDropout: lookup reads no texts, came 0\.1/],
    [{ encoder: 'blp', relationModel: 'kg-bert', l2: 0.1 }, /l2: kg-bert has no vectors .*, came 0\.1/],
    [{ encoder: 'be-dkrl', maskedLanguageWeight: 1 }, /only encoder blp .*, came encoder be-dkrl/],
    [{ encoder: 'blp', gamma: 4 }, /gamma: it is for the losses nll and bce, came loss margin/],
    [{ encoder: 'be-bow', dimension: 64 }, /dimension: encoder be-bow leaves no choice of it, came 64/],
    [{ encoder: 'glove-bow', pooling: 'cls' }, /pooling: encoder glove-bow leaves no choice of it, came cls/],
    [{ encoder: 'be-dkrl', pooling: 'mean' }, /pooling: encoder be-dkrl leaves no choice/],
    [
      { encoder: 'blp', relationModel: 'kg-bert', dimension: 64 },
      /dimension: relationModel kg-bert leaves no/,
    ],
    ...(['text-query', 'kg-bert'] as const).map((relationModel): [unknown, RegExp] => [
      { encoder: 'blp', relationModel, relationEncoder: 'text' },
      /relationEncoder: .*, came text/,
    ]),
    [{ encoder: 'be-bow', rememberedNegatives: 5 }, /rememberedNegatives: .* contrastive, came loss margin/],
    [{ encoder: 'be-bow', loss: 'contrastive', negatives: 5 }, /negatives: .*, came loss contrastive/],
    [{ encoder: 'lookup', maxLength: 16 }, /maxLength: lookup reads no texts, came 16/],
    ...(['complex', 'simple', 'rotate'] as const).map((relationModel): [unknown, RegExp] => [
      { encoder: 'blp', relationModel, dimension: 7 },
      /dimension: \w+ needs an even one, came 7/,
    ]),
    [{ encoder: 'blp', precision: 'half' }, /precision: expected one of float32, bfloat16, came "half"/],
    [
      { encoder: 'be-bow', precision: 'bfloat16' },
      /bfloat16 is for encoder blp with fast ops, came .*be-bow/,
    ],
    [{ encoder: 'blp', precision: 'bfloat16', ops: 'plain' }, /bfloat16 is for .* fast ops, came .* plain/],
  ])('refuse %j and say why', (given, message) => {
    const parse = () => parseTrainingSettings(given);
    expect(parse).toThrow(KindredError);
    expect(parse).toThrow(message);
    expect(parse).toThrow(/^These training settings cannot be used: /);
  });

  it('of a preset may be overridden by any relation model', () => {
    for (const preset of Object.values(trainingPresets))
      for (const relationModel of ['transe', 'distmult', 'complex', 'simple', 'rotate'] as const)
        expect(parseTrainingSettings({ ...preset, relationModel })).toMatchObject({ relationModel });
  });

  it('take the sooner of epochs and steps', () => {
    const steps = (given: object) => stepsOf(parseTrainingSettings({ encoder: 'blp', ...given }), 10);
    expect(steps({ epochs: 3 })).toBe(30);
    expect(steps({ epochs: 0.25 })).toBe(3);
    expect(steps({ epochs: 1e-6 })).toBe(1);
    expect(steps({ maxSteps: 7 })).toBe(7);
    expect(steps({ epochs: 3, maxSteps: 7 })).toBe(7);
    expect(steps({})).toBe(400);
  });
});
