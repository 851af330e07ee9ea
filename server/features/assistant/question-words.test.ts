import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseQuotations } from './choose-quotations.ts';
import { searchableText, sortStems } from '../search/question-words.ts';

const passage = (name: string, ...sentences: [text: string, ...stems: string[]][]) => ({
  passage: name,
  contextStems: [],
  sentences: sentences.map(([text, ...stems]) => ({ text, stems })),
});
const question = (...content: string[]) => ({ content, weak: [] });

test('words that only ask are told from those that name', () => {
  expect(sortStems(['explain', 'leaf', 'photosynthesi', 'use'])).toEqual({
    content: ['leaf', 'photosynthesi'],
    weak: ['explain', 'use'],
  });
  // With nothing else to go by, they count.
  expect(sortStems(['explain', 'use'])).toEqual({ content: ['explain', 'use'], weak: [] });
  expect(sortStems([])).toEqual({ content: [], weak: [] });
});

test('what a person types never reaches the search as a sign', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(searchableText(text)).toMatch(/^[\p{L}\p{M}\p{N} ]*$/u);
      for (const stem of sortStems([text]).content) expect(stem).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
    }),
  );
});

test('one common word is not enough', () => {
  const about = passage('markets', ['Capital moves between markets.', 'capit', 'move', 'market']);
  expect(chooseQuotations(question('capit', 'mongolia'), [about])).toEqual([]);
  expect(chooseQuotations(question('capit'), [about])).toHaveLength(1);
  expect(chooseQuotations(question('capit', 'mongolia', 'market'), [about])).toHaveLength(1);
  expect(chooseQuotations(question('capit', 'a', 'b'), [about])).toEqual([]);
  expect(chooseQuotations(question(), [about])).toEqual([]);
});

test('a heading says what the passage is about, and is not quoted', () => {
  const stages = {
    ...passage('mitosis', ['The stages are prophase and three more.', 'stage', 'prophas', 'three']),
    contextStems: ['mitosi'],
  };
  expect(chooseQuotations(question('stage', 'mitosi'), [stages])).toEqual([
    { passage: 'mitosis', quote: 'The stages are prophase and three more.' },
  ]);
  expect(
    chooseQuotations(question('mitosi', 'cell'), [{ ...stages, contextStems: ['mitosi', 'cell'] }]),
  ).toEqual([]);
});

test('the sentence that holds most is quoted, an answer before a question, each once and three at most', () => {
  const leaf = passage(
    'leaf',
    ['What does a leaf make of light?', 'leaf', 'make', 'light'],
    ['A leaf makes sugar of light.', 'leaf', 'sugar', 'light'],
    ['Sugar is sweet.', 'sugar'],
  );
  const quoted = chooseQuotations(question('leaf', 'light'), [leaf, { ...leaf, passage: 'copy' }]);
  expect(quoted).toEqual([{ passage: 'leaf', quote: 'A leaf makes sugar of light.' }]);
  const many = Array.from({ length: 6 }, (_, index) =>
    passage(`p${index}`, [`Leaf and light ${index}.`, 'leaf', 'light']),
  );
  expect(chooseQuotations(question('leaf', 'light'), many).map(({ passage: name }) => name)).toEqual([
    'p0',
    'p1',
    'p2',
  ]);
});
