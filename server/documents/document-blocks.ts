/**
 * What a block of a page is. `verbatim` is text that is looked at rather than read aloud (program code, rows of a
 * table, an index): it belongs to the document, but sentences are not sought in it.
 */
export type DocumentBlockKind = 'heading' | 'paragraph' | 'list-item' | 'verbatim';

/** A heading, paragraph, list item or verbatim text, with its lines joined and its white space single. */
export interface DocumentBlock {
  readonly kind: DocumentBlockKind;
  readonly text: string;
  /** Of headings only: 1 (chapter) to 6. */
  readonly level?: number;
}

/** The blocks of one page in reading order. `page` counts from 1; a document without pages is one page `null`. */
export interface DocumentPage {
  readonly page: number | null;
  /** The page has to be recognized before it can be read: it is a picture, or its text is garbage. Its blocks are empty. */
  readonly isScan?: boolean;
  readonly blocks: readonly DocumentBlock[];
}
