import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { importTsv } from '../../../src/services/imports';
import type { Progress } from '../../../src/shared/progress';
import { clear, testConnection, testDatabase } from '../../support/neo4j';
import { startOwnServer } from './ownServer';
import { expectVerbs, type VerbTables, writeVerbTables } from './verbTables';

jest.setTimeout(180_000);

let folder: string;
let tables: VerbTables;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-kill-'));
  tables = await writeVerbTables(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const options = () => ({ triples: tables.triples, texts: tables.texts });

describe('kill -9 of the importing process', () => {
  /** Kill it a random moment after it began with `stage`; returns what it had said by then. */
  async function importUntilKilled(stage: string): Promise<Progress[]> {
    const child = spawn(
      process.execPath,
      [
        path.join(__dirname, 'importingProcess.mjs'),
        JSON.stringify(await testConnection()),
        JSON.stringify(options()),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = once(child, 'exit');
    const said: Progress[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const progress = JSON.parse(line) as Progress;
      said.push(progress);
      if (progress.stage === stage && progress.done > 0 && !child.killed) {
        void sleep(Math.random() * 300).then(() => child.kill('SIGKILL'));
      }
    }
    await exited;
    return said;
  }

  it.each([
    ['entities', 'importing entities'],
    ['entities that only triples name', 'importing entities without a text'],
    ['triples', 'importing triples'],
    ['triples, twice in a row', 'importing triples'],
  ])('among %s loses nothing acknowledged; a rerun completes it exactly', async (what, stage) => {
    const db = await testDatabase();
    await clear(db);
    for (let kills = what.includes('twice') ? 2 : 1; kills > 0; kills--) {
      const said = await importUntilKilled(stage);
      const acknowledged = (unit: string) =>
        Math.max(
          0,
          ...said.filter((one) => one.unit === unit && one.stage === stage).map(({ done }) => done),
        );
      const [stored] = await db.read<{ entities: number; triples: number }>(
        'RETURN COUNT { (:Entity) } AS entities, COUNT { ()-[:TRIPLE]->() } AS triples',
      );
      expect(stored!.entities).toBeGreaterThanOrEqual(acknowledged('entities'));
      // Equal triples are counted when read and stored once.
      const duplicates = tables.lines - tables.expected.length;
      expect(stored!.triples).toBeGreaterThanOrEqual(acknowledged('triples') - duplicates);
    }
    const report = await importTsv(db, options());
    expect(report).toMatchObject({
      entities: tables.descriptions.size,
      triplesStored: tables.expected.length,
      badLineCount: 0,
    });
    await expectVerbs(db, tables);
  });
});

describe('kill -9 of Neo4j in the middle of an import', () => {
  it('loses nothing acknowledged: the import waits for the server and ends exactly', async () => {
    const own = await startOwnServer();
    const { server, db } = own;
    try {
      const victims = new Set(['importing entities', 'importing triples']);
      let waits = 0;
      const report = await importTsv(db, {
        ...options(),
        onProgress: ({ stage, done, total = 0 }) => {
          if (stage === 'waiting for Neo4j') waits++;
          else if (done > 0.3 * total && victims.delete(stage)) process.kill(server.pid, 'SIGKILL');
        },
      });
      expect(victims.size).toBe(0);
      expect(waits).toBeGreaterThan(1);
      expect(report).toMatchObject({
        entities: tables.descriptions.size,
        triplesStored: tables.expected.length,
      });
      await expectVerbs(db, tables);
    } finally {
      await own.end();
    }
  });
});
