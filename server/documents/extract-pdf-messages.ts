import type { DocumentPage } from './document-blocks.ts';
import type { DocumentProblem } from './document-unreadable-error.ts';
import type { RecognizedPages } from './extract-pdf-pages.ts';

/** Parent to child: read this file. */
export interface PdfRequest {
  readonly id: number;
  readonly path: string;
  readonly recognized: RecognizedPages;
}

/** Child to parent. */
export type PdfReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pages'; readonly id: number; readonly pages: DocumentPage[] }
  | { readonly kind: 'unreadable'; readonly id: number; readonly problem: DocumentProblem };

export function isPdfRequest(message: unknown): message is PdfRequest {
  return (
    typeof message === 'object' &&
    message !== null &&
    'id' in message &&
    typeof message.id === 'number' &&
    'path' in message &&
    typeof message.path === 'string' &&
    'recognized' in message &&
    message.recognized instanceof Map
  );
}
