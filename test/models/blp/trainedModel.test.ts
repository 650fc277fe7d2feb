import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { tf } from '../../../src/models/backend';
import { linkQuery, readCard, TrainedModel } from '../../../src/models/blp';
import { readHeldOut } from '../../../src/models/blp/modelFolder';
import { similarity } from '../../../src/models/blp/similarity';
import { readWordVectors } from '../../../src/models/encoders/wordFiles';
import { parseTrainingSettings, trainModel } from '../../../src/models/training';
import { holdOut } from '../../../src/models/training/heldOut';
import { normalizeRows, rowOf } from '../../../src/shared/vectors';
import { baseOf, tinyWords } from '../../support/baseEncoder';
import { smallGraph } from '../training/graph';

/** What each encoder's folder holds to read texts with. */
const filesOf = {
  'be-bow': ['config.json', 'tokenizer.json'],
  'glove-bow': ['words.json'],
  'glove-dkrl': ['words.json'],
  blp: ['config.json', 'tokenizer.json'],
};

describe('a trained glove-bow model', () => {
  it('knows the words that no text of its training had', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-words-'));
    const given = { encoder: 'glove-bow', maxSteps: 5, validation: { triples: 0 } };
    const settings = parseTrainingSettings(given);
    const data = smallGraph();
    await trainModel({ data, settings, folder, baseEncoder: tinyWords, onProgress: () => {} });
    const model = await TrainedModel.load(folder);
    const { rows, width, vectors } = await readWordVectors(tinyWords);
    const { vectors: found } = await model.encode(['at&t']);
    const own = normalizeRows(rowOf(vectors, rows.get('at&t')!, width).slice(), width);
    expect([...found]).toEqual([...own].map((value) => expect.closeTo(value, 6) as number));
    model.dispose();
    fs.rmSync(folder, { recursive: true });
  });
});

