import type { Database } from '../../../src/graph/database';
import { updateEntity } from '../../../src/graph/entityWrites';
import { EntityService } from '../../../src/services/entities';
import { type ImportReport, importWordNet } from '../../../src/services/imports';
import type { Progress } from '../../../src/shared/progress';
import { type OwnServer, startOwnServer } from './ownServer';

jest.setTimeout(240_000);

let own: OwnServer;
let db: Database;
let entities: EntityService;
let report: ImportReport;
const progress: Progress[] = [];

beforeAll(async () => {
  own = await startOwnServer();
  ({ db } = own);
  entities = new EntityService(db);
  report = await importWordNet(db, { onProgress: (one) => progress.push(one) });
});
afterAll(() => own.end());

const countStored = async () =>
  (
    await db.read<Record<string, number>>(
      `RETURN COUNT { (:Entity) } AS entities, COUNT { (:Relation) } AS relations,
         COUNT { (:Entity)-[:TRIPLE]->(:Entity) } AS triples`,
    )
  )[0];

const whole = { entities: 117_659, relations: 27, triples: 364_552 };

describe('importing WordNet whole', () => {
  it('stores every synset and every pointer, equal ones once, and reports it', async () => {
    expect(report).toMatchObject({
      source: 'wordnet-3.0',
      entities: 117_659,
      entitiesCreated: 117_659,
      entitiesUpdated: 0,
      entitiesKept: 0,
      relations: 27,
      triplesRead: 377_592,
      triplesStored: 364_552,
      triplesAdded: 364_552,
      duplicates: 13_040,
      badLines: [],
      badLineCount: 0,
      notes: ['19 pointers join two words of one synset; their triples lead from it to itself.'],
      alreadyDone: false,
    });
    expect(report.seconds).toBeGreaterThan(0);
    expect(report.triplesPerSecond).toBeGreaterThan(0);
    expect(await countStored()).toEqual(whole);
  });

  it('tells its progress with totals, from nothing to everything', () => {
    const of = (stage: string) => progress.filter((one) => one.stage === stage);
    const ofEntities = of('importing entities');
    expect(ofEntities[0]).toEqual({ stage: 'importing entities', unit: 'entities', done: 0, total: 117_659 });
    expect(ofEntities.at(-1)!.done).toBe(117_659);
    const ofTriples = of('importing triples');
    expect(ofTriples[0]).toEqual({ stage: 'importing triples', unit: 'triples', done: 0, total: 377_592 });
    expect(ofTriples.at(-1)!.done).toBe(377_592);
    const done = ofTriples.map((one) => one.done);
    expect(done).toEqual([...done].sort((a, b) => a - b));
  });

  it('marks triples as imported, and by what', async () => {
    const [page] = await entities.neighbours('outgoing', [
      { entity: 'wn30:02084071-n', relation: 'hypernym', first: 5 },
    ]);
    expect(page!.items.map(({ tail, source, by }) => [tail, source, by])).toEqual([
      ['wn30:01317541-n', 'imported', 'import:wordnet-3.0'],
      ['wn30:02083346-n', 'imported', 'import:wordnet-3.0'],
    ]);
  });

  it('serves a page of 100 entities with their first 10 triples in 4 statements', async () => {
    db.statements = 0;
    const { items } = await entities.page({ types: ['noun.animal'] }, 100);
    const pages = await entities.neighbours(
      'outgoing',
      items.map(({ id }) => ({ entity: id, first: 10 })),
    );
    const triples = pages.flatMap((page) => page.items);
    const tails = await entities.getMany(triples.map(({ tail }) => tail));
    const relations = await entities.relationsById(triples.map(({ relation }) => relation));
    expect(db.statements).toBe(4);
    expect(items).toHaveLength(100);
    expect(triples.length).toBeGreaterThan(100);
    expect(triples.every(({ relation, tail }) => relations.has(relation) && tails.has(tail))).toBe(true);
  });
});

describe('importing it again', () => {
  it('restores what is missing, leaves a curator’s texts alone, and changes nothing else', async () => {
    const [dog, cat, gone] = ['wn30:02084071-n', 'wn30:02121620-n', 'wn30:02120997-n'];
    const edit = { name: 'my dog', description: 'mine', source: 'curated' };
    await db.transaction('WRITE', (run) => updateEntity(run, dog, edit, 'ann'));
    const before = await entities.getMany([dog, cat]);
    await db.write('MATCH (e:Entity {id: $gone}) DETACH DELETE e', { gone });
    await db.write('MATCH (:Entity {id: $cat})-[t:TRIPLE]->() DELETE t', { cat });
    const left = await countStored();
    expect(left!['entities']).toBe(whole.entities - 1);
    expect(left!['triples']).toBeLessThan(whole.triples);

    const again = await importWordNet(db);
    expect(await countStored()).toEqual(whole);
    expect(again).toMatchObject({
      entities: 117_659,
      entitiesCreated: 1,
      entitiesUpdated: 0,
      entitiesKept: 1,
      triplesStored: 364_552,
      triplesAdded: whole.triples - left!['triples']!,
      duplicates: 13_040,
    });
    expect(await entities.getMany([dog, cat])).toEqual(before);
  });

  it('only if needed, takes the time of reading the files', async () => {
    const again = await importWordNet(db, {
      onlyIfNeeded: true,
      onProgress: ({ stage }) => {
        throw new Error(`began with ${stage}`);
      },
    });
    expect(again).toMatchObject({ alreadyDone: true, entities: 117_659, triplesStored: 364_552 });
  });
});
