import type { WriterOverview } from '#contract/language-model.ts';
import type { AnswerStyle, BloomLevel } from '#contract/quizzes.ts';
import type { Criteria } from '#contract/wire-names.ts';

/*
 * The choices and limits of contract/quizzes.ts, written here again since importing them would bring the whole
 * validation library along; `quiz-form-values.test.ts` keeps them equal.
 */
export const ANSWER_STYLES: readonly AnswerStyle[] = ['multiple_choice', 'essay'];
export const BLOOM_LEVELS: readonly BloomLevel[] = [
  'remember',
  'understand',
  'apply',
  'analyze',
  'evaluate',
  'create',
];
export const DIFFICULTIES = ['easy', 'medium', 'hard', 'mixed'] as const;
export const CRITERIA = ['levels', 'difficulty', 'outcomes'] as const satisfies readonly Criteria[];
export const COUNT_MINIMUM = 1;
export const COUNT_MAXIMUM = 50;
export const COUNT_DEFAULT = 10;

/** The levels that the assistant's form offers (docs/product.md, “AI Assistant”). */
export const ASSISTANT_LEVELS: readonly BloomLevel[] = ['remember', 'understand', 'apply'];

interface WriterLimits {
  readonly levels: readonly BloomLevel[];
  readonly noDifficulty: 'easy' | 'hard';
}

/** What the writer cannot do without a strong language model; undefined with one, and while that is unknown. */
export function limitsOf(
  strength: WriterOverview['strength'] | undefined,
  answerStyle: AnswerStyle,
): WriterLimits | undefined {
  if (strength === undefined || strength === 'strong') return undefined;
  return answerStyle === 'essay'
    ? { levels: ['understand', 'analyze'], noDifficulty: 'easy' }
    : { levels: ['remember', 'understand'], noDifficulty: 'hard' };
}
