// `npm run demo`: set-up, then the demo, with the same arguments.
import { setUp } from './setup/index.mjs';
import { kindred } from './setup/kindred.mjs';

if (await setUp()) await kindred(['demo', ...process.argv.slice(2)]);
else process.exitCode = 1;
