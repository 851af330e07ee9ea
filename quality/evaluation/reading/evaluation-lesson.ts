import type { LessonOutcome, LessonText } from '#server/language/lesson-text.ts';

/** How a lesson reaches Lectern: as plain text, as a PDF, or as a transcript without or with times. */
export type LessonForm = 'text' | 'pdf' | 'spoken' | 'cues';

/** A lesson that the composers were never tuned on, and what was written down about it before anything was made of it. */
export interface EvaluationLesson {
  /** Of its files. */
  readonly name: string;
  readonly form: LessonForm;
  readonly style: string;
  /** Only its totals are shown: nobody who changes a composer should have read what it does with this one. */
  readonly heldBack: boolean;
  readonly text: LessonText;
  readonly keyFacts: readonly string[];
  readonly outcomes: readonly LessonOutcome[];
  readonly words: number;
  /** How many sections hold text. */
  readonly sections: number;
}
