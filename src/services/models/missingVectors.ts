import type { Database } from '../../graph/database';
import { entitiesWithoutVector, writeVectors } from '../../graph/vectors';
import { entityText } from '../../models/entityText';
import type { EncoderClient } from '../encoding';
import type { ServedModel } from './servedModel';

const chunk = 500;

/** Give every entity that lacks a model's vector one: an import, or a text changed by one, leaves such entities. */
export async function embedMissing(
  db: Database,
  encoder: EncoderClient,
  { record, folder, card }: ServedModel,
  signal: AbortSignal,
): Promise<void> {
  const { dimension } = card;
  for (let after = ''; !signal.aborted;) {
    const entities = await entitiesWithoutVector(db, record.vectorProperty, after, chunk);
    if (entities.length === 0) return;
    after = entities.at(-1)!.id;
    const { vectors } = await encoder.encode(folder, entities.map(entityText));
    const rows = entities.map(({ id, revision }, row) => ({
      id,
      revision,
      vector: vectors.subarray(row * dimension, (row + 1) * dimension),
    }));
    await db.transaction('WRITE', (run) => writeVectors(run, record.vectorProperty, dimension, rows));
  }
}
