import '../encoding/outlivingSignals';
import os from 'node:os';
import { fitTypeClassifier, type TypedVectors } from '../../models/classification/typeClassifier';
import { packError } from '../../shared/calls';
import type { FromLearner } from './messages';

/** Learns types for the process that forked it, once, and ends. It is in nobody's way: requests have their turn first. */
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit(0));
process.on('message', (typed: TypedVectors) => {
  void fitTypeClassifier(typed).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ error: packError(error) }),
  );
});

function answer(message: FromLearner): void {
  if (process.connected) process.send!(message, undefined, undefined, () => process.disconnect());
}
