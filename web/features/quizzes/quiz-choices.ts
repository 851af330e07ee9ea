import type { WriterOverview } from '#contract/language-model.ts';
import type { BankCandidate } from '#contract/question-bank.ts';
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

interface Limits {
  readonly levels: readonly BloomLevel[];
  /** Undefined where questions of every difficulty are ready. */
  readonly noDifficulty: 'easy' | 'hard' | undefined;
}

/** The limits of a quiz without a strong language model; undefined with one, and while that is unknown. */
export function limitsOf(
  strength: WriterOverview['strength'] | undefined,
  answerStyle: AnswerStyle,
  ready: readonly Pick<BankCandidate, 'type' | 'blooms_taxonomy' | 'difficulty'>[],
): Limits | undefined {
  if (strength === undefined || strength === 'strong') return undefined;
  const ofStyle = ready.filter(({ type }) => type === answerStyle);
  const isEssay = answerStyle === 'essay';
  const difficulty = isEssay ? 'easy' : 'hard';
  return {
    levels: [
      ...(isEssay ? (['understand', 'analyze'] as const) : (['remember', 'understand'] as const)),
      ...ofStyle.map((question) => question.blooms_taxonomy),
    ],
    noDifficulty: ofStyle.some((question) => question.difficulty === difficulty) ? undefined : difficulty,
  };
}
