import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listMutations, mutate } from './mutations.ts';

const root = join(import.meta.dirname, '../..');
const mutations = listMutations();

test.each(mutations)('$name still changes $file', (mutation) => {
  const text = readFileSync(join(root, mutation.file), 'utf8');
  expect(mutate(text, mutation)).not.toBe(text);
  expect(mutation.tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('no two have one name, and an old text that occurs twice is refused', () => {
  const names = mutations.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  const [first] = mutations;
  expect(() => mutate(`${first!.old} ${first!.old}`, first!)).toThrow('2 times');
});
