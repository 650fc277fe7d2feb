import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { JobService } from '../../src/services/jobs';
import { tinyWords } from '../support/baseEncoder';
import { cliWorld } from '../support/cliWorld';
import { kindred, start } from '../support/kindred';
import { countVectors, tinyGraph } from '../support/tinyGraph';
import { until } from '../support/workers';

jest.setTimeout(120_000);

const world = cliWorld();
const { run } = world;

describe('kindred import tsv', () => {
  const write = async (name: string, text: string) => {
    await writeFile(path.join(world.folder, name), text);
    return path.join(world.folder, name);
  };

  it('tells counts and bad lines; with --json nothing but the report', async () => {
    const triples = await write('triples.tsv', 'a\tlikes\tb\nb\tlikes\n');
    const told = await run('import', 'tsv', '--triples', triples);
    expect(told).toMatchObject({ status: 0, err: '' });
    expect(told.out).toContain('2 entities, 1 relation\n');
    expect(told.out).toMatch(/1 line could not be read:\n.*triples\.tsv:2: /);
    const { status, out } = await run('import', 'tsv', '--triples', triples, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ entities: 2, badLineCount: 1 });
  });

  it('stops at the first bad line with --strict, in one line and with its place', async () => {
    const triples = await write('triples.tsv', 'a\tlikes\tb\nb\tlikes\n');
    const { status, out, err } = await run('import', 'tsv', '--triples', triples, '--strict');
    expect({ status: status === 0, out }).toEqual({ status: false, out: '' });
    expect(err).toMatch(/^Error: .*triples\.tsv:2[^\n]*\n$/);
  });
});

describe('an import of files that cannot be read', () => {
  it.each([
    [['tsv', '--triples', '/nonexistent.tsv'], '/nonexistent.tsv'],
    [['tsv', '--triples', '/dev/null', '--text', '/nonexistent.tsv'], '/nonexistent.tsv'],
    [['wordnet', '--folder', '/nope'], '/nope/data.noun'],
  ])('is refused before any store is opened: %j', async (args, file) => {
    // Status 3 would mean that the store was asked first.
    const { status, out, err } = await kindred(['import', ...args], {
      ...world.environment,
      NEO4J_URI: 'bolt://127.0.0.1:9',
    });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(new RegExp(`^Error: ${file} cannot be read [^\\n]*\\n$`));
  });
});

describe('kindred train', () => {
  it('trains with a worker of its own, shows how far it is, and what came out', async () => {
    await tinyGraph(world.db);
    const { status, out, err } = await run('train', '--steps', '20', '--batch-size', '16', '--name', 'tiny');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^Job [0-9a-f-]{36}$/m);
    expect(out).toMatch(/^Model tiny@1 is current: .*loss/m);
    expect(await countVectors(world.db, 'vec_tiny_1', 24)).toBe(60);
    expect(await world.db.read('MATCH (w:Worker) RETURN w')).toEqual([]);

    expect((await run('models')).out).toMatch(/^id +state .*\ntiny@1 +current, default +be-bow +transe +24 /);
    const listed = JSON.parse((await run('jobs', '--json')).out) as { id: string }[];
    expect(listed).toMatchObject([{ state: 'succeeded', modelId: 'tiny@1', createdBy: 'command line' }]);
    expect((await run('jobs', 'show', listed[0]!.id)).out).toContain('train job');
  });

  it('starts glove-bow from the word vectors that are set, and says where to get some', async () => {
    await tinyGraph(world.db);
    const args = ['train', '--encoder', 'glove-bow', '--steps', '10', '--batch-size', '16'];
    const nowhere = path.join(world.folder, 'nowhere');
    const failed = await kindred(args, { ...world.environment, KINDRED_WORD_VECTORS: nowhere });
    expect(failed.status).toBe(1);
    expect(failed.err).toMatch(
      /^Error: The job failed\. There are no word vectors at [^/]+\/nowhere\. Bring GloVe's with `npm run setup -- --with word-vectors`/,
    );
    const { status, out } = await kindred(args, { ...world.environment, KINDRED_WORD_VECTORS: tinyWords });
    expect(status).toBe(0);
    expect(out).toMatch(/^Model glove-bow@2 is current: /m);
    expect(await countVectors(world.db, 'vec_glove_bow_2', 8)).toBe(60);
    const [model] = await world.db.read("MATCH (m:Model {id: 'glove-bow@2'}) RETURN m.baseEncoder AS base");
    expect(model).toEqual({ base: 'tiny-words.txt' });
  });

  it('leaves a job on Ctrl-C that the command it names brings to its end', async () => {
    await tinyGraph(world.db);
    const training = start(
      ['train', '--steps', '600', '--batch-size', '16', '--name', 'tiny'],
      world.environment,
    );
    const jobs = new JobService(world.db);
    const { id } = await until('it trains', async () => {
      const [job] = await jobs.list({}, 1);
      return job?.progress?.unit === 'steps' && job.progress.done > 20 ? job : undefined;
    });
    training.child.kill('SIGINT');
    const { status, err } = await training.ended;
    expect(status).toBe(130);
    expect(err).toMatch(new RegExp(`^Stopped: [^\\n]*Go on with: kindred train --job ${id}\n$`));
    expect(await jobs.get(id)).toMatchObject({ state: 'queued', crashes: 0 });

    const { status: resumed, out } = await run('train', '--job', id);
    expect(resumed).toBe(0);
    expect(out).toContain('going on from step');
    expect(out).toContain('Model tiny@1 is current');
  });

  it('tells why a job failed, in one line, with status 1', async () => {
    const { status, err } = await run('train', '--steps', '5');
    expect(status).toBe(1);
    expect(err).toMatch(/^Error: The job failed\. [^\n]+\n$/);
  });

  it('knows no job that is not there', async () => {
    const { status, err } = await run('train', '--job', 'nowhere');
    expect(status).toBe(1);
    expect(err).toBe('Error: There is no job with id "nowhere". Check the spelling.\n');
  });
});

