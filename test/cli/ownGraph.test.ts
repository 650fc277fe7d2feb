import { JobService } from '../../src/services/jobs';
import { cliWorld } from '../support/cliWorld';
import { start } from '../support/kindred';
import { tinyGraph } from '../support/tinyGraph';
import { until } from '../support/workers';

jest.setTimeout(120_000);

const world = cliWorld();
const { run } = world;

describe('kindred relations', () => {
  it('lists what `predict --relation` takes, with numbers of triples', async () => {
    expect((await run('relations')).out).toBe(
      'There are no relations yet. `kindred import` brings a graph.\n',
    );
    await tinyGraph(world.db);
    const { status, out } = await run('relations');
    expect(status).toBe(0);
    expect(out).toMatch(/^id +triples +name\nnear +\d+ +near\nover +\d+ +over\n$/);
    const listed = JSON.parse((await run('relations', '--json')).out) as { id: string; triples: number }[];
    expect(listed.map(({ id }) => id)).toEqual(['near', 'over']);
    const [row] = await world.db.read<{ triples: number }>(
      'MATCH ()-[t:TRIPLE]->() RETURN count(t) AS triples',
    );
    expect(listed.reduce((sum, { triples }) => sum + triples, 0)).toBe(row!.triples);
  });
});

describe('kindred serve', () => {
  const announced = async () => {
    const serving = start(['serve', '--port', '0', '--no-worker'], world.environment);
    try {
      await until('all is said', () => Promise.resolve(serving.out().includes('Ctrl-C stops.')));
      return serving.out();
    } finally {
      serving.child.kill('SIGINT');
      await serving.ended;
    }
  };

  it('says how to bring a graph where there is none, and how to make a model where that is missing', async () => {
    const empty = await announced();
    expect(empty).toContain('kindred import tsv');
    expect(empty).not.toContain('# ');
    await tinyGraph(world.db);
    const untrained = await announced();
    expect(untrained).toContain('kindred train --preset quick');
    expect(untrained).toContain('searchEntities');
    expect(untrained).not.toContain('predictLinks');
  });
});

describe('the settings of kindred train', () => {
  it('says how far the settings of the paper go, and takes the quick ones with what is said besides', async () => {
    await tinyGraph(world.db);
    const submitted = async (...args: string[]) => {
      const { status, out } = await run('train', '--detach', ...args);
      expect(status).toBe(0);
      const [job] = await new JobService(world.db).list({}, 1);
      return { out, settings: job!.parameters['settings'] as object };
    };
    const paper = await submitted();
    expect(paper.out).toMatch(
      /^The paper's settings for be-bow: 80 epochs, about \d+ steps .*--preset quick/,
    );
    expect((await submitted('--steps', '5')).out).not.toContain('paper');

    const quick = await submitted('--preset', 'quick', '--relation-model', 'distmult', '--batch-size', '64');
    expect(quick.out).not.toContain('paper');
    expect(quick.settings).toMatchObject({
      loss: 'contrastive',
      maxSteps: 1200,
      relationModel: 'distmult',
      batchSize: 64,
    });
    const { settings } = await submitted('--preset', 'quick', '--epochs', '2');
    expect(settings).toMatchObject({ epochs: 2 });
    expect(settings).not.toHaveProperty('maxSteps', 1200);
  });
});
