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
      'split',
      'evaluate',
      'reproduce',
      'study',
      'models',
      'relations',
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
    ['split'],
    ['evaluate', 'link-prediction'],
    ['reproduce', 'blp'],
    ['study', 'training-size'],
    ['study', 'description-length'],
    ['evaluate', 'model'],
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
    [['train', '--learning-rate', '2'], 'A number above 0 and at most 1 is expected.'],
    [['train', '--max-length', '2.5'], 'A whole number from 3 to 512 is expected.'],
    [['train', '--loss', 'hinge'], 'Allowed choices are margin, nll, bce, contrastive'],
    [['train', '--preset', 'slow'], 'Allowed choices are quick'],
    [['split', '--out', 'x'], '--triples is expected'],
    [
      ['split', '--transductive', '--train', 'x', '--out', 'x'],
      '--transductive takes --train, --valid and --test',
    ],
    [['split', '--inductive', '--unseen-relations', '3', '--out', 'x'], 'exclude each other'],
    [['train', '--split', 'x'], 'takes --split, --text and --out together'],
    [['evaluate', 'model', '--candidates', '1'], 'A whole number from 2 to'],
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

describe('a data folder that cannot be used ends with status 2, at once and in one line', () => {
  it.each([
    ['/etc/passwd/x', '/etc/passwd is not a folder'],
    ['/proc/x', 'ENOENT'],
    ['/proc', 'ENOENT'],
  ])('%s', async (folder, why) => {
    const { status, out, err } = await kindred(['models'], { KINDRED_DATA: folder, NEO4J_URI: '' });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^Error: KINDRED_DATA: expected a folder that can be written to, came [^\n]*\n$/);
    expect(err).toContain(why);
  });

  it('also for a command that only keeps files there', async () => {
    const { status, err } = await kindred(['serve'], { ...unreachable, KINDRED_DATA: '/proc/x' });
    expect(status).toBe(2);
    expect(err).toContain('Set KINDRED_DATA to another folder.');
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
    expect(out).toContain('takes a whole number from 0 to 65535');
    expect(out).toContain('KINDRED_LOG = info\n');
    expect(out).not.toMatch(/irrelevant|a-secret-of-some-length/);
  });
});
