import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '../../src/graph/database';
import { tinyEncoder } from '../support/baseEncoder';
import { kindred } from '../support/kindred';
import { clear, testDatabase, testEnvironment } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';

jest.setTimeout(60_000);

let db: Database;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-search-cli-'));
const at = (name: string) => path.join(folder, name);
let environment: Record<string, string>;
const run = (...args: string[]) => kindred(args, environment);
const [queries, qrels, texts] = [at('queries.txt'), at('qrels.txt'), at('texts.tsv')] as const;
const judged = ['--queries', queries, '--qrels', qrels];

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  await tinyGraph(db, 40);
  environment = { ...(await testEnvironment()), KINDRED_DATA: at('data'), KINDRED_BASE_ENCODER: tinyEncoder };
  const rows = await db.read<{ id: string; name: string; description: string }>(
    'MATCH (e:Entity) RETURN e.id AS id, e.name AS name, e.description AS description ORDER BY id',
  );
  const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
  fs.writeFileSync(texts, lines(rows.map(({ id, name, description }) => `${id}\t${name}\t${description}`)));
  const nouns = ['dog', 'cat', 'tree', 'house', 'fire', 'air'];
  fs.writeFileSync(queries, lines(nouns.map((noun, i) => `q${i}\t${noun}`)));
  fs.writeFileSync(
    qrels,
    lines(
      nouns.flatMap((noun, i) =>
        rows.map(
          ({ id, name, description }) =>
            `q${i} 0 ${id} ${Number(description.includes(noun) && !name.includes(noun))}`,
        ),
      ),
    ),
  );
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('kindred evaluate search', () => {
  it('tells of words, of reranking, and writes a report and a run', async () => {
    const { status, out, err } = await run(
      ...['evaluate', 'search', ...judged, '--text', texts, '--encoder', 'be-bow'],
      ...['--report', at('report.json'), '--run-out', at('out.run')],
    );
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(
      /^6 judged queries, \d+ documents ranked\n\d+ documents with a vector; α by fold: \d\.\d\d, /,
    );
    expect(out).toMatch(/^all \(6\) +words +0\.\d{3}/m);
    expect(out).toMatch(/^ +reranked +0\.\d{3}/m);
    expect(JSON.parse(fs.readFileSync(at('report.json'), 'utf8'))).toMatchObject({
      encoder: 'be-bow',
      qrels,
    });
    const again = await run('evaluate', 'search', ...judged, '--run', at('out.run'), '--json');
    expect(JSON.parse(again.out)).toMatchObject({ groups: [{ name: 'all', queries: 6 }] });
  });

  it.each([
    [['--run', 'nowhere'], /^Error: nowhere cannot be read/],
    [[], /^Error: Give a ranking by words \(--run\), or the texts to search \(--text\)\.\n$/],
    [['--model', 'x', '--encoder', 'be-bow', '--text', 'y'], /^Error: Give one of --model and --encoder/],
    [['--text', 'y', '--max-length', '8'], /^Error: --max-length is for --encoder/],
  ])('refuses %j', async (args, message) => {
    const { status, out, err } = await run('evaluate', 'search', ...judged, ...args);
    expect({ status: status !== 0, out, err }).toEqual({
      status: true,
      out: '',
      err: expect.stringMatching(message),
    });
  });
});

describe('kindred train search', () => {
  it('tells what it learned, stores it unless it is not to, and goes back', async () => {
    const stored = async () =>
      (
        await db.read<{ parameters: string }>(
          "MATCH (c:Catalogue {id: 'search'}) RETURN c.parameters AS parameters",
        )
      )[0]?.parameters ?? null;
    const dry = await run('train', 'search', ...judged, '--dry-run');
    expect({ status: dry.status, err: dry.err }).toEqual({ status: 0, err: '' });
    expect(dry.out).toMatch(
      /^5 queries; 240 of 240 judgments are of entities in the store\nNDCG@10 of .*:\nwords: 0\.\d{3} → 0\.\d{3} /,
    );
    expect(dry.out).toContain('5 queries are few');
    expect(await stored()).toBeNull();
    const learned = await run('train', 'search', ...judged, '--json');
    const { words } = JSON.parse(learned.out) as { words: { parameters: object } };
    expect(JSON.parse((await stored())!)).toEqual(words.parameters);
    expect((await run('train', 'search', '--reset')).status).toBe(0);
    expect(await stored()).toBeNull();
  });

  it('says what it needs', async () => {
    const { status, err } = await run('train', 'search');
    expect({ status, err }).toEqual({
      status: 2,
      err: 'Error: Give --queries and --qrels to learn from, or --reset.\n',
    });
  });
});
