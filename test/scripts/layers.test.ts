import { execFileSync } from 'node:child_process';
import { projectRoot } from '../../src/shared/paths';

/**
 * Messages about each text and, at the end, about the whole project.
 * Linted in a process of its own, since ESLint's modules are no CommonJS; in one, since it takes long to load.
 */
function lint(texts: { folder: string; text: string }[]): string[][] {
  const script = `
    import { ESLint } from 'eslint';
    import { layerRules } from './scripts/lint/layers.mjs';
    const off = { linterOptions: { reportUnusedDisableDirectives: 'off' } };
    const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: [...layerRules, off] });
    const work = ${JSON.stringify(texts)}.map(({ folder, text }) =>
      eslint.lintText(text, { filePath: 'src/' + folder + '/anything.ts' }));
    const results = await Promise.all([...work, eslint.lintFiles('src/**/*.ts')]);
    const faults = (of) => of.flatMap(({ messages }) => messages.map(({ message }) => message));
    console.log(JSON.stringify(results.map(faults)));`;
  const args = ['--input-type=module', '-e', script];
  return JSON.parse(
    execFileSync(process.execPath, args, { cwd: projectRoot, encoding: 'utf8' }),
  ) as string[][];
}

const refused = [
  ['graph', '../services', /`graph` does not know `services`/],
  ['graph', '../models/backend', /`graph` does not know `models`/],
  ['models/encoders', '../../graph/database', /`models` does not know `graph`/],
  ['services', '../api/server', /`services` does not know `api`/],
  ['api', '../jobs/worker', /`api` does not know `jobs`/],
  ['shared', '../config', /`shared` gets settings as arguments/],
  ['graph/migrations', '../../config', /`graph` gets settings as arguments/],
  ['services', 'neo4j-driver', /Only src\/graph uses it/],
  ['services', '@tensorflow/tfjs', /Only src\/models uses it/],
  ['jobs', 'express', /Only src\/api uses it/],
] as const;

const allowed = [
  ['graph/local', '../../config'],
  ['services', '../models/backend'],
  ['services/training', '../../config'],
  ['cli', '../api/server'],
  ['graph', 'neo4j-driver'],
] as const;

describe('the rule of layers', () => {
  const cases = [...refused, ...allowed].map(([folder, what]) => ({ folder, text: `import '${what}';\n` }));
  let faults: string[][];

  beforeAll(() => {
    faults = lint(cases);
  });

  it.each(refused.map((one, index) => [...one, index] as const))(
    'refuses in %s an import of %s',
    (_in, _of, message, index) => {
      expect(faults[index]).toEqual([expect.stringMatching(message)]);
    },
  );

  it.each(allowed.map((one, index) => [...one, refused.length + index] as const))(
    'allows in %s an import of %s',
    (_in, _of, index) => {
      expect(faults[index]).toEqual([]);
    },
  );

  it('holds in the whole project', () => {
    expect(faults.at(-1)).toEqual([]);
  });
});
