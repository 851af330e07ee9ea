import { expect, test } from 'vitest';
import type { KeptSummary } from '#contract/lessons.ts';
import { chooseSummary } from './choose-summary.ts';
import { findIncomplete, moveLine, newLine, readLines, writeLines } from './summary-lines.ts';

const evidence = { quote: 'Ice floats.', passage_id: 'p', page: null, start_second: null, end_second: null };
const keep = (length: KeptSummary['length']): KeptSummary => ({
  length,
  text: length,
  points: ['One.', 'Two.'].map((text) => ({ text, evidence })),
  note: null,
  note_coded: null,
  is_edited: false,
  model_use: null,
});
const lines = readLines(keep('short'), {
  key_terms: [{ term: 'Ice', definition: 'Frozen water.', evidence }],
});

test('a point keeps its further evidence while it is edited', () => {
  const points = [{ text: 'Both.', evidence, further_evidence: [{ ...evidence, quote: 'Ice melts.' }] }];
  const read = readLines({ ...keep('short'), points }, { key_terms: [] });
  expect(writeLines(read, 'short').points).toEqual([
    {
      text: 'Both.',
      evidence: { quote: 'Ice floats.', passage_id: 'p' },
      further_evidence: [{ quote: 'Ice melts.', passage_id: 'p' }],
    },
  ]);
});

test('shows the chosen length, or the newest while that one is missing', () => {
  const lesson = { summaries: [keep('short'), keep('long')], summary_length: 'long' as const };
  expect(chooseSummary(lesson, 'short')?.length).toBe('short');
  expect(chooseSummary(lesson, 'medium')?.length).toBe('long');
  expect(chooseSummary({ summaries: [], summary_length: null }, 'short')).toBeUndefined();
});

test('moves a line, except beyond the first and the last', () => {
  const textsOf = (moved: typeof lines.points): string[] => moved.map(({ text }) => text);
  expect(textsOf(moveLine(lines.points, 1, -1))).toEqual(['Two.', 'One.']);
  expect(textsOf(moveLine(lines.points, 0, -1))).toEqual(['One.', 'Two.']);
  expect(textsOf(moveLine(lines.points, 1, 1))).toEqual(['One.', 'Two.']);
});

test('finds the line that lacks words or evidence', () => {
  expect(findIncomplete(lines)).toBeUndefined();
  const added = { ...newLine(), text: 'Three.' };
  expect(findIncomplete({ ...lines, points: [...lines.points, added] })).toBe(added.key);
  const unnamed = { ...newLine(), text: 'Melted ice.', evidence };
  expect(findIncomplete({ ...lines, terms: [unnamed] })).toBe(unnamed.key);
});

test('sends the quoted words and the passage of each line', () => {
  const cited = { quote: 'Ice floats.', passage_id: 'p' };
  expect(writeLines(lines, 'short')).toEqual({
    length: 'short',
    points: [
      { text: 'One.', evidence: cited },
      { text: 'Two.', evidence: cited },
    ],
    key_terms: [{ term: 'Ice', definition: 'Frozen water.', evidence: cited }],
  });
});
