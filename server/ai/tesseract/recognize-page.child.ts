/**
 * The process that recognizes pages of strangers' PDFs, one at a time. It never writes, opens no connection and holds no
 * settings but the languages; its parent ends it when a page takes too long or too much memory.
 */
import { readFileSync, statSync } from 'node:fs';
import { serveRequests } from '#server/sandbox/serve-requests.ts';
import { DocumentUnreadableError } from '#server/documents/document-unreadable-error.ts';
import { openPdf, type OpenPdf } from '#server/documents/open-pdf.ts';
import { loadPdfium } from '#server/documents/pdfium.ts';
import { openEngine } from './open-engine.ts';
import { RecognitionError } from './recognition-error.ts';
import type { RecognizeRequest, RecognizeResult, RecognizeSettings } from './recognize-page-protocol.ts';
import { recognizePage } from './recognize-page.ts';

serveRequests<RecognizeSettings, RecognizeRequest, RecognizeResult>(async (models) => {
  const pdfium = await loadPdfium();
  const engine = await openEngine(models);
  let open: { readonly identity: string; readonly pdf: OpenPdf } | undefined;

  /** The pages of one PDF mostly come one after the other: it stays open until another one comes. */
  const getPdf = (path: string): OpenPdf => {
    const { size, mtimeMs, ino } = statSync(path);
    const identity = [path, size, mtimeMs, ino].join(' ');
    if (open?.identity === identity) return open.pdf;
    open?.pdf.close();
    open = undefined;
    open = { identity, pdf: openPdf(pdfium, readFileSync(path)) };
    return open.pdf;
  };

  const recognizeOne = async ({
    path,
    page,
    distrustedFonts,
  }: RecognizeRequest): Promise<RecognizeResult> => {
    const handle = pdfium.functions.FPDF_LoadPage(getPdf(path).document, page - 1);
    if (handle === 0) return { problem: 'damaged' };
    try {
      return { recognized: await recognizePage(pdfium, handle, engine, distrustedFonts) };
    } finally {
      pdfium.functions.FPDF_ClosePage(handle);
    }
  };

  return async (requests) => {
    const results: RecognizeResult[] = [];
    for (const request of requests) {
      try {
        results.push(await recognizeOne(request));
      } catch (error) {
        if (error instanceof RecognitionError) results.push({ problem: error.problem });
        else if (error instanceof DocumentUnreadableError) results.push({ problem: 'damaged' });
        else throw error;
      }
    }
    return results;
  };
});
