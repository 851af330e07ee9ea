import { describe, expect, test } from 'vitest';
import type { LessonPassage } from './lesson-text.ts';
import { listSections, sectionOfPassages } from './list-sections.ts';

const makePassage = (
  position: number,
  section: number,
  words: number,
  heading: string | null = null,
): LessonPassage => ({
  id: String(position + 100),
  position,
  section,
  heading,
  text: Array.from({ length: words }, (_, index) => `w${position}x${index}`).join(' '),
  titlePath: heading === null ? [] : [heading],
  kind: 'prose',
  isAdministrative: false,
  page: position + 1,
  pageEnd: position + 1,
  startSecond: null,
  endSecond: null,
  startOffset: 0,
  endOffset: 0,
});

describe('listSections', () => {
  test('an empty lesson has none', () => {
    expect(listSections([])).toEqual([]);
  });

  test('follows the lesson’s own sections, by first appearance', () => {
    const passages = [
      makePassage(0, 4, 50, 'Leaves'),
      makePassage(1, 4, 60, 'Leaves'),
      makePassage(2, 9, 70),
      makePassage(3, 4, 10, 'Leaves'),
    ];
    const sections = listSections(passages);
    expect(
      sections.map(({ section, heading, page, wordCount }) => [section, heading, page, wordCount]),
    ).toEqual([
      [0, 'Leaves', 1, 120],
      [1, null, 3, 70],
    ]);
    expect(sections.map(({ title }) => title)).toEqual([
      'Leaves',
      'w2x0 w2x1 w2x2 w2x3 w2x4 w2x5 w2x6 w2x7 w2x8…',
    ]);
    expect([...sectionOfPassages(sections)]).toEqual([
      ['100', 0],
      ['101', 0],
      ['103', 0],
      ['102', 1],
    ]);
  });

  test('a long text without headings is cut into even stretches, every passage in one', () => {
    const passages = Array.from({ length: 90 }, (_, index) => makePassage(index, 0, 100));
    const sections = listSections(passages);
    expect(sections).toHaveLength(15);
    for (const section of sections) expect(section.wordCount).toBe(600);
    expect(sections.flatMap((section) => section.passages)).toEqual(passages);
  });

  test('only the long section is cut, and its parts keep its heading', () => {
    const passages = [
      makePassage(0, 0, 100, 'Preface'),
      ...Array.from({ length: 20 }, (_, index) => makePassage(index + 1, 1, 100, 'Body')),
    ];
    const sections = listSections(passages);
    expect(sections.map(({ heading }) => heading)).toEqual(['Preface', 'Body', 'Body', 'Body']);
    expect(sections.map(({ title }) => title.slice(0, 4))).toEqual([
      'Pref',
      'Body',
      'w8x0',
      expect.any(String),
    ]);
  });

  test('a book does not come to thousands of stretches', () => {
    const passages = Array.from({ length: 2_000 }, (_, index) => makePassage(index, 0, 100));
    const sections = listSections(passages);
    expect(sections.length).toBeLessThanOrEqual(101);
    expect(sections.flatMap((section) => section.passages)).toHaveLength(2_000);
  });
});
