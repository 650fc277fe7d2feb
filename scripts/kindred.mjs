#!/usr/bin/env node
// The `kindred` command. Set-up, where needed, reports on standard error: a program may read what a command prints.
import { isBuilt, isRunnable, setUp } from './setup/index.mjs';
import { kindred } from './setup/kindred.mjs';

const args = process.argv.slice(2);
/** Help waits for nobody and builds nothing, also where the sources are newer than what was built. */
const isHelp = isBuilt() && args.some((arg) => ['--help', '-h', '--version', '-V'].includes(arg));

if (isHelp || isRunnable() || (await setUp({ output: process.stderr }))) await kindred(args);
else process.exitCode = 1;
