import type { WriterOverview } from '#contract/language-model.ts';
import type { BankCandidate } from '#contract/question-bank.ts';
import {
  DIFFICULTIES,
  type AnswerStyle,
  type BloomLevel,
  type Difficulty,
} from '#contract/question-kinds.ts';
import type { Criteria } from '#contract/wire-names.ts';

export const DIFFICULTY_CHOICES = [...DIFFICULTIES, 'mixed'] as const;
export const CRITERIA = ['levels', 'difficulty', 'outcomes'] as const satisfies readonly Criteria[];

/** The levels that the assistant's form offers (docs/product.md, “AI Assistant”). */
export const ASSISTANT_LEVELS: readonly BloomLevel[] = ['remember', 'understand', 'apply'];

interface Limits {
  readonly levels: readonly BloomLevel[];
  readonly difficulties: readonly Difficulty[];
}

/** What a quiz without a strong language model can contain; undefined with one, and while that is unknown. */
export function limitsOf(
  strength: WriterOverview['strength'] | undefined,
  answerStyle: AnswerStyle,
  ready: readonly Pick<BankCandidate, 'type' | 'blooms_taxonomy' | 'difficulty'>[],
): Limits | undefined {
  if (strength === undefined || strength === 'strong') return undefined;
  const ofStyle = ready.filter(({ type }) => type === answerStyle);
  const isWritten = strength === 'small' && answerStyle === 'multiple_choice';
  return {
    levels: [
      ...(isWritten ? (['remember', 'understand'] as const) : []),
      ...ofStyle.map((question) => question.blooms_taxonomy),
    ],
    difficulties: [
      ...(isWritten ? (['easy', 'medium'] as const) : []),
      ...ofStyle.map((question) => question.difficulty),
    ],
  };
}
