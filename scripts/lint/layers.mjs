import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** Imports go down this list only: a folder knows those on lower lines, and not the one beside it. */
const layers = [['cli'], ['api', 'jobs'], ['services'], ['formats'], ['graph', 'models'], ['shared']];

/** These take settings; the rest gets what it needs as arguments. */
const readSettings = ['cli', 'api', 'jobs', 'services'];

/** Each of these libraries has one home; the rest of the project does not know it. */
const homes = {
  graph: ['neo4j-driver'],
  models: ['@tensorflow/*', '@huggingface/transformers', 'hyparquet'],
  api: ['@apollo/*', '@as-integrations/*', 'express', 'graphql-ws', 'graphql-ws/*', 'type-graphql'],
};

const folders = layers.flat();

const upward = layers.flatMap((layer, depth) =>
  layer.flatMap((folder) => {
    const above = layers.slice(0, depth).flat();
    const beside = layer.filter((other) => other !== folder);
    return [...above, ...beside].map((other) => ({
      target: `./src/${folder}`,
      from: `./src/${other}`,
      message: `\`${folder}\` does not know \`${other}\`: imports go down, ${layers.map((names) => names.join(' and ')).join(' → ')}.`,
    }));
  }),
);

const settings = folders
  .filter((folder) => !readSettings.includes(folder))
  .map((folder) => ({
    // The choice of a database is made from settings in one place of `graph`.
    target: folder === 'graph' ? './src/graph/!(local)/**' : `./src/${folder}`,
    from: './src/config.ts',
    message: `\`${folder}\` gets settings as arguments; ${readSettings.join(', ')} read them.`,
  }));

const foreign = folders.map((folder) => ({
  files: [`src/${folder}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: Object.entries(homes)
          .filter(([home]) => home !== folder)
          .map(([home, group]) => ({ group, message: `Only src/${home} uses it.` })),
      },
    ],
  },
}));

/** ESLint configuration that keeps the folders of `src` apart as the design says. */
export const layerRules = [
  {
    files: ['src/**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js', '.json'] })] },
    rules: { 'import-x/no-restricted-paths': ['error', { zones: [...upward, ...settings] }] },
  },
  ...foreign,
];
