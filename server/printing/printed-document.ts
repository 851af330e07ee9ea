/** A document to be set as PDF or Word file. Plain data: a thread receives a copy of it. */
export interface PrintedDocument {
  readonly title: string;
  readonly language: PrintLanguage;
  readonly paper: PaperSize;
  readonly sections: readonly PrintedSection[];
}

export type PrintLanguage = 'en' | 'es';
export type PaperSize = 'a4' | 'letter';
export type PrintFormat = 'pdf' | 'docx';

/** Begins on a new page, and its pages are counted from 1. */
export interface PrintedSection {
  /** At the top of each page. */
  readonly head: { readonly left: string; readonly right: string };
  /** At the bottom of each page, before the number of the page. */
  readonly foot: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'title'; readonly text: string; readonly above: string }
  | { readonly kind: 'heading'; readonly text: string; readonly level: 1 | 2 }
  | { readonly kind: 'text'; readonly text: string; readonly look?: TextLook }
  | { readonly kind: 'code'; readonly text: string }
  /** White space between questions. */
  | { readonly kind: 'space' }
  /** Lines to be filled in by hand, such as the student's name; one with a value is printed. */
  | { readonly kind: 'fields'; readonly fields: readonly PrintedField[] }
  | Labelled
  /** Ruled lines for a written answer. */
  | { readonly kind: 'lines'; readonly count: number }
  /** Circles to be filled in. */
  | { readonly kind: 'bubbles'; readonly rows: readonly { label: string; letters: readonly string[] }[] }
  /** Short entries in columns, such as "12 C". */
  | { readonly kind: 'grid'; readonly cells: readonly { label: string; text: string }[] };

export interface Labelled {
  readonly kind: 'labelled';
  /** Hangs before the blocks, such as the number of a question. */
  readonly label: string;
  readonly isBold?: boolean;
  /** At the end of the first line, such as the points. */
  readonly aside?: string;
  readonly blocks: readonly Block[];
  /** Stays on one page where it fits on one. */
  readonly isTogether?: boolean;
}

export interface PrintedField {
  readonly label: string;
  readonly value?: string;
  readonly isWide?: boolean;
}

/** `quiet` is smaller and gray, `quote` also in italics. */
export type TextLook = 'plain' | 'bold' | 'quiet' | 'quote';

/** What a thread returns. */
export interface SetDocument {
  readonly file: Uint8Array;
  /** Code points that the fonts lack, in the order of their appearance; a box stands for each. */
  readonly missing: readonly number[];
}
