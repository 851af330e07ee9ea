import type { Flaw } from '#contract/question-rules/checks/checked-question.ts';
import type { AnswerStyle, BloomLevel, Difficulty } from '#contract/quizzes.ts';
import type { Evidence } from '#server/language/lesson-text.ts';

/** A question as a writer hands it over. Multiple choice has 3 or 4 options; an essay has key points and a rubric. */
export interface WrittenQuestion {
  readonly text: string;
  readonly type: AnswerStyle;
  readonly blooms_taxonomy: BloomLevel;
  readonly difficulty: Difficulty;
  /** Short name of the outcome that the question tests, or null. */
  readonly outcome: string | null;
  readonly explanation: string;
  readonly evidence: Evidence;
  readonly options: readonly { readonly text: string; readonly is_correct: boolean }[];
  readonly key_points: readonly string[];
  readonly rubric: string | null;
  readonly flaws: readonly Flaw[];
}
