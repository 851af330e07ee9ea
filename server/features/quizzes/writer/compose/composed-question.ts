import type { Flaw } from '#contract/question-rules/checks/checked-question.ts';
import type { JudgeAnswers } from '#server/ai/answer-judge.ts';
import type { Embed, Evidence, LessonOutcome } from '#server/language/lesson-text.ts';
import type { Similarity } from '#server/language/similarity.ts';

export type BloomLevel = 'remember' | 'understand' | 'apply' | 'analyze' | 'evaluate' | 'create';
export type Difficulty = 'easy' | 'medium' | 'hard';

interface ComposedOption {
  readonly text: string;
  readonly is_correct: boolean;
}

/** A question as it goes to the instructor. Multiple choice has 3 or 4 options; an essay has key points and a rubric. */
export interface ComposedQuestion {
  readonly text: string;
  readonly type: 'multiple_choice' | 'essay';
  readonly blooms_taxonomy: BloomLevel;
  readonly difficulty: Difficulty;
  /** Short name of the outcome it serves best, or null. */
  readonly outcome: string | null;
  readonly explanation: string;
  readonly evidence: Evidence;
  readonly options: readonly ComposedOption[];
  readonly key_points: readonly string[];
  readonly rubric: string | null;
  readonly flaws: readonly Flaw[];
}

/** What the composer is asked for. It gives all that it finds: whoever asks takes what they need. */
export interface ComposeRequest {
  readonly answerStyle: 'multiple_choice' | 'essay';
  /** Only these levels are written; all that the composer can do when left out or empty. */
  readonly levels?: readonly BloomLevel[];
  /** Only ask about these sections of the lesson, numbered as by `listSections`; all when left out. */
  readonly sections?: readonly number[];
  /** The same seed gives the same questions. */
  readonly seed: number;
  readonly embed?: Embed | undefined;
  /** Asked which sentences state key facts; without it the other signals decide. */
  readonly judge?: JudgeAnswers | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ComposedCandidate {
  readonly question: ComposedQuestion;
  /** How much it is worth asking beside the others, 0 to 1. */
  readonly score: number;
}

/** The outcome a text serves best, by meaning, or null when none is near. The similarity must know text and descriptions. */
export function matchOutcome(
  text: string,
  outcomes: readonly LessonOutcome[],
  similarity: Similarity,
): string | null {
  let best: string | null = null;
  let nearest = similarity.semantic ? 0.28 : 0.12;
  for (const outcome of outcomes) {
    const near = similarity.between(text, outcome.description);
    if (near > nearest) {
      nearest = near;
      best = outcome.short_name;
    }
  }
  return best;
}
