import type { Database } from '../../../src/graph/database';
import type { Services } from '../../../src/services';
import { drawFolds } from '../../../src/models/search/training/folds';
import { serve, temporaryFolder, trainTiny } from '../../support/models';
import { clear, testDatabase } from '../../support/neo4j';
import { tinyGraph } from '../../support/tinyGraph';

let db: Database;
let services: Services;
let other: Services;

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  await tinyGraph(db, 40);
  const dataFolder = await temporaryFolder();
  await trainTiny(db, dataFolder, 'rows', { encoder: 'lookup' });
  await trainTiny(db, dataFolder, 'bow');
  services = await serve(db, dataFolder);
  other = await serve(db, dataFolder);
});

/** What is sought is in descriptions, and names lead astray. */
async function judged() {
  const rows = await db.read<{ id: string; name: string; description: string }>(
    'MATCH (e:Entity) RETURN e.id AS id, e.name AS name, e.description AS description ORDER BY id',
  );
  const nouns = ['dog', 'cat', 'tree', 'house', 'telephone', 'animal', 'water', 'fire', 'earth', 'air'];
  const queries = new Map(nouns.map((noun, i) => [`QALD2_te-${i}`, noun]));
  const judgments = new Map(
    nouns.map((noun, i) => [
      `QALD2_te-${i}`,
      new Map(
        rows.map(({ id, name, description }) => [
          id,
          description.includes(noun) && !name.includes(noun) ? 1 : 0,
        ]),
      ),
    ]),
  );
  return { queries, judgments, folds: drawFolds([...queries.keys()], 5, 0), models: ['bow'], seed: 0 };
}

describe('learning to search', () => {
  it('finds parameters that do better with queries it has not seen, and searches go by them everywhere', async () => {
    const given = await judged();
    const learned = await services.searchLearning.learn(given);
    expect(learned).toMatchObject({ queries: 8, judged: 400, stored: 400 });
    expect(learned.words.after).toBeGreaterThan(learned.words.before + 0.1);
    expect(learned.words.parameters.weight.names).toBeLessThan(learned.words.parameters.weight.description);
    const { alpha, before: unranked } = learned.models['bow@1']!;
    expect(unranked).toBe(learned.words.after); // of the same queries, by what the same others have taught
    expect(alpha.byType).toEqual({ question: alpha.all });

    const [id, grades] = [...given.judgments].find(([, own]) => [...own.values()].includes(1))!;
    const asked = { query: given.queries.get(id)!, first: 5 };
    const before = await services.search.search(asked);
    await services.searchLearning.store(learned);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    for (const { search } of [services, other]) {
      const after = await search.search(asked);
      expect(after.found).not.toEqual(before.found);
      expect(grades.get(after.found[0]!.entityId)).toBe(1);
    }
    const reranked = await services.search.search({ ...asked, rerank: {} });
    expect(reranked.alpha).toBe(alpha.all);

    await services.searchLearning.forget();
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect((await services.search.search(asked)).found).toEqual(before.found);
  });

  it('asks for models that read queries before anything else', async () => {
    const nothing = { ...(await judged()), judgments: new Map<string, Map<string, number>>() };
    const learning = (model: string) => services.searchLearning.learn({ ...nothing, models: [model] });
    await expect(learning('rows')).rejects.toThrow(/rows@1 reads no texts/);
    await expect(learning('nobody')).rejects.toThrow(/nobody/);
  });

  it('says when nothing that is judged is in the store', async () => {
    const given = { ...(await judged()), judgments: new Map([['QALD2_te-0', new Map([['nowhere', 1]])]]) };
    await expect(services.searchLearning.learn(given)).rejects.toThrow(/No query has a judged entity/);
    const all = await judged();
    const useful = [...all.judgments].find(([, own]) => [...own.values()].includes(1))!;
    const one = { ...all, judgments: new Map([useful]) };
    await expect(services.searchLearning.learn(one)).rejects.toThrow(/One query alone has/);
  });
});
