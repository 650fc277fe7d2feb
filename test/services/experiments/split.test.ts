import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { newVocabulary } from '../../../src/services/experiments/dataset';
import { fileLabels } from '../../../src/services/experiments/fileLabels';
import { splitAsGiven, splitInductively, splitRelations } from '../../../src/services/experiments/split';
import { readSplit } from '../../../src/services/experiments/splitFolder';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-split-'));
afterAll(() => fs.rmSync(root, { recursive: true }));

const write = (name: string, ...triples: string[]): string => {
  const file = path.join(root, name);
  fs.writeFileSync(file, triples.map((triple) => `${triple.replaceAll(' ', '\t')}\n`).join(''));
  return file;
};
const train = write('train.tsv', 'a r b', 'b r c', 'a r b', 'c r a');
const valid = write('valid.tsv', 'a r c', 'a r b', 'd r a');
const test = write('test.tsv', 'b r a', 'b r a', 'd r e');
const empty = write('empty.tsv');
const at = (name: string) => path.join(root, name);
const given = (folder: string, parts = {}) =>
  splitAsGiven({ folder: at(folder), train: [train], valid: [valid], test: [test], ...parts });

describe('parts as they are given', () => {
  it('lose repeated triples; what they share with training, and what it does not know, is counted', async () => {
    expect(await given('counted')).toEqual({
      training: { entities: 5, triples: 3 },
      validation: { entities: 0, triples: 3 },
      test: { entities: 0, triples: 2 },
      repeated: 2,
      overlap: {
        validation: { inTraining: 1, unknownEntities: 1 },
        test: { inTraining: 0, unknownEntities: 2 },
      },
    });
    expect(fs.readFileSync(at('counted/train.tsv'), 'utf8')).toBe('a\tr\tb\nb\tr\tc\nc\tr\ta\n');
  });

  it.each(['train', 'valid'])('need a triple in %s', async (part) => {
    await expect(given('none', { [part]: [empty] })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/^The (training|validation) part would have no triple/),
    });
    expect(fs.existsSync(at('none'))).toBe(false);
  });
});

describe('a drawn split', () => {
  const cycle = Array.from({ length: 12 }, (_, i) => [
    `n${i} r n${(i + 1) % 12}`,
    `n${i} s n${(i + 5) % 12}`,
  ]).flat();
  const how = { seed: 0, share: 0.1, leastTriples: 1, leastNeighbours: 1 };

  it('counts a triple once, however often its files say it', async () => {
    const [once, twice] = [write('once.tsv', ...cycle), write('twice.tsv', ...cycle.toReversed())];
    const counts = await splitInductively({ triples: [once, twice], folder: at('twice'), ...how });
    const alone = await splitInductively({ triples: [once], folder: at('once'), ...how });
    expect(counts).toEqual({ ...alone, repeated: 24 });
    expect(alone.repeated).toBe(0);
  });

  it.each([
    ['no triple', [empty], how, /^There is no triple in .*empty\.tsv\. Name files/],
    [
      'a share of no entity',
      [train],
      { ...how, share: 1e-9 },
      /less than one\. Ask for a larger share, 0\.3/,
    ],
    [
      'too few',
      [write('few.tsv', ...cycle)],
      { ...how, share: 0.5, leastNeighbours: 0 },
      /^(?!.*fewer than 0).*smaller share/,
    ],
  ])('says what is wrong: %s', async (_name, triples, options, message) => {
    const made = splitInductively({ triples, folder: at('none'), ...options });
    await expect(made).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringMatching(message) });
    expect(fs.existsSync(at('none'))).toBe(false);
  });

  it('of relations has a triple too', async () => {
    const made = splitRelations({
      triples: [empty],
      folder: at('none'),
      seed: 0,
      unseenRelations: 1,
      leastTriples: 1,
    });
    await expect(made).rejects.toThrow(/^There is no triple in/);
  });
});

describe('the folder of a split', () => {
  it.each(['{"format":"kindred-split/9"}', 'no JSON', ''])(
    'is not written over: split.json %j',
    async (card) => {
      fs.mkdirSync(at('other'), { recursive: true });
      fs.writeFileSync(at('other/split.json'), card);
      await expect(given('other')).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(fs.readFileSync(at('other/split.json'), 'utf8')).toBe(card);
      await expect(readSplit(at('other'))).rejects.toMatchObject({
        code: 'CORRUPT_FILE',
        message: expect.stringMatching(/split\.json cannot be used/),
      });
    },
  );

  it('is no file, is nowhere below one, and has a name', async () => {
    for (const bad of [train, path.join(train, 'x'), '/proc/x']) {
      const made = splitAsGiven({ folder: bad, train: [train], valid: [valid], test: [test] });
      await expect(made).rejects.toMatchObject({ code: 'BAD_INPUT' });
    }
  });

  it.each(['train.tsv', 'valid-entities.txt', 'test-entities.txt'])('names a missing %s', async (name) => {
    await given(`without-${name}`);
    fs.rmSync(at(`without-${name}/${name}`));
    await expect(readSplit(at(`without-${name}`))).rejects.toMatchObject({
      code: 'CORRUPT_FILE',
      message: expect.stringContaining(name),
    });
  });
});

describe('types of entities', () => {
  const triples = Array.from({ length: 30 }, (_, i) =>
    [1, 2, 3].map((step) => `e${i}\tr\te${(i + step) % 30}`),
  ).flat();
  const how = { seed: 0, share: 0.1, leastTriples: 1, leastNeighbours: 1 };

  it('keep their last entity in training', async () => {
    const types = write(
      'types.tsv',
      ...Array.from({ length: 30 }, (_, i) => `e${i}\t${i < 20 ? 'large' : `t${i}`}`),
    );
    const folder = path.join(root, 'typed');
    await splitInductively({ triples: [write('typed.tsv', ...triples)], folder, types, ...how });
    const { vocabulary, parts } = await readSplit(folder);
    const labels = await fileLabels(types, vocabulary);
    const taken = [...parts.valid.entities, ...parts.test.entities].map((row) => labels.get(row));
    expect(taken).toEqual(Array(6).fill('large'));
  });

  it('of no entity of the graph are refused', async () => {
    const vocabulary = newVocabulary();
    vocabulary.entities.add('e0');
    await expect(fileLabels(write('others.tsv', 'x\tlarge'), vocabulary)).rejects.toThrow(/names no entity/);
  });
});
