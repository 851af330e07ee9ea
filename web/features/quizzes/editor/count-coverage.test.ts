import { expect, test } from 'vitest';
import type { SectionCoverage } from '#contract/coverage.ts';
import { countCoverage } from './count-coverage.ts';
import { makeEmptyQuestion, type EditorQuestion } from './editor-question.ts';

const NONE = { remember: 0, understand: 0, apply: 0, analyze: 0, evaluate: 0, create: 0 };

const makeSection = (section: number, passageIds: string[]): SectionCoverage => ({
  section,
  title: `Section ${section}`,
  page: null,
  start_second: null,
  passage_ids: passageIds,
});

const makeQuestion = (level: EditorQuestion['level'], passageId: string | null): EditorQuestion => ({
  ...makeEmptyQuestion('multiple_choice'),
  level,
  evidence:
    passageId === null
      ? null
      : { quote: 'x', page: null, start_second: null, end_second: null, passage_id: passageId },
});

test('the questions of the draft are counted by section and level', () => {
  const { counted, unplaced } = countCoverage(
    [makeSection(0, ['a', 'b']), makeSection(1, ['c'])],
    [
      makeQuestion('remember', 'a'),
      makeQuestion('remember', 'b'),
      makeQuestion('apply', 'b'),
      makeQuestion('apply', null),
      makeQuestion('apply', 'of an older text'),
    ],
  );
  expect(counted.map(({ counts, total }) => ({ counts, total }))).toEqual([
    { counts: { ...NONE, remember: 2, apply: 1 }, total: 3 },
    { counts: NONE, total: 0 },
  ]);
  expect(unplaced).toBe(2);
});
