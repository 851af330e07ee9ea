import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { DocumentPage } from '#server/documents/document-blocks.ts';
import { DocumentUnreadableError } from '#server/documents/document-unreadable-error.ts';
import type { RecognitionProblem } from '#server/documents/recognition/page-recognizer.ts';
import { averageConfidence } from '#server/documents/recognition/recognized-page.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { insertRecognizedPage, listRecognizedPages, type Recognition } from './recognized-page.store.ts';

type Needed = Pick<WorkerDependencies, 'database' | 'pdfExtractor' | 'pageRecognizer'>;

/** More scanned pages than this are refused: they would keep two cores busy for an hour. */
export const mostScannedPages = 1000;
/** A hostile file makes every page fail at the limit of its time: after so many the rest is not tried. */
const mostFailures = 5;
/** Below this confidence letters were seen, but no words. */
const lowestConfidence = 30;

/** How a scan is read. */
export interface ReadPdfOptions {
  readonly instructorId: number;
  readonly signal: AbortSignal;
  /** With more pages left to recognize than this, nothing is recognized. */
  readonly mostPagesToRecognize?: number;
  /** Called before each page, and once at the end; `done` counts pages that were recognized before too. */
  readonly onProgress?: (done: number, total: number) => Promise<void>;
}

interface ScannedPage {
  readonly page: number;
  readonly distrustedFonts: readonly string[];
}

/** What a PDF says, and under which key its recognized pages are kept; or that it has to be recognized first. */
export type ReadPdf =
  | {
      readonly pages: DocumentPage[];
      readonly recognitionKey: string | null;
      /** The encoding of a text file, if it had to be guessed. */
      readonly guessedEncoding?: string | null;
      readonly awaits?: undefined;
    }
  | { readonly awaits: 'recognition' };

/**
 * Reads a PDF. Pages that are pictures are recognized, several at a time, and each is kept as soon as it is: whoever
 * reads the same file again, such as a job that is retried, recognizes the rest only.
 * @throws {DocumentUnreadableError}
 */
export async function readPdf(dependencies: Needed, path: string, options: ReadPdfOptions): Promise<ReadPdf> {
  const { instructorId, signal, mostPagesToRecognize = mostScannedPages } = options;
  const pages = await dependencies.pdfExtractor.extract(path, signal);
  const scans = pages.flatMap(({ page, isScan, distrustedFonts = [] }) =>
    isScan === true && page !== null ? [{ page, distrustedFonts }] : [],
  );
  if (scans.length === 0) return { pages, recognitionKey: null };
  if (scans.length > mostScannedPages) throw new DocumentUnreadableError('too-many-scans');
  const recognition = { instructorId, key: await nameRecognition(dependencies, path) };
  const kept = await listRecognizedPages(dependencies.database, recognition);
  const known = new Set(kept.flatMap(({ page, problem }) => (problem === null ? [page] : [])));
  const left = scans.filter(({ page }) => !known.has(page));
  if (left.length > mostPagesToRecognize) return { awaits: 'recognition' };
  await recognizePages(dependencies, path, recognition, { left, total: scans.length, options });
  const recognized = await listRecognizedPages(dependencies.database, recognition);
  refuseUnreadable(recognized);
  return {
    pages: await dependencies.pdfExtractor.extract(
      path,
      signal,
      new Map(recognized.map(({ page, words }) => [page, words])),
    ),
    recognitionKey: recognition.key,
  };
}

/** The same file, read by the same engine in the same languages, gives the same. */
async function nameRecognition(
  { pageRecognizer }: Pick<Needed, 'pageRecognizer'>,
  path: string,
): Promise<string> {
  const hash = createHash('sha256').update(`${pageRecognizer.name}\n`);
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64url');
}

async function recognizePages(
  { database, pageRecognizer }: Needed,
  path: string,
  recognition: Recognition,
  work: { left: readonly ScannedPage[]; total: number; options: ReadPdfOptions },
): Promise<void> {
  const { signal, onProgress } = work.options;
  const queue = [...work.left];
  let done = work.total - queue.length;
  const failures: RecognitionProblem[] = [];
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  // One report after the other, each as of its time: pages end side by side, and progress must not go back.
  let reporting = Promise.resolve();
  const report = (): Promise<void> =>
    (reporting = reporting.then(async () => onProgress?.(done, work.total)));
  await report();
  const recognizeNext = async (): Promise<void> => {
    for (
      let scan = queue.shift();
      scan !== undefined && failures.length < mostFailures;
      scan = queue.shift()
    ) {
      const { page, distrustedFonts } = scan;
      const outcome = await pageRecognizer.recognize(path, page, either, distrustedFonts);
      await insertRecognizedPage(database, recognition, page, outcome);
      if (outcome.problem !== undefined) failures.push(outcome.problem);
      done++;
      await report();
    }
  };
  try {
    await Promise.all(Array.from({ length: pageRecognizer.concurrency }, recognizeNext));
  } catch (error) {
    // The others need not finish: no one waits for them.
    stop.abort(error);
    throw error;
  }
  if (failures.length >= Math.min(mostFailures, work.total)) throw unrecognizable(failures);
}

/** @throws {DocumentUnreadableError} when nothing at all was read on the scanned pages, or nothing but noise. */
export function refuseUnreadable(
  pages: readonly {
    words: readonly { text: string; confidence: number }[];
    problem: RecognitionProblem | null;
  }[],
): void {
  const problems = pages.flatMap(({ problem }) => (problem === null ? [] : [problem]));
  if (problems.length === pages.length) throw unrecognizable(problems);
  const words = pages.flatMap((page) => page.words);
  if (words.length > 0 && averageConfidence(words) < lowestConfidence)
    throw new DocumentUnreadableError('unrecognizable');
}

const unrecognizable = (problems: readonly RecognitionProblem[]): DocumentUnreadableError =>
  new DocumentUnreadableError(
    problems.some((problem) => problem === 'limit' || problem === 'memory') ? 'scan-limit' : 'unrecognizable',
  );
