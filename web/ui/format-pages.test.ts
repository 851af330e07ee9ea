import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import type { Evidence } from '../../contract/evidence.ts';
import { en } from '../locales/en/catalogue.ts';
import { formatPages } from './format-pages.ts';
import { paths } from './paths.ts';

const BUILD: Evidence = {
  quote: 'One disk at a time',
  page: 29,
  page_end: 32,
  start_second: null,
  end_second: null,
  passage_id: 'p1',
};

/** The English texts, with their values put in. */
const t = ((key: string, values: Record<string, number>) =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{{${name}}}`, String(value)),
    key === 'evidence.pages' ? en.evidence.pages : en.evidence.page,
  )) as unknown as TFunction;

test('a slide that is built up over pages is named by all of them and opened on the last, which shows all of it', () => {
  expect(formatPages(BUILD, t)).toBe('p. 29–32');
  expect(new URLSearchParams(paths.evidence(7, BUILD).split('?')[1]).get('page')).toBe('32');
});

test('evidence on one page names it and opens it', () => {
  const { page_end: _last, ...single } = BUILD;
  expect(formatPages(single, t)).toBe('p. 29');
  expect(formatPages({ ...BUILD, page_end: 29 }, t)).toBe('p. 29');
  expect(new URLSearchParams(paths.evidence(7, single).split('?')[1]).get('page')).toBe('29');
  expect(formatPages({ ...single, page: null }, t)).toBeUndefined();
});
