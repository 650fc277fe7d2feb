// The README's figures: `npm run bench` for all but the long ones, `npm run bench -- NAME …` for some.
import { embedding } from './embedding.mjs';
import { fresh } from './fresh.mjs';
import { imports } from './imports.mjs';
import { serving } from './serving.mjs';
import { machine } from './support.mjs';

const benchmarks = {
  serving: { run: serving, what: 'latency of requests on the data folder that `npm run demo` filled' },
  embedding: { run: embedding, what: 'descriptions embedded a second with MiniLM' },
  imports: { run: imports, what: 'WordNet into an empty local Neo4j' },
  training: {
    run: async () => (await import('./training/index.mjs')).training(), // loads TensorFlow
    what: 'training steps beside PyTorch, in turns (7 minutes, 9 GB of memory; the first time installs PyTorch, 6 GB)',
    long: true,
  },
  evaluation: {
    run: async () => (await import('./evaluation.mjs')).evaluation(),
    what: 'link prediction on WN18RR evaluated, beside PyKEEN (10 minutes, nearly all of them PyKEEN’s)',
    long: true,
  },
  'bag-of-words': {
    run: async () => (await import('./bagOfWords.mjs')).bagOfWords(),
    what: 'be-bow trained on WN18RR by the paper’s settings, beside PyTorch: quality (hours)',
    long: true,
  },
  search: {
    run: async () => (await import('./search/index.mjs')).search(),
    what: 'BM25F over WordNet beside Lucene, one field beside other libraries, a million documents (10 minutes)',
    long: true,
  },
  fresh: {
    run: fresh,
    what: 'a fresh clone and an empty cache: set-up and demo times, peak memory (15 minutes)',
    long: true,
  },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benchmarks));
if (unknown.length > 0 || asked.includes('--help')) {
  console.log('Usage: npm run bench -- [NAME …]\n');
  for (const [name, { what }] of Object.entries(benchmarks)) console.log(`  ${name.padEnd(12)} ${what}`);
  process.exit(asked.includes('--help') ? 0 : 2);
}
console.log(machine());
for (const [name, { run, long }] of Object.entries(benchmarks)) {
  if (asked.length > 0 ? !asked.includes(name) : long) continue;
  console.log(`\n# ${name}`);
  await run();
}
