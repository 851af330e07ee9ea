/**
 * The process that reads PDFs of strangers, one at a time. It never writes, opens no connection and holds no settings;
 * its parent ends it when it takes too long or grows.
 */
import { readFileSync } from 'node:fs';
import { serveRequests } from '../child-processes/serve-requests.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import type { PdfRequest, PdfResult } from './extract-pdf-messages.ts';
import { extractPdfPages } from './extract-pdf-pages.ts';
import { loadPdfium } from './pdfium.ts';

serveRequests<undefined, PdfRequest, PdfResult>(
  async () => {
    const pdfium = await loadPdfium();
    const read = ({ path, recognized }: PdfRequest): PdfResult => {
      try {
        return { pages: extractPdfPages(pdfium, readFileSync(path), recognized) };
      } catch (error) {
        if (!(error instanceof DocumentUnreadableError)) throw error;
        return { problem: error.problem };
      }
    };
    return (requests) => Promise.resolve(requests.map(read));
  },
  // PDFium is in an unknown state then.
  { endsOnError: true },
);
