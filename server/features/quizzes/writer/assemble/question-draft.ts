import type { BloomLevel } from '../compose/composed-question.ts';
import type { TermFact } from './term-fact.ts';
import type { LessonPassage } from '../../../../language/lesson-text.ts';

/** How a question is built. */
export type Form = 'name' | 'describe';

/** A multiple-choice question before it is checked and its options are put in order. */
export interface QuestionDraft {
  readonly form: Form;
  readonly level: BloomLevel;
  readonly stem: string;
  readonly key: string;
  /** Wrong answers that come into question, best first; more than are shown, because some turn out to be right. */
  readonly pool: readonly string[];
  /** How many of the pool, from the first, are certainly of the key's kind. */
  readonly nearCount: number;
  /** Set where the lesson has too few terms of the kind, so that others may be proposed. */
  readonly wanting?: TermFact;
  /** What it asks about: no two questions of a set share it. */
  readonly topic: string;
  readonly quote: string;
  readonly passage: LessonPassage;
  /** 0 to 1: how good the form and its parts are, before anything reads the question. */
  readonly worth: number;
}
