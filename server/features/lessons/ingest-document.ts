import { readFile } from 'node:fs/promises';
import { countPages, type DocumentPage } from '#server/documents/document-blocks.ts';
import type { ProblemCode } from '#contract/problem-codes.ts';
import {
  DocumentUnreadableError,
  type DocumentProblem,
} from '#server/documents/document-unreadable-error.ts';
import { splitDocument } from '#server/documents/split-document.ts';
import { decodeText } from '#server/documents/decode-text.ts';
import { layOutText } from '#server/documents/text-blocks.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { markAwaitingRecognition } from '../uploads/stored-files.ts';
import { keepText } from './keep-text.ts';
import { readPdf, type ReadPdf, type ReadPdfOptions } from './read-pdf.ts';

type Needed = Pick<WorkerDependencies, 'database' | 'jobs' | 'files' | 'pdfExtractor' | 'pageRecognizer'>;

/** A scan of so many pages is recognized while the upload's request waits: some twenty seconds on two cores. */
const mostPagesAtOnce = 8;

/**
 * Reads a stored PDF or TXT into passages. A scan of many pages is not read: it is marked, and recognized when it becomes
 * a lesson.
 * @returns the id of the document source, or an empty one for such a scan.
 * @throws {ProblemError} document_without_text, document_encrypted or document_unreadable.
 */
export async function ingestDocument(
  dependencies: Needed,
  input: { documentSourceId: string; instructorId: number; fileKey: string; kind: 'pdf' | 'text' },
  signal: AbortSignal,
): Promise<{ document_source_id: string }> {
  const { documentSourceId, instructorId, fileKey, kind } = input;
  const read = await dependencies.files.withLocalFile(fileKey, (path) =>
    readPages(dependencies, path, kind, { instructorId, signal, mostPagesToRecognize: mostPagesAtOnce }),
  );
  if (read.awaits !== undefined) {
    await markAwaitingRecognition(dependencies, fileKey);
    return { document_source_id: '' };
  }
  await keepText(
    dependencies,
    {
      id: documentSourceId,
      instructorId,
      fileKey,
      pageCount: countPages(read.pages),
      spoken: false,
      recognitionKey: read.recognitionKey,
      guessedEncoding: read.guessedEncoding,
    },
    splitPages(read.pages),
  );
  return { document_source_id: documentSourceId };
}

/** @throws {ProblemError} saying why the document cannot be read and what to do. */
export async function readPages(
  dependencies: Pick<WorkerDependencies, 'database' | 'pdfExtractor' | 'pageRecognizer'>,
  path: string,
  kind: 'pdf' | 'text',
  options: ReadPdfOptions,
): Promise<ReadPdf> {
  try {
    if (kind === 'pdf') return await readPdf(dependencies, path, options);
    const { text, guessedEncoding } = decodeText(await readFile(path));
    return { pages: layOutText(text), recognitionKey: null, guessedEncoding };
  } catch (error) {
    throw error instanceof DocumentUnreadableError ? toProblem(error) : error;
  }
}

/** Twice as many as the longest files of ordinary text have. */
const MOST_PASSAGES = 40_000;

export function splitPages(pages: readonly DocumentPage[]): ReturnType<typeof splitDocument> {
  const text = splitDocument(pages);
  if (text.passages.length === 0) throw toProblem(new DocumentUnreadableError('no-readable-text'));
  if (text.passages.length > MOST_PASSAGES) throw toProblem(new DocumentUnreadableError('too-large'));
  return text;
}

const PROBLEMS: Partial<Record<DocumentProblem, ProblemCode>> = {
  'no-readable-text': 'document_without_text',
  empty: 'document_without_text',
  encrypted: 'document_encrypted',
};

function toProblem(error: DocumentUnreadableError): ProblemError {
  const problem = PROBLEMS[error.problem] ?? 'document_unreadable';
  return new ProblemError({ problem, message: error.coded }, { cause: error });
}
