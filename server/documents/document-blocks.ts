/**
 * What a block of a page is. Program code and tables keep their lines. `index` is text that is looked up rather than read
 * (the index of a book, the labels of a picture): it belongs to the document, but to no passage.
 */
export type DocumentBlockKind = 'heading' | 'paragraph' | 'list-item' | 'code' | 'table' | 'index';

/** A heading, paragraph or list item with its lines joined and its white space single; or lines of code or a table. */
export interface DocumentBlock {
  readonly kind: DocumentBlockKind;
  readonly text: string;
  /** Of headings only: 1 (chapter) to 6. */
  readonly level?: number;
  /** Of the points of a slide only: how far they are indented, from 0. */
  readonly depth?: number;
}

/** What a page is, by the place, size and words of its text. */
export type PageKind =
  | 'slide'
  | 'prose'
  | 'two-columns'
  /** The speaker's notes of a slide. */
  | 'notes'
  | 'code'
  | 'table'
  /** The first page of a deck, with its authors. */
  | 'title'
  | 'agenda'
  | 'references';

/** The blocks of one page, or of a region of one, in reading order. `page` counts from 1; a document without pages is one page `null`. */
export interface DocumentPage {
  readonly page: number | null;
  /** The last of the pages on which a slide is built up step by step; absent where that is `page`. */
  readonly pageEnd?: number;
  /** Absent where nothing is known of it, as in a text file. */
  readonly kind?: PageKind;
  /** Of slides and their notes only: the titles above the text, outermost first, its own last. The blocks then contain no headings. */
  readonly titlePath?: readonly string[];
  /** The page has to be recognized before it can be read: it is a picture, or its text is garbage. Its blocks are empty. */
  readonly isScan?: boolean;
  /** Of a page to be recognized: the fonts whose text differs from what the page shows. */
  readonly distrustedFonts?: readonly string[];
  /** Of a recognized page: the words that the recognition was unsure of. */
  readonly unsureWords?: readonly string[];
  readonly blocks: readonly DocumentBlock[];
}

/** The number of pages of a document; null for one without pages. */
export function countPages(pages: readonly DocumentPage[]): number | null {
  const numbers = pages.flatMap(({ page, pageEnd }) => (page === null ? [] : [pageEnd ?? page]));
  return numbers.length === 0 ? null : numbers.reduce((one, other) => Math.max(one, other));
}
