import type { Database } from '../../graph/database';
import { findEntities } from '../../graph/entities';
import { entityText } from '../../models/entityText';
import { CrossEncoder } from '../../models/search/crossEncoder/crossEncoder';
import { KindredError } from '../../shared/errors';
import type { FoundEntity } from './rerank';

/** Orders the first of what was found by reading each together with the query. */
export class CrossReader {
  private readonly encoder: CrossEncoder | undefined;

  /** @param folder of the cross-encoder; without one it cannot be asked */
  constructor(
    private readonly db: Database,
    folder: string | undefined,
  ) {
    this.encoder = folder === undefined ? undefined : new CrossEncoder(folder);
  }

  /**
   * The first `depth` by the cross-encoder's scores, the others behind them as they were.
   *
   * @throws MODEL_UNAVAILABLE where there is no cross-encoder, or it fails; CORRUPT_FILE
   */
  async order(query: string, found: readonly FoundEntity[], depth: number): Promise<FoundEntity[]> {
    if (!this.encoder) {
      throw new KindredError(
        'MODEL_UNAVAILABLE',
        'There is no cross-encoder here. Search without "crossEncode", or name the folder of one in KINDRED_CROSS_ENCODER.',
      );
    }
    const head = found.slice(0, depth);
    const entities = await findEntities(
      this.db,
      head.map(({ entityId }) => entityId),
    );
    const read = head.filter(({ entityId }) => entities.has(entityId)); // others were deleted this moment
    const scores = await this.encoder.scores(
      query,
      read.map(({ entityId }) => entityText(entities.get(entityId)!)),
    );
    const ordered = read
      .map((own, i) => ({ ...own, score: scores[i]!, crossScore: scores[i]! }))
      .sort((a, b) => b.crossScore - a.crossScore || (a.entityId < b.entityId ? -1 : 1));
    return [...ordered, ...found.slice(depth)];
  }

  async close(): Promise<void> {
    await this.encoder?.close();
  }
}
