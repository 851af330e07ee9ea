import { expect, test } from 'vitest';
import type { LessonText } from '#contract/lessons.ts';
import { listEvidence, searchSentences } from './search-sentences.ts';

const FIRST = 'Steam drove the mills. Canals carried coal.';
const SECOND = 'The mills stood beside rivers. Coal was cheap.';
const LESSON: LessonText = {
  plain_text: `${FIRST}\n\n${SECOND}`,
  passages: [
    { id: 'p1', text: FIRST, page: 1 },
    { id: 'p2', text: SECOND, page: 2 },
  ].map(({ id, text, page }) => ({
    id,
    heading: null,
    kind: 'prose' as const,
    page,
    page_end: page,
    paragraph: null,
    start_second: null,
    end_second: null,
    start_offset: text === FIRST ? 0 : FIRST.length + 2,
    end_offset: text === FIRST ? FIRST.length : FIRST.length + 2 + SECOND.length,
  })),
};

const all = listEvidence(LESSON);
const search = (sought: string, most = 10): string[] =>
  searchSentences(all, sought, most).map(({ quote }) => quote);

test('offers each sentence as evidence from its passage', () => {
  expect(all.map(({ quote, passage_id: id, page }) => [id, page, quote])).toEqual([
    ['p1', 1, 'Steam drove the mills.'],
    ['p1', 1, 'Canals carried coal.'],
    ['p2', 2, 'The mills stood beside rivers.'],
    ['p2', 2, 'Coal was cheap.'],
  ]);
});

test('sentences that hold most of the words come first, in whatever form the words are', () => {
  expect(search('mill beside a river')).toEqual(['The mills stood beside rivers.', 'Steam drove the mills.']);
  expect(search('cheap coal')).toEqual(['Coal was cheap.', 'Canals carried coal.']);
  expect(search('volcano')).toEqual([]);
});

test('lists exact matches first, and the beginning of the lesson for an empty search', () => {
  expect(search('was ch')).toEqual(['Coal was cheap.']);
  expect(search(' ', 2)).toEqual(['Steam drove the mills.', 'Canals carried coal.']);
});
