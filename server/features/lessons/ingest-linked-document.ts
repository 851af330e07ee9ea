import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { MAXIMUM_PDF_BYTES } from '../../../contract/uploads.ts';
import { inTransaction } from '../../database/database.ts';
import { recognizeContent, recognizedBytes } from '../../documents/recognize-content.ts';
import { announce } from '../../events/event-bus.ts';
import { withTemporaryFile } from '../../files/temporary-file.ts';
import type { JobContext } from '../../jobs/job-definition.ts';
import type { WorkerDependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { UrlFetchError } from '../../web-fetch/url-fetch-error.ts';
import { followLessonText } from '../quizzes/bank/request-preparation.ts';
import { countPages } from '../../documents/document-blocks.ts';
import { readPages, splitPages } from './ingest-document.ts';
import { forgetText, keepText } from './keep-text.ts';
import { findLesson, giveDocumentSource } from './lesson.store.ts';

const FETCH_MILLISECONDS = 120_000;

/** The same job twice makes one document source. */
const docsourceIdOfJob = (jobId: string): string =>
  `ds_${createHash('sha256').update(`ingest ${jobId}`).digest('base64url').slice(0, 22)}`;

/**
 * Fetches the PDF or TXT behind a lesson made from a link, and reads it into passages.
 * @throws {ProblemError} address_not_allowed, download_failed, unsupported_file_type, or what the document is at fault.
 */
export async function ingestLinkedDocument(
  dependencies: WorkerDependencies,
  lessonId: number,
  { jobId, signal }: JobContext,
): Promise<{ docsource_id: string }> {
  const lesson = await findLesson(dependencies.database, lessonId);
  const url = lesson?.source_url;
  if (lesson === undefined || url === null || url === undefined) {
    throw new ProblemError('not_found', 'The lesson was deleted meanwhile.');
  }
  const docsourceId = docsourceIdOfJob(jobId);
  await withTemporaryFile(dependencies.config.dataDirectory, async (path) => {
    await download(dependencies, url, path, signal);
    const kind = await recognizeFile(path);
    if (kind !== 'pdf' && kind !== 'text') {
      throw new ProblemError(
        'unsupported_file_type',
        'The address leads to no PDF or text file. Link to the file itself.',
      );
    }
    const pages = await readPages(dependencies, path, kind, signal);
    const text = splitPages(pages);
    await inTransaction(dependencies.database, async (transaction) => {
      await keepText(
        { ...dependencies, database: transaction },
        {
          id: docsourceId,
          instructorId: lesson.instructor_id,
          fileKey: null,
          pageCount: countPages(pages),
          spoken: false,
        },
        text,
      );
      if (!(await giveDocumentSource(transaction, lessonId, { docsource_id: docsourceId, kind }))) {
        await forgetText({ database: transaction }, [docsourceId]);
        return;
      }
      await followLessonText({ ...dependencies, database: transaction }, lessonId);
      await announce(transaction, {
        kind: 'lesson',
        instructorId: lesson.instructor_id,
        event: {
          type: 'lesson',
          lesson_id: lessonId,
          course_id: lesson.course_id,
          work: 'ingestion',
          status: 'done',
          progress: 100,
          message: null,
        },
      });
    });
  });
  return { docsource_id: docsourceId };
}

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
