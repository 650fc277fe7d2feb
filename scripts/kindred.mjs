#!/usr/bin/env node
// The `kindred` command. Set-up, where needed, reports on standard error: a program may read what a command prints.
import { isRunnable, setUp } from './setup/index.mjs';
import { kindred } from './setup/kindred.mjs';

if (isRunnable() || (await setUp({ output: process.stderr }))) await kindred(process.argv.slice(2));
else process.exitCode = 1;
