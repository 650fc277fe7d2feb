#!/usr/bin/env node
import { run } from './cli/run';

// A reader that has seen enough (`kindred jobs | head`) closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

void run(process.argv.slice(2)).then((status) => {
  process.exitCode = status;
});
