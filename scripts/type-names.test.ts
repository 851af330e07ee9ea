import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const DECLARATION = /^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gmu;
/** What a use-case needs of its dependencies: always private to its file. */
const PRIVATE_IDIOM = 'Needed';

/** Names that two files of one folder declare, each with its files. */
function findSharedNames(files: readonly (readonly [path: string, text: string])[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    for (const [, name = ''] of text.matchAll(DECLARATION)) {
      if (name === PRIVATE_IDIOM) continue;
      const key = `${dirname(path)} ${name}`;
      places.set(key, (places.get(key) ?? new Set()).add(path));
    }
  }
  return [...places].flatMap(([key, paths]) => (paths.size > 1 ? [`${key}: ${[...paths].join(', ')}`] : []));
}

test('two types in one folder never share a name', () => {
  const paths = execFileSync('git', ['ls-files', 'contract', 'server', 'web', 'quality', 'e2e', 'scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = paths
    .split('\n')
    .filter((path) => /(?<!\.test)\.tsx?$/u.test(path))
    .map((path) => [path, readFileSync(new URL(path, root), 'utf8')] as const);
  expect(files.length).toBeGreaterThan(500);
  expect(findSharedNames(files)).toEqual([]);
});

test('a name that is declared twice in one folder is found', () => {
  const files = [
    ['a/one.ts', 'export interface Peer {}\ntype Needed = 1;'],
    ['a/two.ts', 'class Peer {}\ntype Needed = 2;'],
    ['b/one.ts', 'type Peer = 1;'],
  ] as const;
  expect(findSharedNames(files)).toEqual(['a Peer: a/one.ts, a/two.ts']);
});
