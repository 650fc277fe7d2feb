import { kindred } from '../support/kindred';

/** A Neo4j that nobody runs. */
const unreachable = { NEO4J_URI: 'bolt://127.0.0.1:9', NEO4J_PASSWORD: 'irrelevant' };

describe('kindred --help', () => {
  it('names every command, the exit status and an example', async () => {
    const { status, out } = await kindred(['--help']);
    expect(status).toBe(0);
    for (const command of [
      'demo',
      'serve',
      'worker',
      'import',
      'train',
      'predict',
      'models',
      'jobs',
      'migrate',
      'schema',
      'settings',
    ]) {
      expect(out).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
    }
    expect(out).toContain('130  interrupted');
    expect(out).toContain('kindred import tsv --triples facts.tsv');
  });

  it.each([
    ['demo'],
    ['serve'],
    ['worker'],
    ['import', 'wordnet'],
    ['import', 'tsv'],
    ['train'],
    ['predict'],
  ])('fits into 80 columns: %s %s', async (...command) => {
    const { status, out } = await kindred([...command.filter(Boolean), '--help']);
    expect(status).toBe(0);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('bad usage ends with status 2 and names the fault', () => {
  it.each([
    [['fly'], "unknown command 'fly'"],
    [['serve', '--prot', '1'], "unknown option '--prot'"],
    [['serve', '--port', '65536'], 'A whole number from 0 to 65535 is expected.'],
    [['train', '--encoder', 'elmo'], 'Allowed choices are'],
    [['train', '--minutes', '-1'], 'A number above 0 is expected.'],
    [['import', 'tsv'], "required option '--triples <files...>' not specified"],
    [['predict', '--name', 'x'], "required option '--relation <id>' not specified"],
    [['predict', '--relation', 'r'], '0 of --head, --tail and --name were given; exactly one is expected.'],
    [
      ['predict', '--relation', 'r', '--head', 'a', '--tail', 'b'],
      '2 of --head, --tail and --name were given',
    ],
  ])('%j', async (args, message) => {
    const { status, out, err } = await kindred(args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain(message);
  });

  it('also for a setting, with its name', async () => {
    const { status, err } = await kindred(['models'], { KINDRED_PORT: 'many' });
    expect(status).toBe(2);
    expect(err).toContain('KINDRED_PORT');
  });
});

describe('a store that does not answer ends with status 3 and one line', () => {
  it.each([[['models']], [['worker']], [['serve']]])('%j', async (args) => {
    const { status, out, err } = await kindred(args, unreachable);
    expect({ status, out }).toEqual({ status: 3, out: '' });
    expect(err).toMatch(/^Error: The graph database does not answer\.[^\n]*\n$/);
  });

  it('with the stack at debug level', async () => {
    const { status, err } = await kindred(['models'], { ...unreachable, KINDRED_LOG: 'debug' });
    expect(status).toBe(3);
    expect(err).toMatch(/^ {4}at /m);
  });
});

describe('kindred settings', () => {
  it('shows every setting with its meaning, and no secret', async () => {
    const { status, out } = await kindred(['settings'], {
      ...unreachable,
      KINDRED_PORT: '4711',
      KINDRED_TOKEN: 'a-secret-of-some-length',
    });
    expect(status).toBe(0);
    expect(out).toContain('KINDRED_PORT = 4711, from the environment');
    expect(out).toContain('port of the API');
    expect(out).not.toMatch(/irrelevant|a-secret-of-some-length/);
  });
});
