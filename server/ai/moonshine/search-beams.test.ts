import { expect, test } from 'vitest';
import { searchBeams, type BeamSearch, type BeamStep } from './search-beams.ts';

const START = 0;
const END = 1;

/** A language of single digits: what may follow each text, with its probability. */
function createLanguage(probabilities: Record<string, Record<number, number>>): BeamSearch['step'] {
  let texts: string[] = [''];
  return (beams: readonly BeamStep[]) => {
    texts = beams.map(({ parent, token }) => (token === START ? '' : `${texts[parent] ?? ''}${token}`));
    return Promise.resolve(
      texts.map((text) => {
        const next = probabilities[text] ?? { [END]: 1 };
        return Float32Array.from({ length: 10 }, (_, token) => Math.log(next[token] ?? 1e-9));
      }),
    );
  };
}

const search = (width: number, probabilities: Record<string, Record<number, number>>, limit = 10) =>
  searchBeams({ width, startToken: START, endToken: END, limit, step: createLanguage(probabilities) });

/** The likelier first word leads to a dead end. */
const GARDEN_PATH = { '': { 2: 0.6, 3: 0.4 }, 2: { 4: 0.3, 5: 0.3, 6: 0.4 }, 3: { 7: 1 } };

test('finds a text whose beginning is not the likeliest', async () => {
  expect((await search(1, GARDEN_PATH)).tokens).toEqual([2, 6]);
  const { tokens, ended, logProbability } = await search(2, GARDEN_PATH);
  expect(tokens).toEqual([3, 7]);
  expect(ended).toBe(true);
  // Two words and the end.
  expect(logProbability).toBeCloseTo(Math.log(0.4) / 3, 4);
});

test('says so when no text has ended within the limit', async () => {
  const endless = Object.fromEntries(['', '2', '22', '222'].map((text) => [text, { 2: 1 }]));
  expect(await search(2, endless, 3)).toMatchObject({ tokens: [2, 2, 2], ended: false });
});

test('finds an empty text', async () => {
  expect(await search(4, { '': { [END]: 0.9, 2: 0.1 } })).toMatchObject({ tokens: [], ended: true });
});
