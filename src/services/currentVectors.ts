import { readsTexts } from '../models/encoders/textEncoder';
import type { CurrentModel, ModelService } from './models';

/** Vectors `[texts, dimension]` of some texts by one model. */
export interface ModelVectors extends CurrentModel {
  readonly vectors: Float32Array;
}

export interface CurrentVectors {
  /** of the catalogue, for which the models hold */
  readonly revision: number;
  /** all that are current */
  readonly models: CurrentModel[];
  readonly made: ModelVectors[];
}

/**
 * Vectors of texts by the current models that read texts, but those that have encoded them already. A model that is retired meanwhile
 * may have lost its files: then the models are looked up again.
 *
 * @throws MODEL_UNAVAILABLE or CORRUPT_FILE when a vector cannot be made
 */
export async function encodeForCurrent(
  service: ModelService,
  texts: readonly string[],
  covered: readonly CurrentModel[] = [],
): Promise<CurrentVectors> {
  for (;;) {
    const { revision, models } = await service.current();
    try {
      const reading = models.filter(({ record }) => readsTexts(record.encoder));
      const lacking = texts.length > 0 ? without(reading, covered) : [];
      const made = await Promise.all(
        lacking.map(async (model) => ({
          ...model,
          vectors: (await service.encoder.encode(model.folder, texts)).vectors,
        })),
      );
      return { revision, models, made };
    } catch (error) {
      if ((await service.catalogueRevision()) === revision) throw error;
    }
  }
}

export function without(models: readonly CurrentModel[], others: readonly CurrentModel[]): CurrentModel[] {
  return models.filter(({ record }) => !others.some((other) => other.record.id === record.id));
}
