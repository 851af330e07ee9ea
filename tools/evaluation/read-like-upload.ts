import { createTesseractPageRecognizer } from '#server/ai/tesseract/tesseract-page-recognizer.ts';
import { createPdfExtractor } from '#server/documents/extract-pdf.ts';
import type { RecognizedWord } from '#server/documents/recognition/recognized-page.ts';
import { splitDocument, type SplitText } from '#server/documents/split-document.ts';
import { refuseUnreadable } from '#server/features/lessons/read-pdf.ts';

const RECOGNITION_PROCESSES = 2;

export interface PdfReader {
  /**
   * Reads a PDF like an upload. A scanned page that cannot be recognized has no words.
   * @throws {DocumentUnreadableError}
   */
  read(path: string): Promise<SplitText & { readonly recognizedPages: number }>;
  close(): Promise<void>;
}

export function openPdfReader(modelsDirectory: string): PdfReader {
  const extractor = createPdfExtractor();
  const recognizer = createTesseractPageRecognizer({
    languages: ['eng'],
    modelsDirectory,
    processes: RECOGNITION_PROCESSES,
  });

  async function recognizeScans(path: string): Promise<Map<number, readonly RecognizedWord[]>> {
    const pages = await extractor.extract(path);
    const scans = pages.flatMap(({ page, isScan, distrustedFonts }) =>
      isScan === true && page !== null ? [{ page, distrustedFonts }] : [],
    );
    const recognized = await Promise.all(
      scans.map(async ({ page, distrustedFonts }) => {
        const outcome = await recognizer.recognize(path, page, undefined, distrustedFonts);
        return { page, words: outcome.page?.words ?? [], problem: outcome.problem ?? null };
      }),
    );
    if (recognized.length > 0) refuseUnreadable(recognized);
    return new Map(recognized.map(({ page, words }) => [page, words]));
  }

  return {
    async read(path) {
      const recognized = await recognizeScans(path);
      const text = splitDocument(await extractor.extract(path, undefined, recognized));
      return { ...text, recognizedPages: recognized.size };
    },
    async close() {
      await Promise.all([extractor.close(), recognizer.close()]);
    },
  };
}
