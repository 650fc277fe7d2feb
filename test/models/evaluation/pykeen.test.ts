import { bySide, figuresOf, rankKinds, rankTriples, settings } from '../../../src/models/evaluation';
import { KnownTriples } from '../../../src/models/triples/knownTriples';
import reference from '../../fixtures/evaluation/ranking.json';

/** Scores that were given, as similarities: an entity's vector has a 1 at its own place, a question's vector is its scores. */
const givenScores = {
  metric: 'dot',
  dimension: reference.entities,
  vectorOf: (entity: number) =>
    Float32Array.from({ length: reference.entities }, (_, i) => Number(i === entity)),
  queryOf: ({ side, known, relation }: { side: string; known: number; relation: number }) =>
    Float32Array.from((reference.scores as Record<string, number[]>)[`${side} ${known} ${relation}`]!),
} as const;

/** Against `scripts/reference/ranking.py`. */
describe(`figures of rankings, against ${reference.madeBy}`, () => {
  it.each(settings)('are the same for the same scores, ties and all: %s', async (setting) => {
    const rankings = await rankTriples({
      ...givenScores,
      triples: Int32Array.from(reference.asked),
      candidates: Int32Array.from({ length: reference.entities }, (_, entity) => entity),
      known: new KnownTriples(Int32Array.from(reference.known), reference.entities),
    });
    const groups = [...bySide(rankings), { name: 'both', members: [...Array(rankings.size).keys()] }];
    expect(groups.map(({ name }) => name).sort()).toEqual(['both', 'heads', 'tails']);
    for (const { name, members } of groups) {
      const found = figuresOf(rankings, members)[setting]!;
      const expected = reference[setting][name as 'both'];
      for (const kind of rankKinds) {
        expect(Object.keys(expected[kind]).length).toBeGreaterThanOrEqual(5);
        for (const [figure, value] of Object.entries(expected[kind])) {
          const off = Math.abs(found[kind][figure as 'mrr'] - value);
          expect({ name, kind, figure, off: off < 1e-6 }).toEqual({ name, kind, figure, off: true });
        }
      }
    }
  });
});
