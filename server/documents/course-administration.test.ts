import { expect, test } from 'vitest';
import { findAdministration } from './course-administration.ts';
import type { DocumentPage } from './document-blocks.ts';

const slide = (title: string, ...lines: string[]): DocumentPage => ({
  page: 1,
  kind: 'slide',
  titlePath: [title],
  blocks: lines.map((text) => ({ kind: 'list-item', text, depth: 0 })),
});
const lessons = [1, 2, 3, 4, 5, 6].map((number) =>
  slide(
    `Topic ${number}`,
    'A cell divides into two cells, and each of them keeps all of the genes.',
    'It grows.',
  ),
);
const isMarked = (page: DocumentPage): boolean => {
  const found = findAdministration([...lessons, page]);
  return page.blocks.some((block) => found.has(block));
};

test.each([
  ['Office hours', 'Tuesday, room 101'],
  ['Thank you!', 'Questions?'],
  ['Assignment 3', 'Implement a heap.'],
  ['Contact', 'a.lovelace@example.org, room 12'],
  ['Organization', 'Lectures: Monday, 10:15', 'Tutorials: Friday, 14:00'],
  ['What you need', 'Hand in your solutions on Moodle.', 'Late submissions lose points.'],
])('marks the slide %s', (title, ...lines) => {
  expect(isMarked(slide(title, ...lines))).toBe(true);
});

test.each([
  ['Deadlines', 'In real-time systems a task that is late is wrong.'],
  ['Schedules', 'Two schedules are equivalent when they order conflicting operations alike.'],
  ['Assignments', 'The statement x = 5 stores a value in a variable.'],
  ['Contact', 'Contact forces act where two bodies touch.'],
  ['Evaluation', 'Lazy evaluation computes a value when it is needed.'],
  ['The French Revolution', 'The Bastille fell on 14 July 1789.', 'The king fled on 20 June 1791.'],
  ['Job queues', 'Users submit jobs, and the system runs them in the order of their deadlines.'],
])('does not mark the slide %s', (title, ...lines) => {
  expect(isMarked(slide(title, ...lines))).toBe(false);
});

test('marks a list of literature up to the next heading, and no text before it', () => {
  const paragraph = (text: string) => ({ kind: 'paragraph', text }) as const;
  const blocks = [
    { kind: 'heading', text: '1 Cells', level: 1 } as const,
    paragraph('A cell divides into two cells, and each of them keeps all of the genes of the first one.'),
    { kind: 'heading', text: 'References', level: 1 } as const,
    paragraph('[1] R. Hooke: Micrographia, 1665.'),
    { kind: 'heading', text: 'Appendix', level: 1 } as const,
    paragraph('The stains were prepared as follows.'),
  ];
  const found = findAdministration([{ page: 1, kind: 'prose', blocks }]);
  expect(blocks.map((block) => found.has(block))).toEqual([false, false, false, true, false, false]);
});
