import type { FoundPassage } from '../../search/found-passage.ts';

/**
 * `alone`: understood by itself. `with_previous`: what it speaks of is named in the sentence before. `order`: tells its
 * reader to do something, as the steps of a procedure do. `organisation`: homework, exams and the like. `question`: what a
 * lecturer asks. `unusable`: broken, no prose, or words for a machine.
 */
export type SentenceUse = 'alone' | 'with_previous' | 'order' | 'organisation' | 'question' | 'unusable';

/** A sentence of a found passage. */
export interface AnswerSentence {
  readonly passage: FoundPassage;
  /** Of its passage: 0 is the best that was found; a neighbour stands behind all. */
  readonly passageRank: number;
  /** Verbatim in the passage; sounds such as "Um," in front are left out. */
  readonly quote: string;
  /** Where the quote begins in the passage's text. */
  readonly startOffset: number;
  /** Cleaned of fillers, asides and connectives: to be looked at, not to be shown. */
  readonly text: string;
  readonly connective: string | null;
  readonly listItem: boolean;
  readonly stems: ReadonlySet<string>;
  /** The one directly before it in the lesson, if that was read too. */
  readonly previous: AnswerSentence | undefined;
  /** Found out when first asked for, since it costs more than reading the words. */
  readonly use: SentenceUse;
}
