import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { findDocumentsFolder, locateDocument } from '../documents/fetch/documents-folder.ts';
import { hashFile } from '../documents/fetch/download-file.ts';
import { DocumentUnreadableError } from '#server/documents/document-unreadable-error.ts';
import { createTesseractPageRecognizer } from '#server/ai/tesseract/tesseract-page-recognizer.ts';
import { createPdfExtractor, type PdfExtractor } from '#server/documents/extract-pdf.ts';
import type { PageRecognizer } from '#server/documents/recognition/page-recognizer.ts';
import type { RecognizedWord } from '#server/documents/recognition/recognized-page.ts';
import { splitDocument, type SplitText } from '#server/documents/split-document.ts';
import { analyzeLesson } from '#server/language/analysis.ts';
import { readDocuments, type RealDocument } from '../documents/read-documents.ts';
import { measureReading, type ReadingFigures } from '../measures/measure-document.ts';

/** A document that was read, or the reason that an instructor would be given. */
export type DocumentOutcome = { readonly document: RealDocument } & (
  | { readonly problem: string }
  | {
      readonly problem: undefined;
      readonly figures: ReadingFigures;
      /** Whether the lesson is taken for English, so that questions can be written. */
      readonly isEnglish: boolean;
      readonly milliseconds: number;
      /** Pages that are pictures. Recognizing them is not in `milliseconds`. */
      readonly recognizedPages: number;
      /** Of `pdftotext` on the same file; undefined where it is not installed. */
      readonly peerMilliseconds: number | undefined;
    }
);

export interface DocumentsEvaluation {
  readonly folder: string;
  readonly outcomes: readonly DocumentOutcome[];
  /** Documents that are not on disk. */
  readonly absent: readonly RealDocument[];
}

const rounds = 3;
const RECOGNITION_PROCESSES = 2;
const run = promisify(execFile);

interface Readers {
  readonly extractor: PdfExtractor;
  readonly recognizer: PageRecognizer;
}

/**
 * Reads every real document that is on disk the way an uploaded one is read, recognizes pages that are pictures, and
 * measures the passages.
 * @param onDocument is called with each document before it is read
 * @throws {Error} when a file on disk is not the recorded one
 */
export async function evaluateDocuments(
  modelsDirectory: string,
  onDocument: (document: RealDocument) => void = () => undefined,
): Promise<DocumentsEvaluation> {
  const folder = findDocumentsFolder();
  const documents = await readDocuments();
  const present: RealDocument[] = [];
  for (const document of documents) if (await isOnDisk(document, folder)) present.push(document);
  const absent = documents.filter((document) => !present.includes(document));
  return { folder, outcomes: await readAll(present, folder, modelsDirectory, onDocument), absent };
}

/** @throws {Error} when the file is not the recorded one */
async function isOnDisk(document: RealDocument, folder: string): Promise<boolean> {
  const path = locateDocument(folder, document);
  const hash = await hashFile(path);
  if (hash !== undefined && hash !== document.sha256)
    throw new Error(
      `${path} is another file than the recorded one. Delete it and run npm run fetch:documents.`,
    );
  return hash !== undefined;
}

async function readAll(
  documents: readonly RealDocument[],
  folder: string,
  modelsDirectory: string,
  onDocument: (document: RealDocument) => void,
): Promise<DocumentOutcome[]> {
  if (documents.length === 0) return [];
  const outcomes: DocumentOutcome[] = [];
  const extractor = createPdfExtractor();
  const recognizer = createTesseractPageRecognizer({
    languages: ['eng'],
    modelsDirectory,
    processes: RECOGNITION_PROCESSES,
  });
  const output = await mkdtemp(join(tmpdir(), 'lectern-documents-'));
  try {
    await extractor.warm();
    for (const document of documents) {
      onDocument(document);
      const path = locateDocument(folder, document);
      outcomes.push(
        await evaluateDocument(document, path, { extractor, recognizer }, join(output, 'peer.txt')),
      );
    }
  } finally {
    await Promise.all([extractor.close(), recognizer.close(), rm(output, { recursive: true, force: true })]);
  }
  return outcomes;
}

async function evaluateDocument(
  document: RealDocument,
  path: string,
  { extractor, recognizer }: Readers,
  peerOutput: string,
): Promise<DocumentOutcome> {
  const times: number[] = [];
  const peerTimes: number[] = [];
  let split: SplitText | undefined;
  let recognized: ReadonlyMap<number, readonly RecognizedWord[]> = new Map();
  for (let round = 0; round < rounds; round++) {
    try {
      if (round === 0) recognized = await recognizeScans(path, { extractor, recognizer });
      const start = performance.now();
      split = splitDocument(await extractor.extract(path, undefined, recognized));
      times.push(performance.now() - start);
    } catch (error) {
      if (!(error instanceof DocumentUnreadableError)) throw error;
      return { document, problem: error.message };
    }
    const peer = await timePdftotext(path, peerOutput);
    if (peer !== undefined) peerTimes.push(peer);
  }
  const passages = split?.passages ?? [];
  const { english } = analyzeLesson({
    title: document.title,
    spoken: false,
    passages: passages.map((passage) => ({ ...passage, id: `p${passage.position}` })),
  });
  return {
    document,
    problem: undefined,
    figures: measureReading(document, passages),
    isEnglish: english,
    recognizedPages: recognized.size,
    milliseconds: Math.min(...times),
    peerMilliseconds: peerTimes.length === 0 ? undefined : Math.min(...peerTimes),
  };
}

/** The words of the pages that are pictures. A page that cannot be recognized has none, as in an upload. */
async function recognizeScans(
  path: string,
  { extractor, recognizer }: Readers,
): Promise<Map<number, readonly RecognizedWord[]>> {
  const pages = await extractor.extract(path);
  const scans = pages.flatMap(({ page, isScan, distrustedFonts }) =>
    isScan === true && page !== null ? [{ page, distrustedFonts }] : [],
  );
  const words = scans.map(async ({ page, distrustedFonts }) => {
    const outcome = await recognizer.recognize(path, page, undefined, distrustedFonts);
    return [page, outcome.page?.words ?? []] as const;
  });
  return new Map(await Promise.all(words));
}

async function timePdftotext(path: string, output: string): Promise<number | undefined> {
  const start = performance.now();
  try {
    await run('pdftotext', [path, output]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return performance.now() - start;
}
