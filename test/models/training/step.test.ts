import { tf } from '../../../src/models/backend';
import { createRelationModel } from '../../../src/models/blp/relationModels';
import { createEncoder } from '../../../src/models/encoders';
import { gatherBatch } from '../../../src/models/training/batches';
import { Epochs } from '../../../src/models/training/epochs';
import { initialParameters } from '../../../src/models/training/initialParameters';
import { createObjective } from '../../../src/models/training/objectives/createObjective';
import { createParameters } from '../../../src/models/training/parameters';
import { parseTrainingSettings, type TrainingSettingsInput } from '../../../src/models/training/settings';
import { takeStep } from '../../../src/models/training/step';
import { tokenizeGraph } from '../../../src/models/training/tokens';
import { Random } from '../../../src/shared/random';
import { baseEncoder, tinyEncoder } from '../../support/baseEncoder';
import { smallGraph } from './graph';

/** `blp` in training on the small graph; each call of `step` gives the loss of the next. */
async function training(folder: string, given: Partial<TrainingSettingsInput>) {
  const settings = parseTrainingSettings({ encoder: 'blp', batchSize: 8, ...given });
  const data = smallGraph();
  const encoder = await createEncoder('blp', folder, settings);
  const model = createRelationModel(settings);
  const entities = data.entityIds.length;
  const objective = createObjective({ encoder, model, settings, entities, triples: data.triples });
  const tokens = await tokenizeGraph(encoder, data, {});
  const epochs = new Epochs(data.triples, tokens.entities, settings.batchSize, settings.seed, true);
  const parameters = createParameters(initialParameters(encoder, model, data, settings));
  let steps = 0;
  return {
    step(): number {
      const triples = gatherBatch(data.triples, epochs.batch(steps));
      const loss = objective.prepare(triples, tokens, (purpose) => Random.of(settings.seed, purpose, steps));
      steps++;
      return takeStep(parameters, loss, () => settings.learningRate);
    },
    dispose: () => parameters.dispose(),
  };
}

async function losses(steps: number, given: Partial<TrainingSettingsInput>): Promise<number[]> {
  const run = await training(baseEncoder, given);
  const found = Array.from({ length: steps }, () => run.step());
  run.dispose();
  return found;
}

const farthest = (a: number[], b: number[]): number =>
  Math.max(...a.map((loss, i) => Math.abs(loss - b[i]!)));

describe('a training step', () => {
  it('goes the same way with fast as with plain ops, on MiniLM; in bfloat16 nearly so', async () => {
    const plain = await losses(5, { ops: 'plain' });
    expect(farthest(await losses(5, { ops: 'fast' }), plain)).toBeLessThan(1e-4);
    const rough = farthest(await losses(5, { precision: 'bfloat16' }), plain);
    expect(rough).toBeGreaterThan(1e-4);
    expect(rough).toBeLessThan(2e-2);
  });

  it.each([
    ['float32', 1000],
    ['bfloat16', 200],
  ] as const)('leaves no tensor behind, in %s: %i steps', async (precision, steps) => {
    const run = await training(tinyEncoder, { precision, dimension: 8, maxLength: 16 });
    run.step();
    const { numTensors, numBytes } = tf.memory();
    for (let i = 0; i < steps; i++) run.step();
    expect(tf.memory()).toMatchObject({ numTensors, numBytes });
    run.dispose();
  });
});
