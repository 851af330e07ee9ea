import type { WriterOverview } from '#contract/language-model.ts';
import type { GenerateQuestionsRequest } from '#contract/quizzes.ts';
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

/** The levels that the small model writes. */
const SMALL_LEVELS: readonly BloomLevel[] = ['remember', 'understand'];

/** Whether the model writes some of the requested questions; assumes so until the model is known. */
export function canWrite(
  strength: WriterOverview['strength'] = 'strong',
  { answer_style: style, difficulty, taxonomy_levels: levels = [] }: GenerateQuestionsRequest,
): boolean {
  if (strength !== 'small') return strength === 'strong';
  const isWithin = levels.length === 0 || levels.some((level) => SMALL_LEVELS.includes(level));
  return style === 'multiple_choice' && difficulty !== 'hard' && isWithin;
}

interface Limits {
  readonly levels: readonly BloomLevel[];
  readonly difficulties: readonly Difficulty[];
}

/** What a quiz without a strong language model can contain; undefined with one, and until that is known. */
export function limitsOf(
  strength: WriterOverview['strength'] | undefined,
  answerStyle: AnswerStyle,
  ready: readonly Pick<BankCandidate, 'type' | 'blooms_taxonomy' | 'difficulty'>[],
): Limits | undefined {
  if (strength === undefined || strength === 'strong') return undefined;
  const ofStyle = ready.filter(({ type }) => type === answerStyle);
  const isWritten = strength === 'small' && answerStyle === 'multiple_choice';
  return {
    levels: [...(isWritten ? SMALL_LEVELS : []), ...ofStyle.map((question) => question.blooms_taxonomy)],
    difficulties: [
      ...(isWritten ? (['easy', 'medium'] as const) : []),
      ...ofStyle.map((question) => question.difficulty),
    ],
  };
}
