import type { DocumentPage } from './document-blocks.ts';
import type { DocumentProblem } from './document-unreadable-error.ts';
import type { RecognizedPages } from './extract-pdf-pages.ts';

export interface PdfRequest {
  /** Of a file on this machine. */
  readonly path: string;
  readonly recognized: RecognizedPages;
}

export type PdfResult = { readonly pages: DocumentPage[] } | { readonly problem: DocumentProblem };
