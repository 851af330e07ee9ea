import { expect, test } from 'vitest';
import * as contract from '#contract/question-editing.ts';
import { EDITED_QUESTIONS_MAXIMUM } from '#contract/question-kinds.ts';
import { DISMISSAL_REASON_MAXIMUM_LENGTH, flawDismissal } from '#contract/quizzes.ts';
import { FLAW_CODES } from '#contract/flaw-codes.ts';
import * as limits from './editor-limits.ts';
import { isDismissible } from './place-flaws.ts';

const { shape } = contract.editedQuestion;

test('the limits are those of the contract', () => {
  expect(limits.QUESTIONS_MAXIMUM).toBe(EDITED_QUESTIONS_MAXIMUM);
  expect(limits.OPTIONS_MAXIMUM).toBe(contract.EDITED_OPTIONS_MAXIMUM);
  expect(limits.OPTIONS_MINIMUM).toBe(contract.PUBLISHED_OPTIONS_MINIMUM);
  expect(limits.STEM_MAXIMUM_LENGTH).toBe(contract.EDITED_STEM_MAXIMUM_LENGTH);
  expect(limits.OPTION_MAXIMUM_LENGTH).toBe(contract.EDITED_OPTION_MAXIMUM_LENGTH);
  expect(limits.DISMISSAL_REASON_MAXIMUM_LENGTH).toBe(DISMISSAL_REASON_MAXIMUM_LENGTH);
});

test.each([
  ['explanation', limits.EXPLANATION_MAXIMUM_LENGTH],
  ['rubric', limits.RUBRIC_MAXIMUM_LENGTH],
] as const)('the longest %s is taken, and nothing longer', (field, maximum) => {
  expect(shape[field].safeParse('x'.repeat(maximum)).success).toBe(true);
  expect(shape[field].safeParse('x'.repeat(maximum + 1)).success).toBe(false);
});

test('as many key points are taken, as long as they may be', () => {
  const point = 'x'.repeat(limits.KEY_POINT_MAXIMUM_LENGTH);
  const most = Array.from({ length: limits.KEY_POINTS_MAXIMUM }, () => point);
  expect(shape.key_points.safeParse(most).success).toBe(true);
  expect(shape.key_points.safeParse([...most, point]).success).toBe(false);
  expect(shape.key_points.safeParse([`${point}x`]).success).toBe(false);
});

test.each(FLAW_CODES)('the editor offers to dismiss %s exactly where the server accepts it', (code) => {
  expect(isDismissible(code)).toBe(flawDismissal.safeParse({ code, reason: 'As the book says.' }).success);
});
