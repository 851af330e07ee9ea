import type { JudgeAnswers } from '../../../ai/answer-judge.ts';
import type { Embed, Evidence } from '../../../language/lesson-text.ts';
import type { Flaw } from '../../../../items/checks/checked-item.ts';

export type BloomLevel = 'remember' | 'understand' | 'apply' | 'analyze' | 'evaluate' | 'create';
export type Difficulty = 'easy' | 'medium' | 'hard';

export interface ComposedOption {
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

export interface ComposeRequest {
  /** 1 to 50. */
  readonly count: number;
  readonly answerStyle: 'multiple_choice' | 'essay';
  /** Only these levels are written; all that the lesson carries when left out or empty. */
  readonly taxonomyLevels?: readonly BloomLevel[];
  readonly difficulty?: Difficulty | 'mixed';
  /** Short names: questions that serve these outcomes come first. */
  readonly outcomes?: readonly string[];
  /** What the instructor chose to steer by; "outcomes" spreads the questions over the lesson's outcomes. */
  readonly criteria?: 'mcq' | 'difficulty' | 'outcomes';
  /** Only ask about these sections of the lesson, numbered as by `listSections`; all when left out. */
  readonly sections?: readonly number[];
  /** The same seed gives the same questions. */
  readonly seed: number;
  readonly embed?: Embed | undefined;
  /** Reads what has been thought up and tells what is worth asking; without it the composer's own rules decide alone. */
  readonly judgeItems?: JudgeAnswers | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Shortfall {
  readonly asked: number;
  readonly made: number;
  /** A sentence for the instructor. */
  readonly reason: string;
}

export interface Composition {
  readonly questions: readonly ComposedQuestion[];
  readonly shortfall?: Shortfall;
}
