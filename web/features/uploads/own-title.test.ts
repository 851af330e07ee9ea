import { expect, test } from 'vitest';
import { findOwnTitle, isTitle } from './own-title.ts';

test.each([
  ['The cell', true],
  ['Untitled', false],
  ['Microsoft Word - week 3.docx', false],
  ['PowerPoint Presentation', false],
  ['lecture-4.tex', false],
  ['2024', false],
  ['', false],
])('“%s” as a title: %s', (text, is) => {
  expect(isTitle(text)).toBe(is);
});

test('a text takes its title from its first heading or from a first line that stands alone', async () => {
  const titleOf = (text: string) => findOwnTitle(new File([text], 'week_1.txt'));
  expect(await titleOf('\uFEFF# The cell\n\nCells divide.')).toBe('The cell');
  expect(await titleOf('Why cells divide\r\n\r\nCells divide.')).toBe('Why cells divide');
  expect(await titleOf('Cells divide.\n\n# The cell')).toBeUndefined();
  expect(await titleOf('Cells divide because\nthey grow.')).toBeUndefined();
});
