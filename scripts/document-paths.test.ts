import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const doesExist = (path: string): boolean =>
  statSync(join(root, path), { throwIfNoEntry: false }) !== undefined;

/** What a newcomer reads to find their way, and the README of each folder. */
const documents = [
  'CONTRIBUTING.md',
  ...globSync('docs/*.md', { cwd: root }),
  ...globSync('{contract,deploy,e2e,quality,scripts,server}/**/README.md', { cwd: root }),
];

/** What stands between backticks and begins with a folder of the repository, unless part of it is left open. */
const listPaths = (text: string): string[] =>
  [...text.matchAll(/`((?:contract|deploy|docs|e2e|quality|scripts|server|web)\/[\w.@/-]*)`/gu)].map(
    ([, path = '']) => path,
  );

/** Made by a build, so absent from a fresh checkout. */
const MADE = new Set(['web/dist', 'web/dist/.vite/license.md']);

describe.each(documents)('%s', (document) => {
  const text = read(document);

  test('names files and folders that exist', () => {
    expect(listPaths(text).filter((path) => !MADE.has(path) && !doesExist(path))).toEqual([]);
  });

  test('links to files that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/gu)].map(
      ([, target = '']) => target,
    );
    expect(targets.filter((target) => !doesExist(join(dirname(document), target)))).toEqual([]);
  });
});

test('the ways from a URL to the SQL lead through calls that the files make', () => {
  const rows = read('docs/architecture.md')
    .split('\n')
    .filter((line) => line.startsWith('| `/'))
    .map((line) => [...line.matchAll(/`([^`]+)`/gu)].map(([, cell = '']) => cell));
  expect(rows).toHaveLength(5);
  for (const [url = '', page = '', query = '', route = '', useCase = ''] of rows) {
    expect([url, read('web/app/router.tsx').includes(page.replace('web', '..'))]).toEqual([url, true]);
    expect([url, read(query).includes('/api/')]).toEqual([url, true]);
    expect([url, read(route)]).toEqual([url, expect.stringContaining(`${useCase}(`)]);
  }
});
