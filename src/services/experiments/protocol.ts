import { concat } from '../../models/triples/concat';
import { badInput } from '../../shared/errors';
import type { SplitKind, StoredSplit } from './splitFolder';

/**
 * Among which entities the true one is ranked: `dynamic`, those of training and all new ones up to the part that is
 * evaluated; `transfer`, the part's own new ones, where both ends of a triple are new; `transductive`, all, where none
 * is new. Source: Daza et al. 2021, section 4.1.
 */
export const protocols = ['dynamic', 'transfer', 'transductive'] as const;

export type Protocol = (typeof protocols)[number];

/** The one that a split is made for. */
export function usualProtocol(kind: SplitKind): Protocol {
  return kind === 'inductive' ? 'dynamic' : 'transductive';
}

/**
 * The triples whose ends are asked for, and the entities they are ranked among, in rows.
 *
 * @throws BAD_INPUT for a protocol that the split is not made for
 */
export function askedOf({ kind, parts }: StoredSplit, part: 'valid' | 'test', protocol: Protocol) {
  if ((protocol === 'transductive') === (kind === 'inductive')) {
    throw badInput(
      `The ${protocol} protocol does not fit a split of kind ${kind}; ${usualProtocol(kind)} does.`,
    );
  }
  const { train, valid, test } = parts;
  if (protocol !== 'transfer') {
    const known = part === 'valid' ? [train, valid] : [train, valid, test];
    return { triples: parts[part].triples, candidates: concat(known.map(({ entities }) => entities)) };
  }
  const candidates = parts[part].entities;
  const isNew = new Set(candidates);
  const both: number[] = [];
  const { triples } = parts[part];
  for (let i = 0; i < triples.length; i += 3) {
    if (isNew.has(triples[i]!) && isNew.has(triples[i + 2]!)) both.push(...triples.subarray(i, i + 3));
  }
  return { triples: Int32Array.from(both), candidates };
}
