import { expect, test } from 'vitest';
import { searchBeams } from './search-beams.ts';
import { createTermBias, type TermBias } from './term-bias.ts';

const TOKENS = ['', '.', ' usu', 'capi', 'o', ' use', ' a', ' cap', 's', ' law'];
const tokensOf = (...texts: string[]): number[] => texts.map((text) => TOKENS.indexOf(text));

function rate(bias: TermBias, ...texts: string[]): number {
  const { earned, pending } = tokensOf(...texts).reduce(
    (state, token) => bias.advance(state, token),
    bias.start,
  );
  return earned + pending;
}

test('adds the bonus of each character while a word may become a term', () => {
  const bias = createTermBias(['Usucapio'], TOKENS, 1);
  expect(rate(bias, ' usu')).toBe(3);
  expect(rate(bias, ' usu', 'capi', 'o')).toBe(8);
});

test('keeps the bonus of a whole term, whatever follows', () => {
  const bias = createTermBias(['usucapio'], TOKENS, 1);
  expect(rate(bias, ' usu', 'capi', 'o', '.')).toBe(8);
  expect(rate(bias, ' usu', 'capi', 'o', ' use', ' a')).toBe(8);
  expect(rate(bias, ' usu', 'capi', 'o', ' usu', 'capi', 'o')).toBe(16);
});

test('takes the bonus back when the word is another one', () => {
  const bias = createTermBias(['usucapio'], TOKENS, 1);
  expect(rate(bias, ' usu', 'capi', 's')).toBe(0);
  expect(rate(bias, ' usu', 'capi', '.')).toBe(0);
  expect(rate(bias, ' usu', 'capi', 'o', 's')).toBe(0);
});

test('does not prefer a word that the model has as one token', () => {
  const bias = createTermBias(['law'], TOKENS, 1);
  expect(rate(bias, ' law')).toBe(0);
  expect(bias.listTokens(bias.start)).toEqual([]);
});

test('lists the tokens that begin or continue a term', () => {
  const bias = createTermBias(['usucapio'], TOKENS, 1);
  const [first = 0] = tokensOf(' usu');
  expect(bias.listTokens(bias.start)).toEqual([first]);
  expect(bias.listTokens(bias.advance(bias.start, first))).toEqual([...tokensOf('capi'), first]);
});

test.each([
  [undefined, [' use', ' a', ' cap', 's']],
  [createTermBias(['usucapio'], TOKENS, 1), [' usu', 'capi', 'o']],
])('finds a term that is a little less likely than common words', async (terms, expected) => {
  const probable: Record<string, Record<string, number>> = {
    '': { ' use': 0.8, ' usu': 0.1 },
    ' use': { ' a': 0.9 },
    ' use a': { ' cap': 0.9 },
    ' use a cap': { s: 0.9 },
    ' usu': { capi: 0.5 },
    ' usucapi': { o: 0.9 },
  };
  const END = TOKENS.length;
  let texts = [''];
  const { tokens } = await searchBeams({
    width: 1,
    startToken: END,
    endToken: END,
    limit: 8,
    terms,
    step: (beams) => {
      texts = beams.map(({ parent, token }) => `${texts[parent] ?? ''}${TOKENS[token] ?? ''}`);
      return Promise.resolve(
        texts.map((text) =>
          Float32Array.from([...TOKENS, 'end'], (token) =>
            Math.log(
              probable[text]?.[token] ?? (token === 'end' && probable[text] === undefined ? 0.9 : 1e-6),
            ),
          ),
        ),
      );
    },
  });
  expect(tokens.map((token) => TOKENS[token])).toEqual(expected);
});
