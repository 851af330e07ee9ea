import { expect, test } from 'vitest';
import type { SearchResults } from '#contract/search.ts';
import { pickPassages } from './pick-passages.ts';

const found = (...quotes: string[]): SearchResults => ({
  courses: [
    {
      course_id: 1,
      course_title: 'Biology',
      lessons: [
        {
          lesson_id: 1,
          lesson_title: 'Plants',
          kind: 'text',
          hits: quotes.map((quote, index) => ({
            heading: null,
            evidence: {
              quote,
              page: null,
              start_second: null,
              end_second: null,
              passage_id: `p${index + 1}`,
            },
          })),
        },
      ],
    },
  ],
  hit_count: quotes.length,
  by_meaning: true,
});

test('picks the passages with the most words of the topic, or else the best three', () => {
  const [pigment, rate, reactions] = [
    'Chlorophyll is a green pigment.',
    'The rate depends on light.',
    'The light reactions make ATP.',
  ];
  expect(pickPassages('chlorophyll', found(rate, pigment, reactions))).toEqual(['p2']);
  expect(pickPassages('the light reaction', found(rate, pigment, reactions))).toEqual(['p3']);
  expect(pickPassages('osmosis', found(rate, pigment, reactions, rate))).toEqual(['p1', 'p2', 'p3']);
  expect(pickPassages('osmosis', found())).toEqual([]);
});
