import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '../../../src/graph/database';
import { migrate } from '../../../src/graph/migrations';
import { projectRoot } from '../../../src/shared/paths';
import { clear, testDatabase } from '../../support/neo4j';

const ours = path.join(projectRoot, 'migrations');
const lockTimes = { lease: 1_000, patience: 10_000 };

let db: Database;
let folder: string;
/** files that every database already has */
let known: string[];
let next: (name: string, version?: number) => string;

beforeAll(async () => {
  db = await testDatabase();
  known = (await readdir(ours)).filter((file) => file.endsWith('.cypher')).sort();
  next = (name, version = known.length + 1) => `V${String(version).padStart(3, '0')}__${name}.cypher`;
});

beforeEach(async () => {
  await clear(db);
  folder = await mkdtemp(path.join(os.tmpdir(), 'kindred-migrations-'));
  await cp(ours, folder, { recursive: true });
});

afterEach(async () => {
  await db.write('MATCH (m:Migration) WHERE m.version > $known DELETE m', { known: known.length });
  await db.write('MATCH (lock:MigrationLock) DELETE lock');
  await rm(folder, { recursive: true });
});

const add = (file: string, text: string) => writeFile(path.join(folder, file), text);
const run = () => migrate(db, folder, lockTimes);
const count = async (label: string) => {
  const [row] = await db.read<{ nodes: number }>(
    'MATCH (n) WHERE $label IN labels(n) RETURN count(n) AS nodes',
    {
      label,
    },
  );
  return row!.nodes;
};
const appliedFiles = async () => {
  const rows = await db.read<{ file: string }>(
    'MATCH (m:Migration) RETURN m.file AS file ORDER BY m.version',
  );
  return rows.map(({ file }) => file);
};

describe('migrating', () => {
  it('applies new files once, in order', async () => {
    const files = [next('first'), next('second', known.length + 2)];
    await add(files[1]!, 'MATCH (n:Probe) CREATE (:Second);');
    await add(files[0]!, '// two statements; one file\nCREATE (:Probe {at: "a;b"});\nCREATE (:Probe);\n');

    expect(await run()).toEqual({ applied: files, current: files[1] });
    expect(await run()).toEqual({ applied: [], current: files[1] });
    expect([await count('Probe'), await count('Second')]).toEqual([2, 2]);
    expect(await appliedFiles()).toEqual([...known, ...files]);
  });

  it('gives the schema that the store relies on, online', async () => {
    const constraints = await db.autoCommit<{ labels: string[]; properties: string[]; type: string }>(
      'SHOW CONSTRAINTS YIELD labelsOrTypes AS labels, properties, type RETURN labels, properties, type',
    );
    const unique = constraints.filter(({ type }) => type === 'UNIQUENESS').map(({ labels }) => labels[0]);
    expect(unique).toEqual(
      expect.arrayContaining(['Entity', 'Relation', 'Model', 'Job', 'Tombstone', 'Catalogue', 'Import']),
    );
    const offline = await db.autoCommit("SHOW INDEXES YIELD name, state WHERE state <> 'ONLINE' RETURN name");
    expect(offline).toEqual([]);
  });

  it('does not mind line ends, trailing blanks and a byte order mark', async () => {
    await add(next('probe'), 'CREATE (:Probe);\nCREATE (:Probe);\n');
    await run();
    await add(next('probe'), '\ufeffCREATE (:Probe);  \r\nCREATE (:Probe);\r\n\r\n');
    await expect(run()).resolves.toMatchObject({ applied: [] });
  });
});

describe('files that are refused, with nothing applied', () => {
  it.each([
    [
      'a strange name',
      'V2_more.cypher',
      'RETURN 1',
      'V2_more.cypher is not named like V001__some_name.cypher.',
    ],
    ['no statement', 'V900__empty.cypher', '// later\n', 'V900__empty.cypher holds no statement.'],
  ])('%s', async (_, file, text, message) => {
    await add(next('good'), 'CREATE (:Probe);');
    await add(file, text);
    await expect(run()).rejects.toMatchObject({ code: 'BAD_INPUT', message });
    expect(await count('Probe')).toBe(0);
  });

  it('a version twice', async () => {
    await add(next('one'), 'CREATE (:Probe);');
    await add(next('two'), 'CREATE (:Probe);');
    await expect(run()).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: `${next('one')} and ${next('two')} have the same version. Renumber one of them.`,
    });
  });

  it('a gap', async () => {
    await add(next('late', known.length + 2), 'CREATE (:Probe);');
    await expect(run()).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: `Version ${known.length + 1} is missing: ${next('late', known.length + 2)} follows ${known.at(-1)!}.`,
    });
  });

  it('a file changed since it was applied', async () => {
    const file = known[0]!;
    await add(file, (await readFile(path.join(ours, file), 'utf8')).replace('entity_id', 'other_id'));
    await add(next('good'), 'CREATE (:Probe);');
    await expect(run()).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: `${file} has changed since it was applied as ${file}. Restore it and put the change into a new version.`,
    });
    expect(await count('Probe')).toBe(0);
  });

  it('files older than the database', async () => {
    await add(next('newer'), 'CREATE (:Probe);');
    await run();
    await rm(path.join(folder, next('newer')));
    await expect(run()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `This database has ${next('newer')}, which this Kindred does not know. Use a newer Kindred.`,
    });
  });
});

