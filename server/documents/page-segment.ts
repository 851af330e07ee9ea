import type { Box } from './pdf-characters.ts';
import type { PageWord } from './pdf-words.ts';

/** A row of a table: for each column its words from top to bottom, none for an empty cell. */
export type TableRow = readonly (readonly PageWord[])[];

/** A table, which is read row by row. Lengths are points. */
export interface PageTable extends Box {
  readonly rows: readonly TableRow[];
  readonly words: readonly PageWord[];
}

/** Words on one line without a gap as wide as that between columns. */
export interface Segment {
  readonly words: PageWord[];
  left: number;
  right: number;
  top: number;
  bottom: number;
  readonly size: number;
  /** A table is in the order of lines what a word is: it is not divided. */
  readonly table?: PageTable;
}
