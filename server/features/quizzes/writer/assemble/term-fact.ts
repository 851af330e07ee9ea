import type { LessonPassage } from '../../../../language/lesson-text.ts';

/** A term that the lesson uses, with what kind of thing it is: enough to be a wrong answer. */
export interface NamedTerm {
  /** Without article, cased for mid-sentence: "driver pins". */
  readonly term: string;
  /** As the lesson uses it before the term: "a", "an", "the" or nothing. */
  readonly article: string;
  readonly plural: boolean;
  /** What the term is one of, as the model or the definition's own noun says: "pin". Groups terms into siblings. */
  readonly kind: string;
  /** What the term means as a noun phrase, where a sentence of the lesson says so: "the weight of the bridge itself". */
  readonly meaning: string | undefined;
  /** What the model said of it, in its words. Of two terms of which it says the same, one may be as right as the other. */
  readonly said?: string;
  readonly passage: LessonPassage;
}

/** A term that the lesson explains, with what a question about it needs. */
export interface TermFact extends NamedTerm {
  /** A complete question whose answer is the term. */
  readonly question: string;
  /** Verbatim in the passage. */
  readonly quote: string;
  /** 0 to 1: how much to trust the source. A definition that the rules recognise misreads least. */
  readonly trust: number;
}

/** "A driver pin" and "driver pins" are one term. */
export const sameTerm = (one: string, other: string): boolean => keyOfTerm(one) === keyOfTerm(other);

export const keyOfTerm = (term: string): string =>
  term
    .toLowerCase()
    .replace(/^(?:an?|the)\s+/u, '')
    .replace(/-/gu, ' ')
    .replace(/(?<=[^siu])s$/u, '');
