/**
 * What a passage is made of. `prose` and `slide` (titles and points of a slide, one a line, indented by depth) are read
 * as sentences; `code` keeps its line breaks and indentation; `table` is one row a line, with ` | ` between cells.
 */
export const PASSAGE_KINDS = ['prose', 'slide', 'code', 'table'] as const;
export type PassageKind = (typeof PASSAGE_KINDS)[number];

/** Takes the place of a formula that cannot be read. */
export const formulaNote = '[formula]';

/**
 * A few consecutive sentences of a lesson, or the points of a slide: the unit that is searched, quoted and cited.
 * A passage of a document has pages (from 1, when the document has pages); one of a recording has seconds.
 */
export interface Passage {
  /** From 0, in the order of the lesson. */
  readonly position: number;
  /** As a person reads it: hyphenation undone, no running heads; in prose, white space single. */
  readonly text: string;
  /** From 0: which section of the lesson it belongs to. */
  readonly section: number;
  /** The section's heading as printed, when it has one. */
  readonly heading: string | null;
  /** The headings and titles above the passage, outermost first; ends with `heading` when there is one. */
  readonly titlePath: readonly string[];
  readonly kind: PassageKind;
  /** True for course administration (schedule, grading, agenda, reading list, "Any questions?"): nothing to learn. */
  readonly isAdministrative: boolean;
  /** The text recognition was unsure of the passage, so some of its words may be wrong. */
  readonly isUnsure?: boolean;
  readonly page: number | null;
  /** The last page: of a slide that is built up step by step, the one that shows all of it. Null without pages. */
  readonly pageEnd: number | null;
  readonly startSecond: number | null;
  readonly endSecond: number | null;
  /** The passage's range in the lesson's plain text: UTF-16 code units, end exclusive. */
  readonly startOffset: number;
  readonly endOffset: number;
}

/** Whether a passage can be summarized and asked about. Other passages are only stored, searched and shown. */
export const isTeaching = ({
  isAdministrative,
  isUnsure = false,
}: Pick<Passage, 'isAdministrative' | 'isUnsure'>): boolean => !isAdministrative && !isUnsure;

/** Whether a passage is written in sentences or points, which code and tables are not. */
export const isReadAsText = ({ kind }: Pick<Passage, 'kind'>): boolean =>
  kind === 'prose' || kind === 'slide';
