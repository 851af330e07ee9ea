import type { FlawCode } from '#contract/flaw-codes.ts';
import type { FlawPlace } from '#contract/quizzes.ts';

/** A question as the checker sees it, whoever wrote it. Dependency-free: the editor checks as you type. */
export interface CheckedQuestion {
  /** The stem, with its code if it has any: see `contract/question-rules/stem-parts.ts`. */
  readonly text: string;
  readonly type: 'multiple_choice' | 'essay';
  readonly options: readonly CheckedOption[];
  /** Words of the lesson that the key rests on; null for a question written by hand. */
  readonly quote: string | null;
}

export interface CheckedOption {
  readonly text: string;
  readonly is_correct: boolean;
}

/** A fault in a question, as `flaw` of the contract has it. */
export interface Flaw {
  readonly code: FlawCode;
  /** What is wrong, in which words, and how to fix it. */
  readonly message: string;
  readonly place: FlawPlace;
  /** From 0, where one option is at fault. */
  readonly option_index: number | null;
  /** The words at fault, exactly as in the text: of a set, in the question's stem or options. */
  readonly words: string[];
}

/** A question as the criteria read it. Its texts are cut to `TEXT_LIMIT` characters. */
export interface ReadQuestion extends CheckedQuestion {
  /** The words of the stem: without its code. */
  readonly text: string;
  /** The code of the stem; empty when it has none. */
  readonly code: string;
}

/** One criterion: a flaw, or null. */
export type Criterion = (question: ReadQuestion) => Flaw | null;
