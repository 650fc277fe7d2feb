/** Tests run from the sources; only child processes and worker threads come from `dist`, which `npm test` builds. */
export default {
  testEnvironment: 'node',
  // `.mjs`: the scripts are ES modules; swc hands them to jest as CommonJS.
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: {
    '^.+\\.(ts|mjs)$|/hyparquet/src/.+\\.js$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!hyparquet/)'], // an ES module, which jest cannot load as it is
  globalSetup: '<rootDir>/test/support/globalSetup.ts',
  globalTeardown: '<rootDir>/test/support/globalTeardown.ts',
  maxWorkers: 2,
  // The first test of a worker that needs the database waits for a Neo4j to boot, on a busy machine for a minute.
  testTimeout: 120_000,
};
