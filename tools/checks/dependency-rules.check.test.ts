import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findViolations } from './check-rules.ts';

/*
 * A rule that has never failed may not be a rule. A small project violates each one on purpose; the real rules must
 * name the violation.
 */
const root = join(import.meta.dirname, '../..');

/** The rule, the file that breaks it, what that file imports, and the path of the imported module. */
const VIOLATIONS: readonly (readonly [rule: string, from: string, imported: string, target?: string])[] = [
  ['contract-imports-only-zod', 'contract/courses.ts', 'fastify'],
  ['question-rules-import-only-the-contract', 'contract/question-rules/check.ts', 'fastify'],
  ['web-never-imports-server', 'web/pages/home.ts', '../../server/config.ts', 'server/config.ts'],
  ['web-features-apart', 'web/features/a/one.ts', '../b/two.ts', 'web/features/b/two.ts'],
  ['web-shared-below-features', 'web/ui/chip.ts', '../features/b/two.ts', 'web/features/b/two.ts'],
  ['web-features-below-pages', 'web/features/c/one.ts', '../../pages/away.ts', 'web/pages/away.ts'],
  ['use-cases-know-no-infrastructure', 'server/features/courses/courses.ts', 'fastify'],
  ['only-stores-build-queries', 'server/platform/http/app.ts', 'kysely'],
  [
    'own-store-only',
    'server/features/quizzes/generate.ts',
    '../lessons/lesson.store.ts',
    'server/features/lessons/lesson.store.ts',
  ],
  [
    'only-the-list-of-routes-imports-routes',
    'server/features/lessons/lessons.ts',
    './lesson.routes.ts',
    'server/features/lessons/lesson.routes.ts',
  ],
  [
    'the-server-below-features-knows-none',
    'server/platform/http/authentication.ts',
    '../../features/accounts/identify-actor.ts',
    'server/features/accounts/identify-actor.ts',
  ],
  [
    'implementations-are-chosen-in-one-place',
    'server/features/transcripts/run.ts',
    '../../ai/moonshine/moonshine.ts',
    'server/ai/moonshine/moonshine.ts',
  ],
  ['implementations-are-chosen-in-one-place', 'server/features/quizzes/write.ts', 'ai'],
  [
    'the-product-runs-without-its-workshop',
    'server/main.ts',
    '../tools/checks/build.ts',
    'tools/checks/build.ts',
  ],
  ['the-product-runs-without-its-tests', 'server/six.ts', './testing/make.ts', 'server/testing/make.ts'],
  ['no-cycles', 'server/one.ts', './two.ts'],
  ['no-production-import-of-development-packages', 'server/three.ts', 'development-tool'],
  ['no-unknown-package', 'server/four.ts', 'stranger'],
  ['nothing-unresolved', 'server/five.ts', './absent.ts'],
];

/** Every way to import the server, which the web app must not. */
const FORMS = [
  "import '#server/config.ts';",
  "import type { Config } from '#server/config.ts';",
  "import { type Config } from '#server/config.ts';",
  "export * from '#server/config.ts';",
  "export type { Config } from '#server/config.ts';",
  "await import('#server/config.ts');",
  'await import(`#server/config.ts`);',
  "export let config: import('#server/config.ts').Config;",
];
const STORE = '../lessons/lesson.store.ts';

const runTool = (program: string, options: readonly string[], cwd: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    // It exits with an error code when it finds something; only its output matters here.
    execFile(program, options, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      if (stdout === '') reject(error ?? new Error(`${program} printed nothing.`));
      else resolve(JSON.parse(stdout));
    });
  });

let found: string[];

beforeAll(async () => {
  const files: Record<string, string> = {
    'package.json': JSON.stringify({
      type: 'module',
      imports: { '#server/*': './server/*' },
      dependencies: { fastify: '*', kysely: '*', ai: '*' },
      devDependencies: { 'development-tool': '*' },
    }),
    'server/two.ts': "import './one.ts';",
  };
  for (const name of ['fastify', 'kysely', 'ai', 'development-tool', 'stranger']) {
    files[`node_modules/${name}/index.js`] = 'export {};';
    files[`node_modules/${name}/package.json`] = JSON.stringify({ name, version: '1.0.0', main: 'index.js' });
  }
  for (const [, , , target] of VIOLATIONS) if (target !== undefined) files[target] = 'export const one = 1;';
  for (const [, from, imported] of VIOLATIONS)
    files[from] = `import * as imported from '${imported}'; export { imported };`;
  for (const [index, form] of FORMS.entries()) files[`web/forms/${index}.ts`] = form;
  files['server/features/quizzes/with-type.ts'] = `import type { one } from '${STORE}';`;
  const directory = await mkdtemp(join(tmpdir(), 'lectern-rules-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    found = findViolations(directory).map(({ rule, from }) => `${rule}: ${from}`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test.each(VIOLATIONS)('%s is noticed in %s', (rule, from) => {
  expect(found).toContain(`${rule}: ${from}`);
});

test.each(FORMS.map((form, index) => [form, index] as const))('%s is an import', (_, index) => {
  expect(found).toContain(`web-never-imports-server: web/forms/${index}.ts`);
});

test('the types of another feature’s store may be imported', () => {
  expect(found.filter((violation) => violation.endsWith('with-type.ts'))).toEqual([]);
});

test('the linter reports long files, functions with too many decisions, needless code, and reads of the environment', async () => {
  // Outside of the repository, where `npm run check` lints at the same time.
  const directory = await mkdtemp(join(tmpdir(), 'lectern-lint-'));
  try {
    const decisions = Array.from({ length: 21 }, (_, index) => `if (n === ${index}) return ${index};`);
    const code = [
      'export const home = process.env.HOME;',
      `export function f(n: number): number { ${decisions.join(' ')} return n; }`,
      "export const g = (text: string): string => (text === undefined ? '' : text);",
      'export const h = (text: string): void => { Promise.resolve(text); };',
      '\n'.repeat(300),
    ];
    await mkdir(join(directory, 'server'));
    await writeFile(join(directory, 'server/example.ts'), code.join('\n'));
    const settings = { extends: '@tsconfig/strictest/tsconfig.json', compilerOptions: { types: ['node'] } };
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(settings));
    await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
    const options = ['--config', join(root, 'oxlint.config.ts'), '--format', 'json', 'server'];
    const report = await runTool(join(root, 'node_modules/.bin/oxlint'), options, directory);
    const { diagnostics } = report as { diagnostics: { code: string }[] };
    expect(new Set(diagnostics.map(({ code: rule }) => rule))).toEqual(
      new Set([
        'eslint(max-lines)',
        'eslint(complexity)',
        'eslint(no-restricted-properties)',
        'typescript(no-unnecessary-condition)',
        'typescript(no-floating-promises)',
      ]),
    );
  } finally {
    await rm(directory, { recursive: true });
  }
});
