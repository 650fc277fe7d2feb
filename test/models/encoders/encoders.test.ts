import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { tf } from '../../../src/models/backend';
import {
  createEncoder,
  type EncoderKind,
  type EncoderOptions,
  encoderToTrain,
} from '../../../src/models/encoders';
import { encoderContract, textEncoderContract, texts } from '../../contract/textEncoder';
import { baseOf, tinyEncoder } from '../../support/baseEncoder';

const options: EncoderOptions = { maxLength: 16, dimension: 8, pooling: 'mean', ops: 'fast' };

describe.each<[EncoderKind, Partial<EncoderOptions>]>([
  ['be-bow', {}],
  ['be-bow', { ops: 'plain' }],
  ['be-dkrl', {}],
  ['glove-bow', {}],
  ['glove-bow', { ops: 'plain' }],
  ['glove-dkrl', {}],
  ['blp', { pooling: 'cls' }],
  ['blp', { pooling: 'mean' }],
  ['blp', { pooling: 'cls', ops: 'plain' }],
  ['blp', { pooling: 'mean', dimension: 32 }],
  ['blp', { precision: 'bfloat16' }],
])('%s %j', (kind, choice) => {
  const own = { ...options, ...choice };
  textEncoderContract({
    make: () => encoderToTrain(kind, baseOf(kind), texts, own),
    restore: (folder) => createEncoder(kind, folder, own),
  });
});

describe('lookup', () => {
  const ids = ['a', 'wn30:02084071-n', '東京', ' ', '__proto__', '"\\n'];
  encoderContract(
    {
      make: () => encoderToTrain('lookup', '', ids, options),
      restore: (folder) => createEncoder('lookup', folder, options),
    },
    ids,
  );

  it('has one row for each entity, and none for another', async () => {
    const encoder = await encoderToTrain('lookup', '', ids, options);
    expect(encoder.weightShapes).toEqual({ 'entity.vectors': [6, 8] });
    expect(encoder.tokenize(['東京', 'a']).ids).toEqual([Int32Array.of(2), Int32Array.of(0)]);
    expect(() => encoder.tokenize(['b'])).toThrow(
      '"b" was not in this model\'s training, and the model reads no texts. Train it again.',
    );
  });

  it('starts within the bound of Glorot and Bengio', async () => {
    const many = Array.from({ length: 500 }, (_, i) => `e${i}`);
    const encoder = await encoderToTrain('lookup', '', many, options);
    const weights = encoder.initialWeights(1);
    const values = Object.values(weights)[0]!.dataSync();
    const bound = Math.sqrt(6 / 508);
    expect(Math.max(...values.map(Math.abs))).toBeLessThanOrEqual(bound);
    expect(Math.max(...values)).toBeGreaterThan(0.95 * bound);
    tf.dispose(weights);
  });

  it('whose file of entities is damaged is not made, and the file is named', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-lookup-'));
    for (const text of ['', '{}', '[1]']) {
      fs.writeFileSync(path.join(folder, 'entities.json'), text);
      await expect(createEncoder('lookup', folder, options)).rejects.toMatchObject({
        code: 'CORRUPT_FILE',
        message: expect.stringContaining(path.join(folder, 'entities.json')) as string,
      });
    }
    fs.rmSync(folder, { recursive: true });
  });
});

describe('createEncoder', () => {
  it.each<[Partial<EncoderOptions>, string]>([
    [{ maxLength: 2 }, 'maxLength must be a whole number from 3 to 48 for this checkpoint; it is 2.'],
    [{ maxLength: 49 }, 'it is 49.'],
    [{ maxLength: 3.5 }, 'it is 3.5.'],
    [{ dimension: 0 }, 'dimension must be a whole number from 1 to 4096; it is 0.'],
  ])('refuses %j', async (wrong, message) => {
    await expect(createEncoder('blp', tinyEncoder, { ...options, ...wrong })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining(message) as string,
    });
  });

  describe('with a damaged checkpoint', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-encoder-'));
    beforeEach(() => fs.cpSync(tinyEncoder, folder, { recursive: true }));
    afterAll(() => fs.rmSync(folder, { recursive: true }));
    const change = (changes: object) => {
      const file = path.join(folder, 'config.json');
      fs.writeFileSync(
        file,
        JSON.stringify({ ...(JSON.parse(fs.readFileSync(file, 'utf8')) as object), ...changes }),
      );
    };
    const create = async () => (await createEncoder('blp', folder, options)).initialWeights(1);

    it.each<[object, string]>([
      [{ hidden_act: 'relu' }, 'config.json does not describe a BERT encoder: hidden_act'],
      [{ model_type: 't5' }, 'model_type'],
      [{ num_attention_heads: 5 }, 'num_attention_heads: hidden_size must be a multiple of it'],
      [{ hidden_size: '24' }, 'hidden_size'],
      [{ intermediate_size: 41 }, 'has shape [40, 24] instead of [41, 24]'],
      [{ num_hidden_layers: 3 }, 'the weight encoder.layer.2.attention.self.query.weight is missing'],
    ])('names the fault of config.json with %j', async (changes, message) => {
      change(changes);
      await expect(create()).rejects.toMatchObject({
        code: 'CORRUPT_FILE',
        message: expect.stringContaining(message) as string,
      });
    });

    it('refuses a tokenizer with more tokens than embeddings', async () => {
      change({ vocab_size: 84 });
      await expect(create()).rejects.toThrow('has 85 tokens, its config.json only 84');
    });

    it('refuses cut and non-finite weights', async () => {
      const file = path.join(folder, 'model.safetensors');
      const whole = fs.readFileSync(file);
      fs.writeFileSync(file, whole.subarray(0, whole.length - 1));
      await expect(create()).rejects.toMatchObject({ code: 'CORRUPT_FILE', details: { file } });
      const infinite = Buffer.from(whole);
      infinite.fill(0xff, whole.indexOf('}}') + 200, whole.length);
      fs.writeFileSync(file, infinite);
      await expect(create()).rejects.toThrow('has values that are not finite');
    });
  });
});
