import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Message } from '#contract/messages/message.ts';
import { message } from '#contract/messages/make-message.ts';
import { MAXIMUM_PDF_BYTES } from '#contract/uploads.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import { countPages } from '#server/documents/document-blocks.ts';
import { recognizeContent, recognizedBytes } from '#server/documents/recognize-content.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import { withTemporaryFile } from '#server/platform/files/temporary-file.ts';
import type { JobContext } from '#server/platform/jobs/job-definition.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { UrlFetchError } from '#server/platform/web-fetch/url-fetch-error.ts';
import { followLessonText } from '../quizzes/bank/request-preparation.ts';
import { dropLessonWork, reportLessonWork } from '../activity/lesson-work.ts';
import { readPages, splitPages } from './ingest-document.ts';
import { forgetText, keepText } from './keep-text.ts';
import { findLesson, giveDocumentSource, holdLessonInPlace, type LessonRow } from './lesson.store.ts';

const FETCH_MILLISECONDS = 120_000;

/** The same job twice makes one document source. */
const documentSourceIdOfJob = (jobId: string): string =>
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
): Promise<{ document_source_id: string }> {
  const lesson =
    (await findLesson(dependencies.database, lessonId)) ??
    (await inTransaction(dependencies.database, (transaction) =>
      holdLesson(transaction, lessonId, context.jobId),
    ));
  if (lesson === undefined) throw deleted();
  if (lesson.document_source_id !== null) return { document_source_id: lesson.document_source_id };
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
      throw new ProblemError('address_of_other_type');
    }
    return readInto(dependencies, lesson, { path, kind, fileKey: null }, context);
  });
}

const deleted = (): ProblemError => new ProblemError('lesson_deleted');

/**
 * The lesson, which then stays where it is until the transaction ends. One in the trash is undefined: it is read after it is
 * restored, by another job, which must not take this one for its own.
 */
async function holdLesson(
  transaction: Database,
  lessonId: number,
  jobId: string,
): Promise<LessonRow | undefined> {
  await holdLessonInPlace(transaction, lessonId);
  const lesson = await findLesson(transaction, lessonId);
  if (lesson === undefined) await dropLessonWork({ database: transaction }, jobId);
  return lesson;
}

async function readInto(
  dependencies: WorkerDependencies,
  lesson: LessonRow,
  { path, kind, fileKey }: { path: string; kind: 'pdf' | 'text'; fileKey: string | null },
  { jobId, signal }: JobContext,
): Promise<{ document_source_id: string }> {
  const read = await readPages(dependencies, path, kind, {
    instructorId: lesson.instructor_id,
    signal,
    onProgress: (done, total) => reportLessonWork(dependencies, jobId, describeRecognition(done, total)),
  });
  // Without a limit on the pages, nothing waits.
  if (read.awaits !== undefined) throw new Error('A scan was left to be recognized later.');
  const text = splitPages(read.pages);
  const documentSourceId = documentSourceIdOfJob(jobId);
  const isThere = await inTransaction(dependencies.database, async (transaction) => {
    const inside = { ...dependencies, database: transaction };
    // Its recognized pages stay known for the job that reads it after it is restored.
    if ((await holdLesson(transaction, lesson.id, jobId)) === undefined) return false;
    await keepText(
      inside,
      {
        id: documentSourceId,
        instructorId: lesson.instructor_id,
        fileKey,
        pageCount: countPages(read.pages),
        spoken: false,
        recognitionKey: read.recognitionKey,
        guessedEncoding: read.guessedEncoding,
      },
      text,
    );
    if (!(await giveDocumentSource(transaction, lesson.id, { document_source_id: documentSourceId, kind }))) {
      await forgetText(inside, [documentSourceId]);
      return true;
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
        message_coded: null,
      },
    });
    return true;
  });
  if (!isThere) throw deleted();
  return { document_source_id: documentSourceId };
}

/** The page that is being recognized is the one after those that are done. */
const describeRecognition = (done: number, total: number): { progress: number; reason: Message } => ({
  // 100 is said when the text is kept.
  progress: Math.min(99, Math.floor((done * 100) / total)),
  reason: message('page_recognizing', { page: Math.min(done + 1, total), pageCount: total }),
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
    throw new ProblemError(
      { problem: isForbidden ? 'address_not_allowed' : 'download_failed', message: error.coded },
      { cause: error },
    );
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
