import fs from 'node:fs';
import path from 'node:path';
import { parseTrainingSettings, trainModel, type TrainingData } from '../../../src/models/training';
import { tinyEncoder } from '../../support/baseEncoder';
import { smallGraph, twoTriples } from './graph';
import { bert, bow, kepler, newFolder, train } from './train';

describe('trainModel with what it cannot use', () => {
  it('refuses a folder that is a file before it reads what the encoder starts from', async () => {
    const file = newFolder();
    fs.writeFileSync(file, '');
    const nowhere = { folder: path.join(file, 'x'), baseEncoder: newFolder() };
    await expect(train(bow, nowhere)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/^expected a folder that can be written to/) as string,
    });
  });

  it('asks for word vectors where there are none', async () => {
    const given = { ...bow, encoder: 'glove-bow' } as const;
    await expect(train(given, { baseEncoder: newFolder() })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/^There are no word vectors at .*--with word-vectors/) as string,
    });
  });

  it('refuses an odd dimension where vectors are made of two parts', async () => {
    const words = newFolder();
    fs.writeFileSync(words, 'a 1 2 3\nthing 4 5 6\n');
    const given = { ...bow, encoder: 'glove-bow', relationModel: 'complex' } as const;
    await expect(train(given, { baseEncoder: words })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: 'complex needs vectors of an even dimension; that of glove-bow is 3.',
    });
  });

  it('refuses to guess tokens that its tokenizer cannot mask', async () => {
    const maskless = newFolder();
    fs.cpSync(tinyEncoder, maskless, { recursive: true });
    const file = path.join(maskless, 'tokenizer.json');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('"[MASK]"', '"[HIDDEN]"'));
    await expect(train({ ...bert, ...kepler }, { baseEncoder: maskless })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/^maskedLanguageWeight needs .* \[MASK\]/) as string,
    });
    await train({ ...bert, maxSteps: 1 }, { baseEncoder: maskless });
  });

  it.each<[string, Partial<TrainingData>, RegExp]>([
    [
      'an entity without a text',
      { texts: ['dog', ' ', 'tree'] },
      /Entity "b" has no text\. Give it a name or a description/,
    ],
    ['too few texts', { texts: ['dog'] }, /3 entities and 1 text,/],
    ['a relation without a text', { relationTexts: [] }, /1 relation and 0 texts/],
    ['a single triple', { triples: Int32Array.of(0, 0, 1) }, /1 triple; training needs at least 2/],
    [
      'a row that is not there',
      { triples: Int32Array.of(0, 0, 1, 1, 1, 2) },
      /Triple 1 names row 1; rows go from 0 to 0/,
    ],
  ])('refuses %s', async (_, fault, message) => {
    await expect(train(bow, { data: { ...twoTriples(), ...fault } })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message) as string,
    });
  });

  it('stops at a loss that is not finite, naming the step and what to try', async () => {
    const folder = newFolder();
    // Beyond what the settings' check lets through: nothing else makes a loss overflow for certain.
    const settings = { ...parseTrainingSettings({ ...bow, validation: { triples: 0 } }), l2: 3e38 };
    const run = trainModel({
      data: smallGraph(),
      settings,
      folder,
      baseEncoder: tinyEncoder,
      onProgress: () => {},
    });
    await expect(run).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(
        /Training stopped at step \d+: the loss is (NaN|Infinity)\. Try a smaller learningRate/,
      ) as string,
    });
    expect(fs.existsSync(path.join(folder, 'model.json'))).toBe(false);
  });
});
