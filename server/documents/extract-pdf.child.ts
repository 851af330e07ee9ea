/**
 * The process that reads uploaded PDFs, one at a time. It never writes, opens no connection and gets no settings;
 * its parent kills it if it takes too long or too much memory.
 */
import { readFileSync } from 'node:fs';
import { serveRequests } from '../sandbox/serve-requests.ts';
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
  // PDFium is then in an unknown state.
  { endsOnError: true },
);
