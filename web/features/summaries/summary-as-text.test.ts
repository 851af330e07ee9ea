import { expect, test } from 'vitest';
import { LENGTHS, readSummaryLength } from '#web/ui/read-summary-length.ts';
import { writeSummaryAsText } from './summary-as-text.ts';

const evidence = {
  quote: 'Ice is frozen water.',
  page: 1,
  start_second: null,
  end_second: null,
  passage_id: 'p',
};

test('points are numbered, key terms follow under their heading', () => {
  const text = writeSummaryAsText(
    {
      summary: 'Ice floats. Ice melts.',
      summary_points: [
        { text: 'Ice floats.', evidence },
        { text: 'Ice melts.', evidence },
      ],
      key_terms: [{ term: 'Ice', definition: 'Frozen water.', evidence }],
    },
    'Key terms',
  );
  expect(text).toBe('1. Ice floats.\n2. Ice melts.\n\nKey terms\nIce: Frozen water.');
});

test('without points the running text, without terms no heading', () => {
  expect(writeSummaryAsText({ summary: 'Ice floats.', summary_points: [], key_terms: [] }, 'Key terms')).toBe(
    'Ice floats.',
  );
});

test('what is stored may be anything', () => {
  for (const length of LENGTHS) expect(readSummaryLength(length)).toBe(length);
  for (const text of [null, '', 'huge', 'SHORT']) expect(readSummaryLength(text)).toBe('medium');
});
