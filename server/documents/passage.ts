/**
 * A few consecutive sentences of a lesson: the unit that is searched, quoted and cited.
 * A passage of a document has a `page` (from 1, when the document has pages); one of a recording has seconds.
 */
export interface Passage {
  /** From 0, in the order of the lesson. */
  readonly position: number;
  /** As a person reads it: hyphenation undone, white space single, no running heads. */
  readonly text: string;
  /** From 0: which section of the lesson it belongs to. */
  readonly section: number;
  /** The section's heading as printed, when it has one. */
  readonly heading: string | null;
  readonly page: number | null;
  readonly startSecond: number | null;
  readonly endSecond: number | null;
  /** Where the passage stands in the lesson's plain text: UTF-16 code units, end exclusive. */
  readonly startOffset: number;
  readonly endOffset: number;
}
