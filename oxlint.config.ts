import { defineConfig } from 'oxlint';

// A file that has outgrown 300 lines has outgrown its idea: split it (docs/architecture.md, "Rules").
const maximumLines = (max: number) =>
  ['error', { max, skipBlankLines: false, skipComments: false }] as ['error', object];

const errors = (prefix: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [prefix + name, 'error' as const]));

/** What typescript-eslint calls "strict" and Oxlint does not count as correctness. */
const STRICT = [
  'no-confusing-void-expression',
  'no-deprecated',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extraneous-class',
  'no-generated-empty-object-type',
  'no-invalid-void-type',
  'no-misused-promises',
  'no-mixed-enums',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-assertion',
  'no-require-imports',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-condition',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'only-throw-error',
  'prefer-literal-enum-member',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-return-this-type',
  'related-getter-setter-pairs',
  'require-await',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
];

export default defineConfig({
  plugins: ['typescript', 'react'],
  jsPlugins: ['./tools/checks/oxlint/retrying-assertions.ts'],
  categories: { correctness: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['data', 'models', '.bench', '.cache', 'coverage', 'web/dist*'],
  rules: {
    ...errors('', [
      'no-array-constructor',
      'no-console',
      'no-useless-constructor',
      'no-var',
      'prefer-const',
      'prefer-rest-params',
      'prefer-spread',
    ]),
    ...errors('typescript/', STRICT),
    'max-lines': maximumLines(300),
    // A function with more decisions than that is several: name its questions, or list its cases.
    complexity: ['error', { max: 20 }],
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    // Strings are sorted by their code units on purpose: the order must not depend on the language.
    'typescript/require-array-sort-compare': 'off',
    // A \u{0} in an expression is intended.
    'no-control-regex': 'off',
    // Marks and joiners are listed one by one, in expressions that look for them.
    'no-misleading-character-class': 'off',
    // It says that the compiler, which is not used, leaves components with a virtualizer alone.
    'react/incompatible-library': 'off',
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: ['../../*'],
            message: 'Write #server/…, #web/… or #contract/… instead of climbing two folders.',
          },
        ],
      },
    ],
    'no-restricted-properties': [
      'error',
      { object: 'process', property: 'env', message: 'Only server/config.ts reads the environment.' },
    ],
  },
  overrides: [
    {
      files: ['**/*.test.{ts,tsx}', '**/testing/describe-*.ts', 'e2e/**'],
      rules: { 'max-lines': maximumLines(600), 'typescript/no-non-null-assertion': 'off' },
    },
    {
      files: [
        'server/config.ts',
        // Runs in child processes too, which are given this setting only.
        'server/platform/lower-priority.ts',
        'tools/checks/**',
        'tools/development/**',
        'tools/install/**',
        'server/commands/**',
        'tools/bench/**',
        'tools/evaluation/documents/**',
        '**/*.config.ts',
        '**/*.test.ts',
        'server/testing/**',
        'e2e/**',
      ],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: ['e2e/web/**/*.test.ts'],
      rules: {
        'browser-tests/retrying-assertions': [
          'error',
          // What axe finds in a page that has stopped changing, and answers of the server.
          {
            allow: [
              'call',
              'logIn',
              'listViolations',
              'listViolationsInBothSchemes',
              'nextAnswer',
              'readFile',
            ],
          },
        ],
        'no-restricted-properties': [
          'error',
          { object: 'expect', property: 'poll', message: 'Write eventually(...), which waits long enough.' },
          { object: 'vi', property: 'waitFor', message: 'Write eventually(...), which waits long enough.' },
          { property: 'waitForTimeout', message: 'Wait for what the time is meant for.' },
        ],
      },
    },
    {
      files: ['web/**/*.{ts,tsx}'],
      rules: {
        'react/rules-of-hooks': 'error',
        // React's handlers take functions that answer promises; the ones here handle their own errors.
        'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      },
    },
    // The three entries of the account menu also log (docs/product.md, “Header”).
    { files: ['web/app/layout/user-menu.tsx'], rules: { 'no-console': ['error', { allow: ['log'] }] } },
    // Kysely's expression builders are made to be taken apart; its documentation does so throughout.
    { files: ['**/*.store.ts'], rules: { 'typescript/unbound-method': 'off' } },
    { files: ['tools/**', 'server/commands/**'], rules: { 'no-console': 'off' } },
  ],
});
