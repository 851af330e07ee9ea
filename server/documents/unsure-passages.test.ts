import { expect, test } from 'vitest';
import type { Passage } from './passage.ts';
import { markUnsure } from './unsure-passages.ts';

test('the lines between the cells of a table are not counted as words', () => {
  const passage = {
    text: 'Brae | 41 | Hqlm | – | Sk3rry | –',
    page: 1,
    pageEnd: 1,
  } as Passage;
  const pages = [{ page: 1, blocks: [], unsureWords: ['Hqlm'] }];
  expect(markUnsure([passage], pages)[0]?.isUnsure).toBe(true);
});
