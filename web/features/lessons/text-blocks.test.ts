import { expect, test } from 'vitest';
import { cutBlock, findPageOffset, inChunks, listBlocks } from './text-blocks.ts';

const plainText = 'Cells\nCells live. They divide.\n\nWalls\nPlants have walls.';
const passage = (text: string, heading: string | null, page: number | null) => ({
  id: text,
  heading,
  kind: 'prose' as const,
  page,
  page_end: page,
  paragraph: null,
  start_second: null,
  end_second: null,
  start_offset: plainText.indexOf(text),
  end_offset: plainText.indexOf(text) + text.length,
});
const lessonText = {
  plain_text: plainText,
  passages: [passage('Cells live. They divide.', 'Cells', 1), passage('Plants have walls.', 'Walls', 2)],
};

test('lines, with headings and where each page begins', () => {
  expect(listBlocks(lessonText).map(({ kind, text, page }) => [kind, text, page])).toEqual([
    ['heading', 'Cells', 1],
    ['paragraph', 'Cells live. They divide.', undefined],
    ['heading', 'Walls', 2],
    ['paragraph', 'Plants have walls.', undefined],
  ]);
  expect(findPageOffset(lessonText, 2)).toBe(plainText.indexOf('Plants'));
  expect(findPageOffset(lessonText, 9)).toBeUndefined();
});

test('distinguishes points, code and the pages that build up one slide', () => {
  const points = '• Move the disks.\n  • The largest comes last.';
  const code = 'move(3);\n  move(2);';
  const slide = {
    plain_text: `Idea\n${points}\n${code}`,
    passages: [
      {
        ...passage('', 'Idea', 29),
        kind: 'slide' as const,
        page_end: 32,
        start_offset: 5,
        end_offset: 5 + points.length,
      },
      {
        ...passage('', 'Idea', 29),
        kind: 'code' as const,
        page_end: 32,
        start_offset: 6 + points.length,
        end_offset: 6 + points.length + code.length,
      },
    ],
  };
  expect(listBlocks(slide).map(({ kind, text }) => [kind, text])).toEqual([
    ['heading', 'Idea'],
    ['point', '• Move the disks.'],
    ['point', '  • The largest comes last.'],
    ['code', 'move(3);'],
    ['code', '  move(2);'],
  ]);
  expect(findPageOffset(slide, 31)).toBe(5);
});

test('text without passages is all paragraphs', () => {
  const blocks = listBlocks({ plain_text: 'One\n\n \nTwo', passages: [] });
  expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
    ['paragraph', 'One'],
    ['paragraph', 'Two'],
  ]);
});

test('a block is cut at the marked words', () => {
  const block = { kind: 'paragraph' as const, text: 'They divide.', start: 10, end: 22, page: undefined };
  expect(cutBlock(block, { start: 15, end: 21 })).toEqual([
    { text: 'They ', isMarked: false },
    { text: 'divide', isMarked: true },
    { text: '.', isMarked: false },
  ]);
  expect(cutBlock(block, { start: 0, end: 99 })).toEqual([{ text: 'They divide.', isMarked: true }]);
  expect(cutBlock(block, { start: 22, end: 30 })).toEqual([{ text: 'They divide.', isMarked: false }]);
  expect(cutBlock(block, undefined)).toEqual([{ text: 'They divide.', isMarked: false }]);
});

test('chunks', () => {
  expect(inChunks([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
  expect(inChunks([], 2)).toEqual([]);
});
