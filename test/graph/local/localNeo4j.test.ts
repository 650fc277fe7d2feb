import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadSettings } from '../../../src/config';
import { Database } from '../../../src/graph/database';
import { type LocalNeo4j, openStore, startLocalNeo4j } from '../../../src/graph/local';
import { isAlive } from '../../../src/shared/isAlive';
import { compiled } from '../../../src/shared/paths';
import { setLogLevel } from '../../../src/shared/log';

const data = mkdtempSync(path.join(os.tmpdir(), 'kindred-local-'));
const settings = loadSettings({
  ...process.env,
  NEO4J_URI: '',
  KINDRED_DATA: data,
  KINDRED_NEO4J_MEMORY_MB: '300',
});
const options = {
  dataFolder: path.join(data, 'neo4j'),
  cacheFolder: settings.KINDRED_CACHE,
  memoryMb: settings.KINDRED_NEO4J_MEMORY_MB,
};

async function until(condition: () => boolean | Promise<boolean>, seconds: number): Promise<void> {
  for (const asked = Date.now(); !(await condition()); await sleep(50)) {
    if (Date.now() - asked > seconds * 1000) throw new Error(`did not happen within ${seconds} s`);
  }
}

function canConnect(host: string, port: number): Promise<boolean> {
  const socket = net.connect({ host, port });
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

describe('the local Neo4j', () => {
  const stages: string[] = [];
  let server: LocalNeo4j;
  let db: Database;
  let refused: unknown;

  beforeAll(async () => {
    setLogLevel('silent');
    const start = () =>
      startLocalNeo4j({ ...options, owner: 'kindred first', onProgress: ({ stage }) => stages.push(stage) });
    const [one, other] = await Promise.allSettled([start(), start()]);
    refused = one.status === 'rejected' ? one.reason : other.status === 'rejected' ? other.reason : undefined;
    server = one.status === 'fulfilled' ? one.value : (other as PromiseFulfilledResult<LocalNeo4j>).value;
    db = await Database.open(server.connection);
    await db.write('CREATE (:Entity {id: $id})', { id: 'kept' });
  });

  afterAll(async () => {
    await db.close();
    await server.stop();
    rmSync(data, { recursive: true });
    setLogLevel('info');
  });

  const kept = () => db.read('MATCH (e:Entity) RETURN e.id AS id');

  it('starts once where two ask at the same moment', () => {
    expect(refused).toMatchObject({ code: 'CONFLICT' });
  });

  it('reports while it starts', () => {
    expect(stages).toContain('starting Neo4j');
  });

  it('takes connections on loopback only', async () => {
    const port = Number(new URL(server.connection.uri).port);
    expect(await canConnect('127.0.0.1', port)).toBe(true);
    const others = Object.values(os.networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal);
    for (const { address } of others) expect(await canConnect(address, port)).toBe(false);
  });

  it('wants the generated password, which only its owner can read', async () => {
    const file = path.join(options.dataFolder, 'password');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').trim()).toBe(server.connection.password);
    expect(server.connection.password).toMatch(/^[\w-]{32}$/);
    await expect(Database.open({ ...server.connection, password: 'not the password' })).rejects.toMatchObject(
      {
        code: 'STORE_UNAVAILABLE',
        message: expect.stringContaining('refused the user name or password') as string,
      },
    );
  });

  it('says who holds the data folder to whoever starts a second one', async () => {
    const second = openStore(settings, { owner: 'kindred second', join: false });
    await expect(second).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(
        new RegExp(
          `in use by \`kindred first\` \\(process ${process.pid}, since \\d{4}-.*Z\\).*KINDRED_DATA`,
        ),
      ) as string,
    });
  });

  it('is shared by those who ask to join, and outlives them', async () => {
    const joined = await openStore(settings, { owner: 'kindred second', join: true });
    expect(joined.where).toContain('joined');
    expect(await joined.db.read('MATCH (e:Entity) RETURN e.id AS id')).toEqual([{ id: 'kept' }]);
    await joined.close();
    expect(await kept()).toHaveLength(1);
  });

  it('comes back on the same port when it is killed, with what was acknowledged', async () => {
    const killed = server.pid;
    process.kill(killed, 'SIGKILL');
    await until(
      () =>
        kept().then(
          () => server.pid !== killed,
          () => false,
        ),
      40,
    );
    expect(await kept()).toEqual([{ id: 'kept' }]);
  });

  it('stops within two seconds and keeps its data for a process that starts it next', async () => {
    await db.close();
    const asked = Date.now();
    const { pid } = server;
    await server.stop();
    expect(Date.now() - asked).toBeLessThan(2_000);
    expect(isAlive(pid)).toBe(false);

    const script = `
      const { startLocalNeo4j } = require(${JSON.stringify(compiled('graph', 'local'))});
      startLocalNeo4j(${JSON.stringify({ ...options, owner: 'kindred killed' })}).then(({ pid }) => console.log(pid));`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const orphan = Number(line);
    expect(isAlive(orphan)).toBe(true);

    // Killed, the parent can tell nobody; the next start waits for its server to notice, and takes the folder over.
    parent.kill('SIGKILL');
    server = await startLocalNeo4j({ ...options, owner: 'kindred next' });
    expect(isAlive(orphan)).toBe(false);
    db = await Database.open(server.connection);
    expect(await kept()).toEqual([{ id: 'kept' }]);
  }, 90_000);
});
