import fc from 'fast-check';
import { importEntities, importTriples } from '../../src/graph/bulk';
import type { Database } from '../../src/graph/database';
import type { Services } from '../../src/services';
import { serve, temporaryFolder, trainTiny } from '../support/models';
import { clear, testDatabase } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';
import { entity } from '../graph/samples';

let db: Database;
let services: Services;

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  const dataFolder = await temporaryFolder();
  await tinyGraph(db, 30);
  await trainTiny(db, dataFolder, 'bow');
  services = await serve(db, dataFolder);
});

/** Few, so that all get in each other's way; one holds what a message's pattern may stumble over. */
const ids = ['race:1', 'race:2', "race's `3` = '"];
const allowed = ['NOT_FOUND', 'CONFLICT', 'ALREADY_EXISTS'];

/** One that nobody deletes, and one that comes and goes. */
const relations = ['near', 'raced'];

type StepKind =
  | ('create' | 'update' | 'delete' | 'add' | 'remove' | 'read' | 'page' | 'search' | 'import' | 'link')
  | ('name' | 'forget'); // a relation

interface Step {
  kind: StepKind;
  one: number;
  other: number;
  text: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(['create', 'update', 'update', 'delete', 'delete', 'add', 'add', 'remove'] as const),
    ...(['read', 'page', 'search', 'import', 'link', 'name', 'forget'] as const),
  ),
  one: fc.nat(ids.length - 1),
  other: fc.nat(ids.length - 1),
  text: fc.nat(3),
});

function carryOut({ kind, one, other, text }: Step): Promise<unknown> {
  const { curation, links, entities } = services;
  const id = ids[one]!;
  const triple = { head: id, relation: relations[text % 2]!, tail: ids[other]! };
  switch (kind) {
    case 'create':
      return curation.createEntities([{ id, name: `small dog ${text}` }], 'ann');
    case 'update':
      return curation.updateEntity(id, { name: `large cat ${text}` }, 'bob');
    case 'delete':
      return curation.deleteEntity(id);
    case 'add':
      return links.addTriples([triple], 'ann');
    case 'remove':
      return links.removeTriples([triple]);
    case 'read':
      return entities.getMany(ids).then((found) => expectWhole([...found.values()]));
    case 'page':
      return entities
        .neighbours('outgoing', [{ entity: id, first: 5 }])
        .then(([page]) => expectWhole(page!.items));
    case 'search':
      return entities.page({ ids }, 5).then(({ items }) => expectWhole(items));
    case 'import':
      return importEntities(db, [entity(id, { name: `fire ${text}` })], { by: 'an import', at: 1 });
    case 'link':
      return importTriples(db, [triple], { by: 'an import', at: 1 });
    case 'name':
      return links.createRelation({ id: 'raced', name: 'raced', description: '' });
    case 'forget':
      return links.deleteRelation('raced', 100);
  }
}

function expectWhole(found: object[]): void {
  for (const one of found) expect(Object.values(one)).not.toContain(null);
}

describe('whatever is done to a few entities at once', () => {
  it('succeeds, or is told that something is not there, is there, or changes all the time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const outcomes = await Promise.allSettled(steps.map(carryOut));
        const wrong = outcomes.flatMap((outcome) => {
          if (outcome.status === 'fulfilled') return [];
          const { code, message } = outcome.reason as { code?: string; message: string };
          return allowed.includes(code ?? '') ? [] : [`${code}: ${message}`];
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it('leaves the vector of its present text with each, and nothing half written', async () => {
    for (const id of ids)
      await services.curation.createEntities([{ id, name: 'young tree' }], 'ann').catch(() => undefined);
    await services.models.refresh();
    const broken = await db.read(
      'MATCH (e:Entity) WHERE e.updatedAt IS NULL OR e.name IS NULL OR e.revision IS NULL RETURN e.id AS id',
    );
    expect(broken).toEqual([]);
    const strays = await db.read(
      'MATCH ()-[t:TRIPLE]->() WHERE NOT EXISTS { MATCH (:Relation {id: t.relation}) } RETURN t.relation AS relation',
    );
    expect(strays).toEqual([]);
  });

  it('counts a triple removed by many at once one time', async () => {
    const [head, tail] = [ids[0]!, ids[1]!];
    const triple = { head, relation: 'near', tail };
    await services.links.addTriples([triple], 'ann');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => services.links.removeTriples([triple])),
    );
    expect(outcomes.reduce((sum, { removed }) => sum + removed, 0)).toBe(1);
  });

  it('deletes an entity once, and says to all others that it is not there', async () => {
    for (let round = 0; round < 10; round++) {
      const id = `race:ud${round}`;
      await services.curation.createEntities([{ id, name: 'young tree' }], 'ann');
      const outcomes = await Promise.allSettled([
        ...Array.from({ length: 6 }, (_, i) => services.curation.updateEntity(id, { name: `n${i}` }, 'ann')),
        ...Array.from({ length: 3 }, () => services.curation.deleteEntity(id)),
        services.links.addTriples([{ head: id, relation: 'near', tail: 't:00001' }], 'ann'),
      ]);
      const deleted = outcomes.slice(6, 9).filter(({ status }) => status === 'fulfilled');
      expect(deleted).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({ code: expect.stringMatching(/^(NOT_FOUND|CONFLICT)$/) });
    }
  });
});
