import { expect, test } from 'vitest';
import { embedOf, rememberingEmbed } from './embed-of.ts';

const count = (asked: string[][]) => (texts: readonly string[]) => {
  asked.push([...texts]);
  return Promise.resolve(texts.map((text) => Float32Array.of(text.length)));
};

test('a text is embedded once, whatever it is asked for with, and vectors keep their order', async () => {
  const asked: string[][] = [];
  const embed = rememberingEmbed(count(asked));
  await embed(['a', 'bb', 'a']);
  const vectors = await embed(['ccc', 'bb']);
  expect(asked).toEqual([['a', 'bb'], ['ccc']]);
  expect(vectors.map(([value]) => value)).toEqual([3, 2]);
});

test('the texts asked for longest ago are forgotten first', async () => {
  const asked: string[][] = [];
  const embed = rememberingEmbed(count(asked), 2);
  await embed(['a', 'bb']);
  await embed(['a', 'ccc']);
  await embed(['a']);
  await embed(['bb']);
  expect(asked).toEqual([['a', 'bb'], ['ccc'], ['bb']]);
});

test('one search has one memory', () => {
  const search = { embed: count([]) };
  expect(embedOf(search)).toBe(embedOf(search));
  expect(embedOf(search)).not.toBe(embedOf({ embed: count([]) }));
});
