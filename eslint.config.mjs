import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { layerRules } from './scripts/lint/layers.mjs';

export default defineConfig(
  { ignores: ['dist/', 'data/', 'coverage/', 'src/**/assembly/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'fetch', 'URL', 'AbortSignal', 'AbortController', 'WebSocket', 'performance']
          .concat(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Buffer', 'structuredClone'])
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'test/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // `array[i]!` is how code under noUncheckedIndexedAccess says that an index is in range.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // GraphQL's object types are classes for their decorators only; resolvers return plain objects.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Matters of taste.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/prefer-for-of': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/use-unknown-in-catch-callback-variable': 'off',
    },
  },
  {
    files: ['test/**'],
    // `expect.any(String)` and its kind are `any`.
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  ...layerRules,
);
