import path from 'node:path';
import { readSafetensors } from '../../../src/models/encoders';
import { readWordVectors } from '../../../src/models/encoders/wordFiles';
import type { TrainingData, TrainingSettingsInput } from '../../../src/models/training';
import { tinyWords } from '../../support/baseEncoder';
import { smallGraph } from './graph';
import { bert, bow, crossEncoder, files, kepler, newFolder, train } from './train';

describe('trainModel', () => {
  it.each<[string, TrainingSettingsInput]>([
    ['be-bow by margin', bow],
    ['be-bow by nll', { ...bow, loss: 'nll' }],
    ['be-bow by contrastive', { ...bow, loss: 'contrastive', distance: 'l2' }],
    ['be-bow and distmult by nll', { ...bow, relationModel: 'distmult', loss: 'nll' }],
    ['be-bow and complex by contrastive', { ...bow, relationModel: 'complex', loss: 'contrastive' }],
    ['be-bow and simple by margin', { ...bow, relationModel: 'simple' }],
    ['be-bow and rotate by contrastive', { ...bow, relationModel: 'rotate', loss: 'contrastive' }],
    [
      'be-dkrl by contrastive',
      { ...bow, encoder: 'be-dkrl', dimension: 16, loss: 'contrastive', distance: 'l2' },
    ],
    ['be-bow reading its queries', { ...bow, relationModel: 'text-query' }],
    [
      'be-bow with remembered entities',
      { ...bow, relationModel: 'text-query', rememberedNegatives: 10, warmUpShare: 0 },
    ],
    [
      'be-bow with neighbours and thinned texts',
      { ...bow, relationModel: 'text-query', neighbourhood: 4, tokenDropout: 0.2 },
    ],
    ['be-bow and relations from their texts', { ...bow, relationEncoder: 'text', loss: 'contrastive' }],
    ['blp reading its queries', { ...bert, relationModel: 'text-query', pooling: 'mean' }],
    ['glove-bow by margin', { ...bow, encoder: 'glove-bow' }],
    [
      'glove-dkrl by contrastive',
      { ...bow, encoder: 'glove-dkrl', dimension: 16, loss: 'contrastive', distance: 'l2' },
    ],
    ['blp reading whole triples', { ...bert, ...crossEncoder }],
    ['blp and rotate by nll with γ', { ...bert, relationModel: 'rotate', loss: 'nll', gamma: 4 }],
    ['blp guessing masked tokens too', { ...bert, ...kepler }],
    ['blp by margin', bert],
    ['blp by margin in bfloat16', { ...bert, precision: 'bfloat16' }],
    ['blp by contrastive, plain operations', { ...bert, loss: 'contrastive', pooling: 'mean', ops: 'plain' }],
  ])('learns with %s: the loss falls and the held-out links are found', async (_, settings) => {
    const logs: string[] = [];
    const validation = { ...settings.validation, triples: 20, every: 10 };
    const learningRate = settings.encoder === 'blp' ? 1e-2 : 3e-2;
    const { metrics, steps } = await train(
      { ...settings, learningRate, maxSteps: 60, validation },
      { data: smallGraph(120), onLog: (line) => logs.push(line) },
    );
    expect(steps).toBe(60);
    const losses = logs.flatMap((line) => /loss ([\d.]+)/.exec(line)?.[1] ?? []).map(Number);
    expect(losses.length).toBeGreaterThan(3);
    expect(losses.at(-1)).toBeLessThan(0.8 * losses[0]!);
    // An order by chance has an MRR of 0.045 among 120 entities.
    expect(metrics['mrr']).toBeGreaterThan(0.1);
  });

  it.each(['glove-bow', 'glove-dkrl'] as const)(
    'gives %s the numbers, bit for bit, that training the vectors of all words gives',
    async (encoder) => {
      const settings: TrainingSettingsInput = {
        ...{ ...bow, encoder, maxSteps: 30, ...(encoder === 'glove-dkrl' && { dimension: 6 }) },
        validation: { triples: 0 },
      };
      const { rows } = await readWordVectors(tinyWords);
      const data = smallGraph();
      // Entities that no triple mentions bring the other words into the table, and take no part in the training.
      const others = [...rows.keys()].map((word) => `dog ${word} ${word}`);
      const withAll = {
        ...data,
        entityIds: [...data.entityIds, ...others.keys()].map(String),
        texts: [...data.texts, ...others],
      };
      const [few, all] = [newFolder(), newFolder()];
      await train(settings, { data, folder: few });
      await train(settings, { data: withAll, folder: all });
      const [ofFew, ofAll] = [few, all].map((folder) => files(folder));
      for (const name of ['encoder.safetensors', 'words.json', 'relations.safetensors'])
        expect(ofFew![name]!.equals(ofAll![name]!)).toBe(true);

      const before = (await readWordVectors(tinyWords)).vectors;
      const after = readSafetensors(path.join(few, 'encoder.safetensors'))['words.vectors']!.data;
      const moved = (word: string) => {
        const row = rows.get(word)!;
        return before.subarray(row * 8, row * 8 + 8).some((value, i) => value !== after[row * 8 + i]);
      };
      expect(['dog', 'small', 'telephone', 'fire'].every(moved)).toBe(true);
      expect(['at&t', 'zürich', '7', 'the'].some(moved)).toBe(false);
    },
  );

  it('keeps no weight that only training needs', async () => {
    const folder = newFolder();
    await train({ ...bert, ...kepler }, { folder });
    const stored = readSafetensors(path.join(folder, 'encoder.safetensors'));
    expect(Object.keys(stored).filter((name) => name.startsWith('cls.'))).toEqual([]);
  });

  it('guesses masked tokens better and better', async () => {
    // Nothing else moves the loss: corrupted triples are as near as true ones where the encoder starts.
    const losses: number[] = [];
    const onLog = (line: string): void => {
      const loss = /loss ([\d.]+)/.exec(line)?.[1];
      if (loss) losses.push(Number(loss));
    };
    const settings = { ...bert, ...kepler, maskedLanguageWeight: 1000, maxSteps: 60, learningRate: 1e-2 };
    await train({ ...settings, validation: { triples: 6, every: 10 } }, { onLog });
    expect(losses[0]! / 1000).toBeGreaterThan(2);
    expect(losses.at(-1)).toBeLessThan(0.8 * losses[0]!);
  });
});

describe('trainModel on a graph of one entity', () => {
  const single = (): TrainingData => ({
    ...{ entityIds: ['a'], texts: ['a thing'], relationIds: ['r', 's'], relationTexts: ['r', 's'] },
    triples: Int32Array.of(0, 0, 0, 0, 1, 0),
  });

  it.each(['margin', 'nll', 'bce', 'contrastive'] as const)(
    'ends with finite weights by %s',
    async (loss) => {
      const { metrics } = await train({ ...bow, loss, maxSteps: 3 }, { data: single() });
      expect(metrics['loss']).toBeGreaterThanOrEqual(0);
    },
  );
});
