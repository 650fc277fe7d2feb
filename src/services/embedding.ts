import type { ModelRecord } from '../graph/models';
import { entityText } from '../models/entityText';
import { cleanText } from '../shared/text';
import type { ModelService } from './models';
import { readingModel } from './textless';

export interface Embedding {
  readonly model: ModelRecord;
  /** `[dimension]` */
  readonly vector: number[];
  /** whether the text was longer than the encoder reads */
  readonly truncated: boolean;
}

/** The vector of a text that need not be stored. */
export class EmbeddingService {
  constructor(private readonly models: ModelService) {}

  /** Name of the tensor backend that encodes; undefined until it has started. */
  backend(): string | undefined {
    return this.models.encoder.backend();
  }

  /** @throws BAD_INPUT for an empty, over-long or ill-formed text; NOT_FOUND for an unknown model; MODEL_UNAVAILABLE for one that reads no texts */
  async embedText(given: { name?: string; description: string }, name?: string): Promise<Embedding> {
    const text = {
      name: cleanText('name', given.name ?? '', { required: false }),
      description: cleanText('description', given.description, { called: 'text' }),
    };
    const model = readingModel(this.models, name);
    const { vectors, truncated } = await this.models.encoder.encode(model.folder, [entityText(text)]);
    return { model: model.record, vector: Array.from(vectors), truncated: truncated[0]! };
  }
}
