import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { graphqlClient } from '../../src/cli/demo/graphql';
import type { Database } from '../../src/graph/database';
import { tinyEncoder } from '../support/baseEncoder';
import { kindred, type Running, start } from '../support/kindred';
import { clear, testDatabase, testEnvironment } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';
import { until } from '../support/workers';

jest.setTimeout(120_000);

let db: Database;
let folder: string;
let environment: Record<string, string>;
let serving: Running | undefined;

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  folder = await mkdtemp(path.join(os.tmpdir(), 'kindred-serve-'));
  const own = { KINDRED_DATA: folder, KINDRED_BASE_ENCODER: tinyEncoder, KINDRED_LOG: 'warn' };
  environment = { ...(await testEnvironment()), ...own };
  await tinyGraph(db);
  const trained = await kindred(
    ['train', '--steps', '10', '--batch-size', '16', '--name', 'tiny'],
    environment,
  );
  expect(trained).toMatchObject({ status: 0, err: '' });
});
afterEach(async () => {
  if (serving?.child.exitCode === null && serving.child.signalCode === null) {
    serving.child.kill('SIGKILL');
    await serving.ended;
  }
});
afterAll(() => rm(folder, { recursive: true }));

async function serve(): Promise<string> {
  serving = start(['serve', '--port', '0'], environment);
  const line = /^Serving at (http:\/\/127\.0\.0\.1:\d+\/graphql)$/m;
  const shown = await until('it serves', () => Promise.resolve(line.exec(serving!.out()) ?? undefined));
  await until('all is said', () => Promise.resolve(serving!.out().includes('Ctrl-C stops.')));
  return shown[1]!;
}

interface Predicted {
  predictLinks: { predictions: { rank: number }[] };
}

interface Found {
  searchEntities: { edges: { node: { name: string } }[] };
}

/** Living processes below this one (Linux). */
function childrenOf(pid: number): number[] {
  const parents = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return parents.map(Number).filter((child) => {
    try {
      const stat = readFileSync(`/proc/${child}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(parent) === pid && state !== 'Z';
    } catch {
      return false;
    }
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('kindred serve', () => {
  it('shows its token once, answers, takes changes with it, and stops whole on Ctrl-C', async () => {
    const endpoint = await serve();
    const token = /shown only now and kept in \S+:\n {2}(\S{20,})$/m.exec(serving!.out())![1]!;
    const ask = graphqlClient(endpoint, token);
    const created = await ask<{ createEntity: { id: string } }>(
      `mutation { createEntity(input: { name: "young telephone", description: "a small telephone" }) { id } }`,
    );
    const { id } = created.data.createEntity;
    const predicted = await ask<{ predictLinks: { predictions: { rank: number }[] } }>(
      `query ($id: ID!) { predictLinks(head: { id: $id }, relation: "near", first: 3) { predictions { rank score entity { id } } } }`,
      { id },
    );
    expect(predicted.data.predictLinks.predictions.map(({ rank }) => rank)).toEqual([1, 2, 3]);

    const children = childrenOf(serving!.child.pid!);
    expect(children.length).toBeGreaterThanOrEqual(2); // the worker and the encoder
    serving!.child.kill('SIGINT');
    expect(await serving!.ended).toMatchObject({ status: 0, err: '' });
    expect(children.filter(isAlive)).toEqual([]);
    expect(await db.read('MATCH (w:Worker) RETURN w')).toEqual([]);

    await serve();
    expect(serving!.out()).toContain(`Changes need the bearer token in ${folder}`);
    expect(serving!.out()).not.toContain(token);
  });

  it('gives queries on its own graph to paste, and answers them', async () => {
    const endpoint = await serve();
    const token = readFileSync(path.join(folder, 'api-token'), 'utf8').trim();
    const ask = graphqlClient(endpoint, token);
    const [, ...blocks] = serving!
      .out()
      .replace(/\nCtrl-C stops\.[^]*/, '')
      .split(/^# /m);
    const texts = blocks.map((block) => block.slice(block.indexOf('\n') + 1).trim());
    expect(texts).toHaveLength(3);
    expect(texts.join()).not.toMatch(/hypernym|podcast/);
    const answers: object[] = [];
    for (const text of texts) {
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
      answers.push((await ask<object>(text)).data);
    }
    const [predicted, found, created] = answers as [Predicted, Found, object];
    expect(predicted.predictLinks.predictions.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
    expect(texts[1]).toContain(found.searchEntities.edges[0]!.node.name);
    expect(created).toMatchObject({ createEntity: { revision: 1 } });
    serving!.child.kill('SIGINT');
    expect(await serving!.ended).toMatchObject({ status: 0, err: '' });
  });

  it('takes its worker and its encoder with it when it is killed', async () => {
    await serve();
    const children = childrenOf(serving!.child.pid!);
    expect(children.length).toBeGreaterThanOrEqual(2);
    serving!.child.kill('SIGKILL');
    await once(serving!.child, 'exit');
    await until('all of its children are gone', () => Promise.resolve(!children.some(isAlive)), 10);
  });

  it('names a port that is taken', async () => {
    const { port } = new URL(await serve());
    const { status, out, err } = await kindred(['serve', '--port', port], environment);
    expect(status).not.toBe(0);
    expect(out).toBe('');
    expect(err).toMatch(new RegExp(`^Error: .*${port}[^\\n]*\\n$`));
  });
});

describe('kindred predict', () => {
  it('proposes tails for an entity that is only described', async () => {
    const args = [
      'predict',
      '--name',
      'small dog',
      '--description',
      'the young animal',
      '--relation',
      'near',
      '--first',
      '3',
    ];
    const { status, out, err } = await kindred(args, environment);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^ +score +id +name +description\n1 +-\d/);
    expect(out.trim().split('\n')).toHaveLength(4);

    const asJson = await kindred([...args, '--json'], environment);
    const { model, predictions } = JSON.parse(asJson.out) as { model: string; predictions: object[] };
    expect(model).toBe('tiny@1');
    expect(predictions).toHaveLength(3);
    expect(predictions[0]).toMatchObject({
      rank: 1,
      id: expect.any(String),
      name: expect.any(String),
      score: expect.any(Number),
    });
  });

  it('cuts nothing in a pipe', async () => {
    const description = 'a telephone that is carried along and answers to every word. '.repeat(4).trim();
    // Every entity: those that other tests create may have been embedded by now, and be among the best.
    await db.write('MATCH (e:Entity) SET e.description = $description', { description });
    const { out } = await kindred(
      ['predict', '--head', 't:00001', '--relation', 'near', '--first', '3'],
      environment,
    );
    const [, ...rows] = out.trim().split('\n');
    expect(rows).toHaveLength(3);
    expect(rows.filter((row) => !row.endsWith(`  ${description}`))).toEqual([]);
  });

  it.each([
    [['--head', 'nowhere', '--relation', 'near'], /nowhere/],
    [['--head', 't:00001', '--relation', 'loves'], /loves/],
    [['--head', 't:00001', '--relation', 'near', '--model', 'none'], /none/],
  ])('names what it does not know: %j', async (args, named) => {
    const { status, out, err } = await kindred(['predict', ...args], environment);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^Error: [^\n]+\n$/);
    expect(err).toMatch(named);
  });
});
