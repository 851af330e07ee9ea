import { expect, test } from 'vitest';
import { markWords } from './mark-words.ts';

test('words at fault are marked as whole words, whatever their case, longest first', () => {
  expect(markWords('Which is not usually noted, NOT ever?', ['not', 'not usually'])).toEqual([
    { text: 'Which is ', isMarked: false },
    { text: 'not usually', isMarked: true },
    { text: ' noted, ', isMarked: false },
    { text: 'NOT', isMarked: true },
    { text: ' ever?', isMarked: false },
  ]);
});

test('a word at fault may contain any character', () => {
  const signs = Array.from({ length: 0x7f - 0x21 }, (_, place) => String.fromCharCode(0x21 + place));
  for (const word of [
    ...signs.map((sign) => `all${sign}none`),
    signs.join(''),
    '<b>well-known</b>',
    '\u202e💡',
  ]) {
    const marked = markWords(`Which ${word} counts?`, [word]).filter(({ isMarked }) => isMarked);
    expect(marked, word).toEqual([{ text: word, isMarked: true }]);
  }
});
