import { readFile } from 'node:fs/promises';
import { countPages, type DocumentPage } from '../../documents/document-blocks.ts';
import { DocumentUnreadableError } from '../../documents/document-unreadable-error.ts';
import { splitDocument } from '../../documents/split-document.ts';
import { extractTextPages } from '../../documents/text-blocks.ts';
import type { WorkerDependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { keepText } from './keep-text.ts';

type Needed = Pick<WorkerDependencies, 'database' | 'jobs' | 'files' | 'pdfExtractor'>;

/**
 * Reads a stored PDF or TXT into passages.
 * @throws {ProblemError} document_without_text, document_encrypted or document_unreadable.
 */
export async function ingestDocument(
  dependencies: Needed,
  input: { docsourceId: string; instructorId: number; fileKey: string; kind: 'pdf' | 'text' },
  signal: AbortSignal,
): Promise<void> {
  const pages = await dependencies.files.withLocalFile(input.fileKey, (path) =>
    readPages(dependencies, path, input.kind, signal),
  );
  await keepText(
    dependencies,
    {
      id: input.docsourceId,
      instructorId: input.instructorId,
      fileKey: input.fileKey,
      pageCount: countPages(pages),
      spoken: false,
    },
    splitPages(pages),
  );
}

/** @throws {ProblemError} saying why the document cannot be read and what to do. */
export async function readPages(
  dependencies: Pick<WorkerDependencies, 'pdfExtractor'>,
  path: string,
  kind: 'pdf' | 'text',
  signal: AbortSignal,
): Promise<DocumentPage[]> {
  try {
    if (kind === 'pdf') return await dependencies.pdfExtractor.extract(path, signal);
    return extractTextPages(await readFile(path));
  } catch (error) {
    throw error instanceof DocumentUnreadableError ? toProblem(error) : error;
  }
}

export function splitPages(pages: readonly DocumentPage[]): ReturnType<typeof splitDocument> {
  const text = splitDocument(pages);
  if (text.passages.length === 0) throw toProblem(new DocumentUnreadableError('no-readable-text'));
  return text;
}

function toProblem(error: DocumentUnreadableError): ProblemError {
  const { problem, message } = error;
  if (problem === 'no-readable-text' || problem === 'empty')
    return new ProblemError('document_without_text', message, { cause: error });
  if (problem === 'encrypted') return new ProblemError('document_encrypted', message, { cause: error });
  return new ProblemError('document_unreadable', message, { cause: error });
}
