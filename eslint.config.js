import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// A file that has outgrown 300 lines has outgrown its idea: split it (docs/architecture.md, "Rules").
const maximumLines = (max) => ['error', { max, skipBlankLines: false, skipComments: false }];

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'data',
      'models',
      '.bench',
      '.cache',
      'coverage',
      'web/dist',
      'web/dist-*',
      'scripts/rule-violations',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': maximumLines(300),
      'no-console': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // node:test-like runners and Fastify accept floating promises only where they are awaited inside.
      '@typescript-eslint/only-throw-error': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only server/config.ts reads the environment.' },
      ],
    },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'e2e/**'],
    rules: { 'max-lines': maximumLines(600), '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: [
      'server/config.ts',
      'scripts/**',
      'bench/**',
      '**/*.config.ts',
      '**/*.test.ts',
      'server/testing/**',
      'e2e/**',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    rules: {
      // It says that the compiler, which is not used, leaves components with a virtualizer alone.
      'react-hooks/incompatible-library': 'off',
      // React's handlers take functions that answer promises; the ones here handle their own errors.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  // The specification has the three entries of the account menu log.
  { files: ['web/app/layout/user-menu.tsx'], rules: { 'no-console': ['error', { allow: ['log'] }] } },
  // Kysely's expression builders are made to be taken apart; its documentation does so throughout.
  { files: ['**/*.store.ts'], rules: { '@typescript-eslint/unbound-method': 'off' } },
  { files: ['scripts/**', 'bench/**', 'evaluation/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.js', '**/*.cjs'], extends: [tseslint.configs.disableTypeChecked] },
);
