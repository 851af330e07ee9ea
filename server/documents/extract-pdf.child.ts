/**
 * The process that reads PDFs of strangers, one at a time: a `PdfRequest` comes in, a `PdfReply` goes out.
 * It never writes, opens no connection and holds no settings; its parent ends it when it takes too long or grows.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { childPriority, lowerPriority } from '#server/lower-priority.ts';
import { DocumentUnreadableError } from './document-unreadable-error.ts';
import { extractPdfPages } from './extract-pdf-pages.ts';
import { isPdfRequest, type PdfReply } from './extract-pdf-messages.ts';
import { loadPdfium } from './pdfium.ts';

lowerPriority(childPriority());
const pdfium = await loadPdfium();

function send(reply: PdfReply): void {
  process.send?.(reply);
}

process.on('message', (message) => {
  if (!isPdfRequest(message)) return;
  const { id, path, recognized } = message;
  try {
    const pages = extractPdfPages(pdfium, readFileSync(path), recognized);
    send({ kind: 'pages', id, pages });
  } catch (error) {
    // Anything else leaves PDFium in an unknown state: the parent sees the process end and starts another.
    if (!(error instanceof DocumentUnreadableError)) throw error;
    send({ kind: 'unreadable', id, problem: error.problem });
  }
});
process.on('disconnect', () => process.exit(0));
// A Ctrl-C at the terminal reaches every process; the worker ends this one in its turn.
process.on('SIGINT', () => undefined);
send({ kind: 'ready' });
