import { existsSync } from 'node:fs';
import path from 'node:path';
import { dist, wn18rr } from '../support.mjs';

const { createEncoder } = dist('models/encoders');
const { readBertConfig } = dist('models/encoders/bert/bertConfig');
const { createRelationModel } = dist('models/blp/relationModels');
const { gatherBatch } = dist('models/training/batches');
const { Epochs } = dist('models/training/epochs');
const { initialParameters } = dist('models/training/initialParameters');
const { LinkObjective } = dist('models/training/objectives/linkObjective');
const { createParameters } = dist('models/training/parameters');
const { parseTrainingSettings } = dist('models/training/settings');
const { takeStep } = dist('models/training/step');
const { KnownTriples } = dist('models/triples/knownTriples');
const { Random } = dist('shared/random');
const { entityTexts, newVocabulary, tripleRows } = dist('services/experiments/dataset');

/** The paper's: `[CLS]` to 128 values, TransE by L1, margin loss, 64 triples a step, 64 negatives each, Adam. */
export const settings = parseTrainingSettings({ encoder: 'blp', validation: { triples: 0 } });

/** A graph whose texts are all as long as can be: every step does the same work. */
export function evenGraph(vocabulary, { batches = 4 } = {}) {
  const random = Random.of(0, 'even graph');
  const words = Math.floor(vocabulary / 2); // the marks and single characters have the first rows
  const entities = Array.from({ length: 2 * settings.batchSize * batches }, () =>
    Int32Array.from({ length: settings.maxLength }, () => words + random.below(vocabulary - words)),
  );
  const triples = Int32Array.from({ length: (3 * entities.length) / 2 }, (_, i) =>
    i % 3 === 1 ? random.below(11) : 2 * Math.floor(i / 3) + (i % 3) / 2,
  );
  return {
    ...{ entities, triples, relations: 11 },
    chosen: Array.from({ length: batches }, (_, batch) =>
      Int32Array.from({ length: settings.batchSize }, (_, i) => batch * settings.batchSize + i),
    ),
  };
}

/** WN18RR's training triples and texts, or undefined where the data set is not there. */
export async function wordNetGraph(encoder) {
  if (!existsSync(wn18rr)) return undefined;
  const vocabulary = newVocabulary();
  const triples = await tripleRows([path.join(wn18rr, 'train.tsv')], vocabulary);
  const texts = await entityTexts(path.join(wn18rr, 'entity2text.txt'), vocabulary.entities.list);
  const { ids } = encoder.tokenize(texts);
  return { entities: ids, triples, relations: vocabulary.relations.list.length };
}

/** Batches of an epoch as Kindred makes them, or of triples in random order: some, evenly spaced by their size. */
export function batchesOf({ entities, triples }, order, { count = 6 } = {}) {
  const epochs = new Epochs(triples, entities, settings.batchSize, 0, true);
  const size = (chosen) => {
    const { entities: rows } = gatherBatch(triples, chosen);
    return rows.length * Math.max(...Array.from(rows, (row) => entities[row].length));
  };
  const all =
    order === 'by length'
      ? Array.from({ length: epochs.batchesPerEpoch }, (_, step) => epochs.batch(step))
      : randomBatches(triples.length / 3, epochs.batchesPerEpoch);
  const sorted = all.map((chosen) => [size(chosen), chosen]).sort(([a], [b]) => a - b);
  return Array.from({ length: count }, (_, i) => sorted[Math.floor(((i + 0.5) * sorted.length) / count)][1]);
}

function randomBatches(triples, batches) {
  const order = Random.of(0, 'random batches').shuffle(Int32Array.from({ length: triples }, (_, i) => i));
  const start = (batch) => Math.floor((batch * triples) / batches);
  return Array.from({ length: batches }, (_, batch) => order.slice(start(batch), start(batch + 1)));
}

/** The weights that every run on a graph starts from. */
export async function startingState(folder, { relations }) {
  const encoder = await createEncoder('blp', folder, settings);
  const relationIds = Array.from({ length: relations }, (_, i) => `relation ${i}`);
  return initialParameters(encoder, createRelationModel(settings), { relationIds }, settings);
}

/** Training on a list of batches, over and over: the product's own step. */
export class Run {
  steps = 0;

  static async create(folder, start, graph, options = {}) {
    const encoder = await createEncoder('blp', folder, { ...settings, ...options });
    const known = new KnownTriples(graph.triples, graph.entities.length);
    return new Run(new LinkObjective(encoder, createRelationModel(settings), settings, known), start, graph);
  }

  constructor(objective, start, graph) {
    this.objective = objective;
    this.parameters = createParameters(start);
    this.batches = this.prepare(graph);
  }

  prepare({ chosen, ...graph }) {
    return chosen.map((own, i) =>
      this.objective.draw(gatherBatch(graph.triples, own), graph, (purpose) => Random.of(0, purpose, i)),
    );
  }

  dispose() {
    this.parameters.dispose();
  }

  /** As a peer answers: milliseconds of `steps` steps together, and their losses. */
  take(steps) {
    const [wall, cpu] = [performance.now(), process.cpuUsage()];
    const losses = Array.from({ length: steps }, () => {
      const batch = this.batches[this.steps++ % this.batches.length];
      return takeStep(
        this.parameters,
        (weights) => this.objective.loss(weights, batch),
        () => settings.learningRate,
      );
    });
    const { user, system } = process.cpuUsage(cpu);
    return { wall: performance.now() - wall, cpu: (user + system) / 1000, losses };
  }
}

/** What a peer needs to do the same, apart from the weights. */
export function forPeer(folder, batches) {
  const { layers, heads, epsilon } = readBertConfig(folder);
  const { learningRate, margin } = settings;
  const plain = ({ triples, entities, negatives }) => ({
    ...{ rows: entities.rows, length: entities.length },
    ...lists({ ids: entities.ids, lengths: entities.lengths, ...negatives }),
    ...lists({ heads: triples.heads, tails: triples.tails, relations: triples.relations }),
  });
  return {
    settings: { layers, heads, epsilon, learningRate, margin },
    batches: Object.fromEntries(Object.entries(batches).map(([name, own]) => [name, own.map(plain)])),
  };
}

function lists(arrays) {
  return Object.fromEntries(Object.entries(arrays).map(([name, values]) => [name, [...values]]));
}
