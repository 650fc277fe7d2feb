import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  createEncoder,
  type EncoderKind,
  type EncoderOptions,
  encoderToTrain,
} from '../../../src/models/encoders';
import { textEncoderContract, texts } from '../../contract/textEncoder';
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
  textEncoderContract(() => encoderToTrain(kind, baseOf(kind), { texts }, { ...options, ...choice }));
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
