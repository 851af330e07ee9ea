import { expect, test } from 'vitest';
import { evidenceOfPassage } from './evidence-of-passage.ts';

const place = { id: '7', startSecond: null, endSecond: null, heading: null };

test('names the last page only of a passage of several pages', () => {
  const evidence = { quote: 'Move the disks.', passage_id: '7', start_second: null, end_second: null };
  expect(evidenceOfPassage({ ...place, page: 29, pageEnd: 32 }, 'Move the disks.')).toStrictEqual({
    ...evidence,
    page: 29,
    page_end: 32,
  });
  expect(evidenceOfPassage({ ...place, page: 29, pageEnd: 29 }, 'Move the disks.')).toStrictEqual({
    ...evidence,
    page: 29,
  });
  expect(evidenceOfPassage({ ...place, page: null, pageEnd: null }, 'Move the disks.')).toStrictEqual({
    ...evidence,
    page: null,
  });
});

test('names the section of a document, or else the paragraph of a text without pages', () => {
  const text = { ...place, page: null, pageEnd: null, paragraph: 4 };
  expect(evidenceOfPassage({ ...text, heading: 'Ice' }, 'Ice floats.')).toMatchObject({ section: 'Ice' });
  expect(evidenceOfPassage({ ...text, heading: 'Ice' }, 'Ice floats.').paragraph).toBeUndefined();
  expect(evidenceOfPassage(text, 'Ice floats.')).toMatchObject({ paragraph: 4 });
  const onPage = { ...text, page: 2, pageEnd: 2 };
  expect(evidenceOfPassage({ ...onPage, heading: 'Ice' }, 'Ice floats.').section).toBe('Ice');
  expect(evidenceOfPassage(onPage, 'Ice floats.').paragraph).toBeUndefined();
});
