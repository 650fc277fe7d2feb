import { parseTrainingSettings, type TrainingSettingsInput } from '../../../src/models/training';
import { wordEmbeddings } from '../../../src/models/encoders/bert/bertConfig';
import { checkMemory } from '../../../src/models/training/memory';

const check = (given: Partial<TrainingSettingsInput>, entities = 100_000) => {
  const encoder = { dimension: 384, weightShapes: { [wordEmbeddings]: [30_522, 384] } };
  checkMemory(parseTrainingSettings({ encoder: 'be-bow', ...given }), encoder, entities);
};

describe('the memory of a step', () => {
  it('suffices for the published settings and for the largest batch with few negatives', () => {
    check({});
    check({ batchSize: 1024 });
    check({ loss: 'contrastive', batchSize: 512 });
  });

  it('is refused where no machine has it, with what to change', () => {
    expect(() => check({ batchSize: 65_536, negatives: 4096 })).toThrow(
      /65536 triples and 4096 negatives each needs about 1536\.0 GiB of memory; this machine has .* smaller batchSize or fewer/,
    );
  });

  it('of the contrastive loss goes with the entities that a batch can have', () => {
    check({ loss: 'contrastive', batchSize: 65_536 }, 100);
    expect(() => check({ loss: 'contrastive', batchSize: 65_536 }, 10_000_000)).toThrow(
      /smaller batchSize\.$/,
    );
  });
});
