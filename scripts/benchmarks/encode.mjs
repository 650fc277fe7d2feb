// Encodes WordNet descriptions with MiniLM and prints what it took as one line of JSON; `embedding.mjs` runs it.
import { dist } from './support.mjs';

const { createEncoder, encodeTexts } = dist('models/encoders');
const { readWordNet } = dist('formats/wordnet');
const { entityText } = dist('models/entityText');
const { baseEncoderFolder, loadSettings } = dist('config');

const count = 4_000;
const { synsets } = await readWordNet();
const sample = Array.from({ length: count }, (_, i) =>
  entityText(synsets[Math.floor((i * synsets.length) / count)].entity),
);

const encoder = await createEncoder('blp', baseEncoderFolder(loadSettings()), {
  maxLength: 32,
  dimension: 128,
  pooling: 'mean',
  ops: 'fast',
});
const weights = encoder.initialWeights(0);
await encodeTexts(encoder, weights, sample.slice(0, 256));
const tokens = encoder.tokenize(sample).ids.reduce((sum, ids) => sum + ids.length, 0);
const begun = performance.now();
await encodeTexts(encoder, weights, sample);
console.log(JSON.stringify({ texts: count, tokens, seconds: (performance.now() - begun) / 1000 }));
