import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * A rule that has never been seen to fail may not be one. Each case is a small project with one
 * deliberate violation; the real rules are run over it and must name that rule.
 */
const root = join(import.meta.dirname, '..');
const fastify = { 'node_modules/fastify/index.js': 'export const fastify = 1;' };
const kysely = { 'node_modules/kysely/index.js': 'export const sql = 1;' };

const violations: [rule: string, files: Record<string, string>][] = [
  ['contract-imports-only-zod', { 'contract/courses.ts': "import 'fastify';", ...fastify }],
  [
    'question-rules-import-only-the-contract',
    { 'contract/question-rules/check.ts': "import 'fastify';", ...fastify },
  ],
  [
    'web-never-imports-server',
    { 'web/pages/home.ts': "import '../../server/config.ts';", 'server/config.ts': 'export {};' },
  ],
  [
    'web-features-apart',
    { 'web/features/a/one.ts': "import '../b/two.ts';", 'web/features/b/two.ts': 'export {};' },
  ],
  [
    'web-shared-below-features',
    { 'web/ui/chip.ts': "import '../features/a/one.ts';", 'web/features/a/one.ts': 'export {};' },
  ],
  [
    'web-features-below-pages',
    { 'web/features/a/one.ts': "import '../../pages/home.ts';", 'web/pages/home.ts': 'export {};' },
  ],
  [
    'use-cases-know-no-infrastructure',
    { 'server/features/courses/courses.ts': "import 'fastify';", ...fastify },
  ],
  ['only-stores-build-queries', { 'server/http/app.ts': "import 'kysely';", ...kysely }],
  [
    'own-store-only',
    {
      'server/features/quizzes/generate.ts': "import { find } from '../lessons/lesson.store.ts'; find();",
      'server/features/lessons/lesson.store.ts': 'export const find = () => 1;',
    },
  ],
  [
    'only-the-list-of-routes-imports-routes',
    {
      'server/features/courses/courses.ts': "import './course.routes.ts';",
      'server/features/courses/course.routes.ts': 'export {};',
    },
  ],
  [
    'the-server-below-features-knows-none',
    {
      'server/http/authentication.ts': "import '../features/accounts/identify-actor.ts';",
      'server/features/accounts/identify-actor.ts': 'export {};',
    },
  ],
  [
    'implementations-are-chosen-in-one-place',
    {
      'server/features/transcripts/run.ts': "import '../../ai/moonshine/moonshine.ts';",
      'server/ai/moonshine/moonshine.ts': 'export {};',
    },
  ],
  [
    'implementations-are-chosen-in-one-place',
    {
      'server/features/quizzes/write.ts': "import 'ai';",
      'node_modules/ai/index.js': 'export const ai = 1;',
    },
  ],
  [
    'implementations-are-chosen-in-one-place',
    {
      'server/features/quizzes/write.ts': "import '../../ai/llama/llama-text-generator.ts';",
      'server/ai/llama/llama-text-generator.ts': 'export {};',
    },
  ],
  [
    'the-product-runs-without-its-workshop',
    { 'server/main.ts': "import '../scripts/build.ts';", 'scripts/build.ts': 'export {};' },
  ],
  ['no-cycles', { 'server/one.ts': "import './two.ts';", 'server/two.ts': "import './one.ts';" }],
  [
    'no-production-import-of-development-packages',
    {
      'server/one.ts': "import 'development-tool';",
      'node_modules/development-tool/index.js': 'export const tool = 1;',
    },
  ],
  [
    'no-unknown-package',
    { 'server/one.ts': "import 'stranger';", 'node_modules/stranger/index.js': 'export const stranger = 1;' },
  ],
  ['nothing-unresolved', { 'server/one.ts': "import './absent.ts';" }],
];

test.for(violations)('%s is noticed', async ([rule, files]) => {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-rules-'));
  try {
    const all: Record<string, string> = {
      'package.json': JSON.stringify({
        type: 'module',
        dependencies: { fastify: '*', kysely: '*' },
        devDependencies: { 'development-tool': '*' },
      }),
      'tsconfig.json': JSON.stringify({
        compilerOptions: { allowImportingTsExtensions: true, noEmit: true },
      }),
      ...files,
    };
    for (const [path, text] of Object.entries(all)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    for (const name of Object.keys(files).filter((path) => path.startsWith('node_modules/'))) {
      await writeFile(
        join(directory, dirname(name), 'package.json'),
        JSON.stringify({
          name: dirname(name).slice('node_modules/'.length),
          version: '1.0.0',
          main: 'index.js',
        }),
      );
    }
    const found = await cruise(directory, [
      ...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? '')),
    ]);
    expect(found).toContain(rule);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

async function cruise(directory: string, folders: string[]): Promise<string[]> {
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [
        join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
        '--config',
        join(root, 'dependency-rules.cjs'),
        '--output-type',
        'json',
        ...folders.filter((folder) => folder !== 'node_modules'),
      ],
      { cwd: directory, maxBuffer: 64 * 1024 * 1024 },
      // It ends with the number of violations as its code; what it prints is looked at instead.
      (_error, stdout, stderr) => resolve(stdout === '' ? stderr : stdout),
    );
  });
  const report = JSON.parse(output) as { summary: { violations: { rule: { name: string } }[] } };
  return report.summary.violations.map(({ rule }) => rule.name);
}

test('the linter reports long files, functions with too many decisions, what types say is needless, and reads of the environment', async () => {
  const directory = await mkdtemp(join(root, 'server/lint-'));
  try {
    const decisions = Array.from({ length: 21 }, (_, index) => `if (n === ${index}) return ${index};`);
    const code = [
      'export const home = process.env.HOME;',
      `export function f(n: number): number { ${decisions.join(' ')} return n; }`,
      "export const g = (text: string): string => (text === undefined ? '' : text);",
      'export const h = (text: string): void => { Promise.resolve(text); };',
      '\n'.repeat(300),
    ];
    await writeFile(join(directory, 'example.ts'), code.join('\n'));
    const output = await new Promise<string>((resolve) => {
      // It ends with 1 as its code; what it prints is looked at instead.
      execFile(
        'node_modules/.bin/oxlint',
        ['--format', 'json', directory],
        { cwd: root },
        (_error, stdout) => {
          resolve(stdout);
        },
      );
    });
    const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string }[] };
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
