import type { WriterOverview } from '#contract/language-model.ts';
import type { BankCandidate } from '#contract/question-bank.ts';
import { DIFFICULTIES, type AnswerStyle, type BloomLevel } from '#contract/question-kinds.ts';
import type { Criteria } from '#contract/wire-names.ts';

export const DIFFICULTY_CHOICES = [...DIFFICULTIES, 'mixed'] as const;
export const CRITERIA = ['levels', 'difficulty', 'outcomes'] as const satisfies readonly Criteria[];

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
