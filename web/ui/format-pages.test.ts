import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { formatPages } from './format-pages.ts';
import { paths } from './paths.ts';

const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as TFunction;
const evidence = { quote: 'Move the disks.', start_second: null, end_second: null, passage_id: '7' };

test('a page, several pages, or none', () => {
  expect(formatPages({ ...evidence, page: 29 }, t)).toBe('evidence.page {"page":29}');
  expect(formatPages({ ...evidence, page: 29, page_end: 32 }, t)).toBe(
    'evidence.pages {"page":29,"last":32}',
  );
  expect(formatPages({ ...evidence, page: null }, t)).toBeUndefined();
});

test('a chip opens the last page of a slide that is built up', () => {
  expect(paths.evidence(4, { ...evidence, page: 29, page_end: 32 })).toContain('page=32');
  expect(paths.evidence(4, { ...evidence, page: 29 })).toContain('page=29');
});