describe('a failing statement', () => {
  it('is named, leaves its version unapplied and the earlier one applied, and can be mended', async () => {
    const [good, bad] = [next('good'), next('bad', known.length + 2)];
    await add(good, 'CREATE (:Probe);');
    await add(bad, 'MERGE (:Second);\nRETURN nonsense;');
    await expect(run()).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringMatching(
        new RegExp(`^Statement 2 \\(RETURN nonsense\\) of ${bad} failed.*nonsense`, 's'),
      ) as string,
    });
    expect(await appliedFiles()).toEqual([...known, good]);

    await add(bad, 'MERGE (:Second);\nRETURN 1;');
    expect(await run()).toEqual({ applied: [bad], current: bad });
    expect([await count('Probe'), await count('Second')]).toEqual([1, 1]);
  });

  it('may be an index that cannot be built', async () => {
    await db.write("CREATE (:Probe {key: 'same'}), (:Probe {key: 'same'})");
    await add(next('unique'), 'CREATE CONSTRAINT probe_key FOR (p:Probe) REQUIRE p.key IS UNIQUE;');
    await expect(run()).rejects.toMatchObject({ message: expect.stringContaining(next('unique')) as string });
    expect(await appliedFiles()).toEqual(known);
  });
});

describe('several runners', () => {
  const hold = (lease: number) =>
    db.write(
      `MERGE (lock:MigrationLock {id: 'migrations'})
       SET lock.owner = 'host:1:killed', lock.leaseUntil = timestamp() + $lease`,
      { lease },
    );

  it('apply a file once between them', async () => {
    await add(next('probe'), 'CREATE (:Probe);\nMATCH (p:Probe) WITH count(p) AS n CREATE (:Second {n: n});');
    const outcomes = await Promise.all(Array.from({ length: 5 }, run));
    expect(outcomes.flatMap(({ applied }) => applied)).toEqual([next('probe')]);
    expect([await count('Probe'), await count('Second')]).toEqual([1, 1]);
  });

  it('wait for a lock that a killed runner left, until its lease ends', async () => {
    await hold(1_500);
    await add(next('probe'), 'CREATE (:Probe);');
    const started = Date.now();
    await expect(run()).resolves.toMatchObject({ applied: [next('probe')] });
    expect(Date.now() - started).toBeGreaterThan(1_000);
  });

  it('give up in the end, saying who holds the lock', async () => {
    await hold(60_000);
    await add(next('probe'), 'CREATE (:Probe);');
    await expect(migrate(db, folder, { lease: 1_000, patience: 500 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Another process migrates this database (host:1:killed). Try again when it has finished.',
    });
    expect(await count('Probe')).toBe(0);
  });

  it('do not record a version whose lock went to another one meanwhile', async () => {
    await add(
      next('thief'),
      "MATCH (lock:MigrationLock) SET lock.owner = 'thief', lock.leaseUntil = timestamp() + 60000;",
    );
    await expect(run()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Another process took over the migration while ${next('thief')} was applied. Try again.`,
    });
    expect(await appliedFiles()).toEqual(known);
  });

  it('keep the lock through a statement longer than the lease', async () => {
    const slow =
      'UNWIND range(1, 12) AS i CALL (i) { UNWIND range(1, 400000) AS j RETURN sum(toInteger(sqrt(j))) AS s } RETURN max(s)';
    await add(next('slow'), `${slow};\nCREATE (:Probe);`);
    const outcomes = await Promise.all([
      migrate(db, folder, { lease: 300, patience: 30_000 }),
      migrate(db, folder, { lease: 300, patience: 30_000 }),
    ]);
    expect(outcomes.flatMap(({ applied }) => applied)).toEqual([next('slow')]);
    expect(await count('Probe')).toBe(1);
  });
});
