import { expect, test } from 'vitest';
import { groupPoints } from './group-points.ts';

const pointIn = (section: string | undefined) => ({
  text: `About ${section ?? 'nothing'}`,
  evidence: {
    quote: '',
    page: null,
    start_second: null,
    end_second: null,
    passage_id: '1',
    ...(section === undefined ? {} : { section }),
  },
});
const sectionsOf = (...sections: (string | undefined)[]) =>
  groupPoints(sections.map(pointIn)).map(({ section, first, points }) => [section, first, points.length]);

test('groups consecutive points by section', () => {
  expect(sectionsOf('Ice', 'Ice', 'Water', 'Ice')).toEqual([
    ['Ice', 1, 2],
    ['Water', 3, 1],
    ['Ice', 4, 1],
  ]);
});

test('has no headings if each point has a different section, or none has one', () => {
  expect(sectionsOf('Ice', 'Water')).toEqual([[undefined, 1, 2]]);
  expect(sectionsOf(undefined, undefined)).toEqual([[undefined, 1, 2]]);
});
