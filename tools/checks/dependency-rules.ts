/** What an import refers to. */
export type TargetKind =
  'file' | 'built-in' | 'package' | 'development-package' | 'unknown-package' | 'unresolved';

/** A rule forbids the imports that match all of its conditions. Patterns in `to` may refer to groups of `from.path`, as in `$1`. */
export interface DependencyRule {
  readonly name: string;
  readonly comment?: string;
  readonly from: Paths;
  readonly to: Paths & { readonly kind?: TargetKind; readonly typeOnly?: false; readonly isCircular?: true };
}

interface Paths {
  readonly path?: string | readonly string[];
  readonly pathNot?: string | readonly string[];
}

/*
 * The rules of docs/architecture.md that an import can break. `tools/checks/dependency-rules.check.test.ts` keeps one deliberate
 * violation of each and fails when it goes unnoticed.
 */
const inFeature = '^server/features/([^/]+)/';
const useCase = {
  path: '^server/features/',
  // A feature's HTTP code outside its routes is named `.http.ts`.
  pathNot: [
    '^server/features/routes[.]ts$',
    '[.](routes|http|store|jobs|test)[.]ts$',
    '^server/features/[^/]+/compose/',
  ],
};

export const DEPENDENCY_RULES: readonly DependencyRule[] = [
  {
    name: 'contract-imports-only-zod',
    comment: 'Both sides import the contract, so it depends on nothing but zod.',
    from: { path: '^contract/', pathNot: ['[.]test[.]ts$', '^contract/question-rules/'] },
    to: { pathNot: ['^contract/(?!question-rules/)', '^node_modules/zod/'] },
  },
  {
    name: 'question-rules-import-only-the-contract',
    comment: 'Questions are checked in the worker and, while the instructor types, in the browser.',
    from: { path: '^contract/question-rules/', pathNot: '[.]test[.]ts$' },
    to: { pathNot: '^contract/' },
  },
  {
    name: 'web-never-imports-server',
    from: { path: '^web/' },
    to: { path: '^server/' },
  },
  {
    name: 'web-features-apart',
    from: { path: '^web/features/([^/]+)/' },
    to: { path: '^web/features/', pathNot: '^web/features/$1/' },
  },
  {
    name: 'web-shared-below-features',
    comment: 'Code that features share imports none of them: pages → features → ui and api-client.',
    from: { path: '^web/(ui|api-client|locales)/' },
    to: { path: '^web/(app|pages|features)/' },
  },
  {
    name: 'web-features-below-pages',
    from: { path: '^web/features/' },
    to: { path: '^web/(app|pages)/' },
  },
  {
    name: 'use-cases-know-no-infrastructure',
    comment: 'Routes, jobs and tests all call use-cases: no Fastify, pg-boss or SQL in them.',
    from: useCase,
    to: { path: ['^node_modules/(fastify|@fastify|pg-boss|kysely|pg)/', '^server/platform/http/'] },
  },
  {
    name: 'only-stores-build-queries',
    from: {
      path: '^server/',
      pathNot: [
        '[.]store[.]ts$',
        '^server/(platform/(database|events)|testing|commands)/',
        '/testing/',
        '[.]test[.]ts$',
      ],
    },
    to: { path: '^node_modules/kysely/' },
  },
  {
    name: 'own-store-only',
    comment: 'A feature calls another feature’s use-cases, never its store.',
    from: { path: inFeature, pathNot: '[.]test[.]ts$' },
    to: {
      path: '^server/features/.*[.]store[.]ts$',
      pathNot: '^server/features/$1/',
      typeOnly: false,
    },
  },
  {
    name: 'only-the-list-of-routes-imports-routes',
    from: { path: '^server/', pathNot: ['^server/features/routes[.]ts$', '[.]test[.]ts$'] },
    to: { path: '[.]routes[.]ts$' },
  },
  {
    name: 'the-server-below-features-knows-none',
    comment:
      'Features use http, jobs, models and files, which know no feature. app.ts, api.ts and worker.ts put both together.',
    from: {
      path: '^server/[^/]+/',
      pathNot: [
        '^server/(features|commands|testing)/',
        '/testing/',
        '[.]test[.]ts$',
        // A column's type is what the feature stores in it.
        '^server/platform/database/question-bank-tables[.]ts$',
      ],
    },
    to: { path: '^server/(features/|app[.]ts$|api[.]ts$|worker[.]ts$)' },
  },
  {
    name: 'implementations-are-chosen-in-one-place',
    comment:
      'Only server/open-dependencies.ts knows which speech recogniser, embedder, store or queue is used.',
    from: {
      path: '^server/',
      pathNot: [
        '^server/open-dependencies[.]ts$',
        '^server/worker[.]ts$',
        '^server/ai/',
        '^server/commands/',
        '^server/platform/sign-in/',
        '^server/search/(minilm|search[.]child|search-protocol)',
        '^server/testing/',
        '^server/platform/files/testing/',
        '[.]test[.]ts$',
        '^server/platform/(files/(local-disk|azure|s3|with-downloaded)|jobs/pg-boss|jobs/run-jobs|events/postgres)',
      ],
    },
    to: {
      path: [
        '^server/ai/(moonshine|minilm|openai-compatible|ai-sdk|llama|model-files|tesseract)/',
        '^server/search/minilm',
        '^server/platform/files/(local-disk|azure|s3)',
        '^server/platform/jobs/pg-boss',
        '^server/platform/events/postgres',
        '^server/platform/sign-in/openid-connect',
        '^node_modules/(openid-client|onnxruntime-node|node-llama-cpp|pg-boss|ai|@ai-sdk|@azure|@aws-sdk)/',
      ],
    },
  },
  {
    name: 'the-product-runs-without-its-workshop',
    comment: '`npm start` needs nothing from tools or e2e; a production image leaves them out.',
    from: { path: '^(server|contract|web)/', pathNot: ['[.]test[.]tsx?$', '/testing/'] },
    to: { path: '^(tools|e2e)/' },
  },
  {
    name: 'the-product-runs-without-its-tests',
    comment: 'The image has no folder named testing.',
    from: {
      path: '^(server|contract|web)/',
      pathNot: ['[.]test[.]tsx?$', '/testing/', '/fixtures/', '[.]contract[.]slow[.]test[.]ts$'],
    },
    to: { path: '/testing/' },
  },
  { name: 'no-cycles', from: {}, to: { isCircular: true } },
  {
    name: 'no-production-import-of-development-packages',
    from: { path: '^(server|contract|web)/', pathNot: ['[.]test[.]ts$', '^server/testing/', '/testing/'] },
    to: { kind: 'development-package', typeOnly: false },
  },
  {
    name: 'no-unknown-package',
    from: {},
    to: { kind: 'unknown-package' },
  },
  { name: 'nothing-unresolved', from: {}, to: { kind: 'unresolved' } },
];
