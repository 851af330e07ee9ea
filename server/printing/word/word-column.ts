/** Where a block is written, and what it stays with. */
export interface WordColumn {
  readonly indent: number;
  readonly width: number;
  /** Each paragraph stays on the page of the next. */
  readonly isTogether: boolean;
  /** A label that hangs before the first paragraph. */
  readonly label?: { readonly text: string; readonly isBold: boolean; readonly indent: number };
  readonly aside?: string;
}
