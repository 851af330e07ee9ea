import type { Box } from './pdf-characters.ts';
import type { PageWord } from './pdf-words.ts';

/** The words of each cell in a row of a table, from top to bottom; an empty cell has none. */
export type TableRow = readonly (readonly PageWord[])[];

/** Lengths are points. */
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
  /** Like a word, a table is never divided when lines are ordered. */
  readonly table?: PageTable;
}
