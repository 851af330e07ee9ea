import { DocumentUnreadableError } from '../../documents/document-unreadable-error.ts';
import { splitDocument } from '../../documents/split-document.ts';
import { splitTranscript } from '../../documents/split-transcript.ts';
import { parseTranscriptFile, SubtitlesUnreadableError } from '../../documents/subtitles.ts';
import { extractTextPages } from '../../documents/text-blocks.ts';
import type { WorkerDependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { inTransaction } from '../../database/database.ts';
import { completeTranscription } from './end-transcription.ts';
import { isLessonThere, setLessonTranscription } from './transcription-of-lesson.store.ts';
import { findTranscription } from './transcription.store.ts';

/**
 * Reads the transcript that a person pasted or uploaded (SRT, WebVTT or plain text, by its content) and
 * gives it to the lesson in place of what was there.
 * @throws {ProblemError} subtitles_unreadable, document_without_text.
 */
export async function readBroughtTranscript(
  dependencies: Pick<WorkerDependencies, 'database' | 'jobs' | 'config'>,
  videoId: string,
): Promise<{ video_id: string }> {
  const transcription = await findTranscription(dependencies.database, videoId);
  if (transcription === undefined || transcription.lesson_id === null) {
    throw new ProblemError('not_found', 'The lesson was deleted meanwhile.');
  }
  if (transcription.status === 'done') return { video_id: videoId };
  // In the trash: restoring the lesson enqueues it again.
  if (!(await isLessonThere(dependencies.database, transcription.lesson_id))) {
    throw new ProblemError('not_found', 'The lesson was deleted meanwhile.');
  }
  const bytes = Buffer.from(transcription.plain_text ?? '', 'utf8');
  const { cues, text } = parse(bytes);
  if (text.passages.length === 0) {
    throw new ProblemError('document_without_text', 'The transcript holds no readable text.');
  }
  const lessonId = transcription.lesson_id;
  await inTransaction(dependencies.database, async (transaction) => {
    await setLessonTranscription(transaction, lessonId, videoId);
    await completeTranscription({ ...dependencies, database: transaction }, transcription, {
      cues,
      text,
      durationSeconds: cues.at(-1)?.endSecond ?? null,
    });
  });
  return { video_id: videoId };
}

function parse(bytes: Buffer) {
  try {
    const { cues } = parseTranscriptFile(bytes);
    return {
      cues,
      text: cues.length > 0 ? splitTranscript(cues) : splitDocument(extractTextPages(bytes)),
    };
  } catch (error) {
    if (error instanceof SubtitlesUnreadableError) {
      throw new ProblemError('subtitles_unreadable', error.message, { cause: error });
    }
    if (error instanceof DocumentUnreadableError) {
      throw new ProblemError('document_without_text', error.message, { cause: error });
    }
    throw error;
  }
}
