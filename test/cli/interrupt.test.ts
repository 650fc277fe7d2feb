import { spawnSync } from 'node:child_process';
import { exitCodes } from '../../src/cli/exitCodes';
import { compiled } from '../../src/shared/paths';

it.each(['SIGINT', 'SIGTERM'])('%s is foreseen wherever it is thrown, and has its exit status', (signal) => {
  const script = `
    const { interruptSignal } = require(${JSON.stringify(compiled('cli', 'interrupt.js'))});
    const { exitCodeOf } = require(${JSON.stringify(compiled('cli', 'exitCodes.js'))});
    const signal = interruptSignal();
    signal.addEventListener('abort', () => {
      try {
        signal.throwIfAborted();
      } catch (error) {
        console.log(error.code, error.message);
        process.exit(exitCodeOf(error));
      }
    });
    setTimeout(() => process.exit(99), 10_000);
    process.kill(process.pid, '${signal}');`;
  const { status, stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({
    status: exitCodes.interrupted,
    stdout: 'CANCELLED It was interrupted before its end.\n',
  });
});
