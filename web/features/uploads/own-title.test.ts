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
  expect(await titleOf('## The cell\n\nCells divide.')).toBe('The cell');
  expect(await titleOf('- Cells\n\n- Tissues')).toBeUndefined();
  expect(await titleOf('WEBVTT\n\n00:01.000 --> 00:04.000\nCells divide.')).toBeUndefined();
});

test('a file name is better than a title of misread characters', async () => {
  const latin1 = new Uint8Array(Buffer.from('La célula\n\nSe divide.', 'latin1'));
  expect(await findOwnTitle(new File([latin1], 'week_1.txt'))).toBeUndefined();
});