describe('kindred evaluate model', () => {
  it('evaluates with a worker of its own, shows the figures, and keeps them with the job', async () => {
    await tinyGraph(world.db);
    await run('train', '--steps', '20', '--batch-size', '16', '--name', 'tiny');
    const file = path.join(world.folder, 'report.json');
    const { status, out, err } = await run('evaluate', 'model', '--report', file);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const id = /^Job ([0-9a-f-]{36})$/m.exec(out)![1]!;
    expect(out).toMatch(/^tiny@1: 6 of 6 held-out triples, 60 candidates$/m);
    expect(out).toMatch(/^filtered, realistic +12 +0\.\d{3} /m);
    expect(out).toMatch(/^tails +6 +0\.\d{3} /m);
    const report = JSON.parse(await readFile(file, 'utf8')) as object;
    expect(report).toMatchObject({ jobId: id, modelId: 'tiny@1', triples: 6, candidates: 60 });

    expect((await run('jobs')).out).toMatch(new RegExp(`^${id} +succeeded +evaluate tiny@1 `, 'm'));
    const shown = await run('jobs', 'show', id);
    expect(shown.out).toContain(`evaluate job ${id}: succeeded`);
    expect(shown.out).toMatch(/^filtered, realistic +12 /m);
    expect(JSON.parse((await run('jobs', 'show', id, '--json')).out)).toMatchObject({ evaluation: report });

    const some = ['--triples=3', '--candidates=20', '--relation=near', '--relation=over'];
    const left = await run('evaluate', 'model', '--model', 'tiny', '--detach', ...some);
    const waiting = /^Job (\S+) waits for a worker\. Follow it with: kindred evaluate model --job \1$/m;
    const again = await run('evaluate', 'model', '--job', waiting.exec(left.out)![1]!, '--json');
    expect(JSON.parse(again.out)).toMatchObject({ triples: 3, heldOut: 6, candidates: 20 });
    const wrong = await run('train', '--job', id);
    expect(wrong).toMatchObject({
      status: 2,
      err: expect.stringMatching(/^Error: A job of the kind "train" is expected; [^\n]*"evaluate"/) as string,
    });
  }, 300_000);

  it('says in one line what is missing', async () => {
    const { status, err } = await run('evaluate', 'model');
    expect(status).toBe(1);
    expect(err).toMatch(/^Error: No model is current yet\. Train one [^\n]*\n$/);
  });
});

describe('kindred jobs cancel', () => {
  it('ends a job that waits', async () => {
    await tinyGraph(world.db);
    const { out } = await run('train', '--detach');
    const id = /^Job (\S+) waits for a worker/m.exec(out)![1]!;
    expect((await run('jobs', 'cancel', id)).out).toBe(`Job ${id} is cancelled.\n`);
  });
});

describe('kindred migrate', () => {
  it('says where the store is and at which version', async () => {
    const { status, out } = await run('migrate');
    expect(status).toBe(0);
    expect(out).toMatch(/^bolt:\/\/127\.0\.0\.1:\d+ is at V\d{3}/m);
  });
});
