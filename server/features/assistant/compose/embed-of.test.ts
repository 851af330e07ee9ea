import { expect, test } from 'vitest';
import { embedOf } from './embed-of.ts';

test('a text is embedded once, whatever it is asked for with, and vectors keep their order', async () => {
  const asked: string[][] = [];
  const search = {
    embed: (texts: readonly string[]) => {
      asked.push([...texts]);
      return Promise.resolve(texts.map((text) => Float32Array.of(text.length)));
    },
  };
  await embedOf(search)(['a', 'bb', 'a']);
  const vectors = await embedOf(search)(['ccc', 'bb']);
  expect(asked).toEqual([['a', 'bb'], ['ccc']]);
  expect(vectors.map(([value]) => value)).toEqual([3, 2]);
});
