import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { MAXIMUM_PDF_BYTES } from '../../../contract/uploads.ts';
import { inTransaction } from '../../database/database.ts';
import { countPages } from '../../documents/document-blocks.ts';
import { recognizeContent, recognizedBytes } from '../../documents/recognize-content.ts';
import { announce } from '../../events/event-bus.ts';
import { withTemporaryFile } from '../../files/temporary-file.ts';
import type { JobContext } from '../../jobs/job-definition.ts';
import type { WorkerDependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { UrlFetchError } from '../../web-fetch/url-fetch-error.ts';
import { followLessonText } from '../quizzes/bank/request-preparation.ts';
import { reportLessonWork } from '../activity/follow-lesson-work.ts';
import { readPages, splitPages } from './ingest-document.ts';
import { forgetText, keepText } from './keep-text.ts';
import { findLesson, giveDocumentSource, type LessonRow } from './lesson.store.ts';

const FETCH_MILLISECONDS = 120_000;

/** The same job twice makes one document source. */
const docsourceIdOfJob = (jobId: string): string =>
  `ds_${createHash('sha256').update(`ingest ${jobId}`).digest('base64url').slice(0, 22)}`;

/**
 * Reads the document of a lesson into passages: the uploaded file, or the PDF or TXT behind the lesson's link. Scanned pages
 * are recognized, which the lesson's work reports page by page. A lesson that has its text keeps it.
 * @throws {ProblemError} address_not_allowed, download_failed, unsupported_file_type, or what the document is at fault.
 */
export async function readLessonDocument(
  dependencies: WorkerDependencies,
  lessonId: number,
  context: JobContext,
): Promise<{ docsource_id: string }> {
  const lesson = await findLesson(dependencies.database, lessonId);
  if (lesson === undefined) throw deleted();
  if (lesson.docsource_id !== null) return { docsource_id: lesson.docsource_id };
  const { file_key: fileKey, source_url: url } = lesson;
  if (fileKey !== null) {
    const kind = lesson.kind === 'pdf' ? 'pdf' : 'text';
    return dependencies.files.withLocalFile(fileKey, (path) =>
      readInto(dependencies, lesson, { path, kind, fileKey }, context),
    );
  }
  if (url === null) throw deleted();
  return withTemporaryFile(dependencies.config.dataDirectory, async (path) => {
    await download(dependencies, url, path, context.signal);
    const kind = await recognizeFile(path);
    if (kind !== 'pdf' && kind !== 'text') {
      throw new ProblemError(
        'unsupported_file_type',
        'The address leads to no PDF or text file. Link to the file itself.',
      );
    }
    return readInto(dependencies, lesson, { path, kind, fileKey: null }, context);
  });
}

const deleted = (): ProblemError => new ProblemError('not_found', 'The lesson was deleted meanwhile.');

async function readInto(
  dependencies: WorkerDependencies,
  lesson: LessonRow,
  { path, kind, fileKey }: { path: string; kind: 'pdf' | 'text'; fileKey: string | null },
  { jobId, signal }: JobContext,
): Promise<{ docsource_id: string }> {
  const read = await readPages(dependencies, path, kind, {
    instructorId: lesson.instructor_id,
    signal,
    onProgress: (done, total) => reportLessonWork(dependencies, jobId, describeRecognition(done, total)),
  });
  // Without a limit on the pages, nothing waits.
  if (read.awaits !== undefined) throw new Error('A scan was left to be recognized later.');
  const text = splitPages(read.pages);
  const docsourceId = docsourceIdOfJob(jobId);
  await inTransaction(dependencies.database, async (transaction) => {
    const inside = { ...dependencies, database: transaction };
    await keepText(
      inside,
      {
        id: docsourceId,
        instructorId: lesson.instructor_id,
        fileKey,
        pageCount: countPages(read.pages),
        spoken: false,
        recognitionKey: read.recognitionKey,
      },
      text,
    );
    if (!(await giveDocumentSource(transaction, lesson.id, { docsource_id: docsourceId, kind }))) {
      await forgetText(inside, [docsourceId]);
      return;
    }
    await followLessonText(inside, lesson.id);
    await announce(transaction, {
      kind: 'lesson',
      instructorId: lesson.instructor_id,
      event: {
        type: 'lesson',
        lesson_id: lesson.id,
        course_id: lesson.course_id,
        work: 'ingestion',
        status: 'done',
        progress: 100,
        message: null,
      },
    });
  });
  return { docsource_id: docsourceId };
}

/** The page that is being recognized is the one after those that are done. */
const describeRecognition = (done: number, total: number): { progress: number; message: string } => ({
  // 100 is said when the text is kept.
  progress: Math.min(99, Math.floor((done * 100) / total)),
  message: `Recognizing page ${Math.min(done + 1, total)} of ${total}`,
});

async function download(
  dependencies: Pick<WorkerDependencies, 'publicWeb'>,
  url: string,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await dependencies.publicWeb.download(url, path, {
      maximumBytes: MAXIMUM_PDF_BYTES,
      timeoutMs: FETCH_MILLISECONDS,
      signal,
    });
  } catch (error) {
    if (!(error instanceof UrlFetchError)) throw error;
    const isForbidden = error.problem === 'not-public' || error.problem === 'invalid-url';
    throw new ProblemError(isForbidden ? 'address_not_allowed' : 'download_failed', error.message, {
      cause: error,
    });
  }
}

async function recognizeFile(path: string): ReturnType<typeof recognizeContent> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(recognizedBytes), 0, recognizedBytes, 0);
    return await recognizeContent(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
