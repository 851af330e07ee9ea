import { parentPort, workerData } from 'node:worker_threads';
import type { PrintedDocument, PrintFormat, SetDocument } from './printed-document.ts';

/** Sets one document and ends. Each library is loaded only where it is used. */
async function set(document: PrintedDocument, format: PrintFormat): Promise<SetDocument> {
  if (format === 'pdf') {
    const { setPdf } = await import('./pdf/set-pdf.ts');
    return setPdf(document);
  }
  const { setWord } = await import('./word/set-word.ts');
  return setWord(document);
}

const { document, format } = workerData as { document: PrintedDocument; format: PrintFormat };
parentPort?.postMessage(await set(document, format));
