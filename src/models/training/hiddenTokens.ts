import type { TokenBatch } from '../encoders/tokenBatch';
import type { Random } from '../../shared/random';

/** Share of the tokens that are guessed, and what becomes of them: the rest of these shares stay as they are. */
const shares = { guessed: 0.15, masked: 0.8, replaced: 0.1 };

/** Texts with some tokens hidden. */
export interface HiddenTokens {
  readonly texts: TokenBatch;
  /** `[p]` rows of the flattened tokens that are to be guessed, ascending */
  readonly positions: Int32Array;
  /** `[p]` the tokens that stood there */
  readonly targets: Int32Array;
}

/**
 * Choose 15% of a batch's tokens, at least one, special ones never; of these 80% become the mask, 10% another token,
 * and 10% stay (Devlin et al. 2019, section 3.1). The share is of the batch and not of each text, which may be a word.
 *
 * @param ordinary ids of all tokens that can be chosen
 */
export function hideTokens(
  batch: TokenBatch,
  { mask, ordinary }: { mask: number; ordinary: Int32Array },
  random: Random,
): HiddenTokens {
  const choosable = new Set(ordinary);
  const places = Int32Array.from(batch.ids.keys()).filter(
    (place) =>
      place % batch.length < batch.lengths[Math.floor(place / batch.length)]! &&
      choosable.has(batch.ids[place]!),
  );
  const count = Math.min(places.length, Math.max(1, Math.round(shares.guessed * places.length)));
  const positions = random.shuffle(places).slice(0, count).sort();
  const ids = batch.ids.slice();
  for (const place of positions) {
    const fate = random.uniform();
    if (fate < shares.masked) ids[place] = mask;
    else if (fate < shares.masked + shares.replaced) ids[place] = ordinary[random.below(ordinary.length)]!;
  }
  return { texts: { ...batch, ids }, positions, targets: positions.map((place) => batch.ids[place]!) };
}