describe.each(Object.keys(filesOf) as (keyof typeof filesOf)[])('a trained %s model', (encoder) => {
  let folder: string;
  let model: TrainedModel;
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-model-'));
    const settings = parseTrainingSettings({
      encoder,
      ...(encoder !== 'be-bow' && encoder !== 'glove-bow' && { dimension: 8 }),
      maxLength: 8,
      loss: 'contrastive',
      maxSteps: 100,
      learningRate: encoder === 'blp' ? 5e-3 : 0.02, // what is deep goes astray at the higher one
      batchSize: 16,
      validation: { triples: 6 },
    });
    await trainModel({
      data: smallGraph(),
      settings,
      folder,
      baseEncoder: baseOf(encoder),
      onProgress: () => {},
    });
    model = await TrainedModel.load(folder);
  });
  afterAll(() => {
    model.dispose();
    fs.rmSync(folder, { recursive: true });
  });

  it('says what it is', () => {
    expect(model.card).toMatchObject({
      encoder,
      relationModel: 'transe',
      entityNormalised: true,
      relationIds: ['is', 'has'],
      steps: 100,
    });
    expect([...model.relationVectors.keys()]).toEqual(['is', 'has']);
    for (const vector of model.relationVectors.values()) expect(vector).toHaveLength(model.card.dimension);
    expect(Object.keys(model.card.files).sort()).toEqual(
      [...filesOf[encoder], 'encoder.safetensors', 'held-out.tsv', 'relations.safetensors'].sort(),
    );
  });

  it('keeps the triples that its training held out, by id', () => {
    const graph = smallGraph();
    const { validation } = holdOut(graph, model.card.settings);
    const triples = readHeldOut(folder);
    expect(triples).toHaveLength(model.card.trainedOn.validationTriples);
    expect(
      triples.flatMap(({ head, relation, tail }) => [
        graph.entityIds.indexOf(head),
        graph.relationIds.indexOf(relation),
        graph.entityIds.indexOf(tail),
      ]),
    ).toEqual([...validation]);
  });

  it('says why there are none, and what to do', async () => {
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-older-'));
    fs.cpSync(folder, copy, { recursive: true });
    const { card } = readCard(copy);
    const { 'held-out.tsv': _kept, ...files } = card.files;
    const tell = (validationTriples: number) => {
      const trainedOn = { ...card.trainedOn, validationTriples };
      fs.writeFileSync(path.join(copy, 'model.json'), JSON.stringify({ ...card, trainedOn, files }));
      return () => readHeldOut(copy);
    };
    expect(tell(6)).toThrow(/an older version of Kindred did not keep.*validation\.triples above 0/);
    expect(tell(0)).toThrow(/held out none: .*validation\.triples above 0/);
    (await TrainedModel.load(copy)).dispose(); // it serves all the same
    fs.rmSync(copy, { recursive: true });
  });

  it('gives unit vectors in the order of the texts, alone or together, and says which were cut', async () => {
    const texts = [
      'small dog',
      'large telephone of fire of fire of fire of fire of fire of fire fire fire fire',
      'water',
    ];
    const { vectors, truncated } = await model.encode(texts);
    const width = model.card.dimension;
    expect(truncated).toEqual([false, true, false]);
    for (const [i, text] of texts.entries()) {
      const own = vectors.subarray(i * width, (i + 1) * width);
      expect(Math.hypot(...own)).toBeCloseTo(1, 5);
      const alone = (await model.encode([text])).vectors;
      own.forEach((value, j) => expect(value).toBeCloseTo(alone[j]!, 5));
    }
  });

  it('finds the link of an entity that it has never seen', async () => {
    const nouns = smallGraph().texts.slice(0, 10);
    const { vectors } = await model.encode([...nouns, 'young telephone of fire']);
    const width = model.card.dimension;
    const row = (i: number): Float32Array => vectors.subarray(i * width, (i + 1) * width);
    const query = linkQuery(model.card.settings, row(10), 'head', model.relationVectors.get('is')!);
    const scores = nouns.map((_, i) => similarity(query.metric, query.vector, row(i)));
    const order = [...nouns.keys()].sort((a, b) => scores[b]! - scores[a]!).map((i) => nouns[i]);
    expect(order.slice(0, 3)).toContain('telephone');
  });

  it('gives its tensors back', async () => {
    const before = tf.memory().numTensors;
    const again = await TrainedModel.load(folder);
    await again.encode(['dog', 'cat']);
    again.dispose();
    expect(tf.memory().numTensors).toBe(before);
  });

  it.each([
    ['encoder.safetensors', 'flipped'],
    ['relations.safetensors', 'truncated'],
    ['held-out.tsv', 'flipped'],
    ['encoder.safetensors', 'missing'],
    [filesOf[encoder][0]!, 'missing'],
    [filesOf[encoder].at(-1)!, 'flipped'],
    ['model.json', 'missing'],
    ['model.json', 'truncated'],
  ])('is not loaded with %s %s, and the file is named', async (name, fault) => {
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-corrupt-'));
    fs.cpSync(folder, copy, { recursive: true });
    const file = path.join(copy, name);
    const bytes = fs.readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    if (fault === 'missing') fs.rmSync(file);
    else fs.writeFileSync(file, fault === 'flipped' ? bytes : bytes.subarray(0, bytes.length >> 1));
    await expect(TrainedModel.load(copy)).rejects.toMatchObject({
      code: 'CORRUPT_FILE',
      message: expect.stringContaining(file) as string,
    });
    fs.rmSync(copy, { recursive: true });
  });

  it('is not loaded when its card names a file outside its folder, or promises other relations', async () => {
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-card-'));
    fs.cpSync(folder, copy, { recursive: true });
    const card = JSON.parse(fs.readFileSync(path.join(copy, 'model.json'), 'utf8')) as {
      files: object;
      relationIds: string[];
    };
    const load = (changed: object): Promise<TrainedModel> => {
      fs.writeFileSync(path.join(copy, 'model.json'), JSON.stringify(changed));
      return TrainedModel.load(copy);
    };
    await expect(load({ ...card, files: { ...card.files, '../x': '0' } })).rejects.toMatchObject({
      code: 'CORRUPT_FILE',
    });
    await expect(load({ ...card, relationIds: ['is'] })).rejects.toThrow(
      /relations\.safetensors cannot be used: model\.json promises 1 relation of/,
    );
    await expect(load({ ...card, files: {} })).rejects.toThrow(/gives no hash for relations\.safetensors/);
    fs.rmSync(copy, { recursive: true });
  });
});
