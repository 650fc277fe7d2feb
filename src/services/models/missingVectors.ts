import { holdCurrent } from '../../graph/catalogueChanges';
import type { Database } from '../../graph/database';
import { entitiesWithoutVector, vectorRows, writeVectors } from '../../graph/vectors';
import { encoderInput } from '../../models/entityText';
import { log } from '../../shared/log';
import type { EncoderClient } from '../encoding';
import type { ServedModel } from './servedModel';

/** Few, so that requests have their turn at the encoder in between. */
const chunk = 64;

/**
 * Gives entities that lack a current model's vector one, in the background: an import leaves such entities, and so does
 * a change of texts by one. Entities that came after the training of a model that reads no texts stay without. What it writes is a change of the store like any other, and is followed as such.
 */
export class MissingVectors {
  private running: Promise<void> | undefined;
  private again = false;

  constructor(
    private readonly db: Database,
    private readonly encoder: EncoderClient,
    private readonly models: () => readonly ServedModel[],
    private readonly signal: AbortSignal,
  ) {}

  /** Look for such entities, once more after the present look if there is one. */
  seek(): void {
    this.again = true;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  /** When the present look has ended. */
  async settled(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.again && !this.signal.aborted) {
      this.again = false;
      for (const model of this.models()) {
        await this.embed(model).catch((error: unknown) =>
          log.warn({ model: model.record.id, err: error }, 'entities without vectors could not be embedded'),
        );
      }
    }
  }

  private async embed({ record, folder, card, coverage }: ServedModel): Promise<void> {
    const { dimension } = card;
    for (let after = ''; !this.signal.aborted;) {
      const found = await entitiesWithoutVector(this.db, record.vectorProperty, after, chunk);
      if (found.length === 0) return;
      after = found.at(-1)!.id;
      const entities = found.filter(({ id }) => coverage.covers(id));
      if (entities.length === 0) continue;
      const inputs = entities.map((entity) => encoderInput(card.encoder, entity));
      const { vectors } = await this.encoder.encode(folder, inputs);
      const rows = vectorRows(entities, vectors, dimension);
      const isCurrent = await this.db.transaction('WRITE', async (run) => {
        if (!(await holdCurrent(run, record.id))) return false; // its vectors are being removed, or have been
        await writeVectors(run, record.vectorProperty, dimension, rows);
        return true;
      });
      if (!isCurrent) return;
    }
  }
}
