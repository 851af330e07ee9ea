import { message } from '#contract/messages/make-message.ts';
import type { Message } from '#contract/messages/message.ts';
import { checkText } from '#server/documents/decode-text.ts';
import { DocumentUnreadableError } from '#server/documents/document-unreadable-error.ts';
import { boundCues, refuseLongTranscript, TranscriptTooLongError } from '#server/documents/bound-cues.ts';
import { splitDocument } from '#server/documents/split-document.ts';
import { splitTranscript } from '#server/documents/split-transcript.ts';
import { parseTranscript, SubtitlesUnreadableError } from '#server/documents/subtitles.ts';
import { layOutText } from '#server/documents/text-blocks.ts';
import type { JobContext } from '#server/platform/jobs/job-definition.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import { completeTranscription, failTranscription, giveTranscript } from './end-transcription.ts';
import {
  findGivenTranscript,
  hasLaterTranscript,
  isLessonThere,
  lockLesson,
  setLessonTranscription,
} from './transcription-of-lesson.store.ts';
import { findTranscription, getTranscriptionTexts, type TranscriptionRow } from './transcription.store.ts';

/**
 * Reads the transcript that a person pasted or uploaded (SRT, WebVTT or plain text, by its content) and
 * replaces the lesson's transcript with it. A finished one goes to the restored lesson that waits for it. When it
 * cannot be read, the lesson says why.
 * @throws {ProblemError} subtitles_unreadable, document_without_text.
 */
export async function readBroughtTranscript(
  dependencies: Pick<WorkerDependencies, 'database' | 'jobs' | 'config'>,
  transcriptionId: string,
  context: Pick<JobContext, 'signal' | 'isLastAttempt'>,
): Promise<{ transcription_id: string }> {
  const transcription = await findTranscription(dependencies.database, transcriptionId);
  if (transcription === undefined || transcription.lesson_id === null) {
    throw new ProblemError('lesson_deleted');
  }
  if (transcription.status === 'done') {
    await giveFinishedTranscript(dependencies, transcription);
    return { transcription_id: transcriptionId };
  }
  // In the trash: restoring the lesson enqueues it again.
  if (!(await isLessonThere(dependencies.database, transcription.lesson_id))) {
    throw new ProblemError('lesson_deleted');
  }
  try {
    await readInto(dependencies, transcription, transcription.lesson_id);
  } catch (error) {
    if (error instanceof ProblemError)
      await failTranscription(dependencies, transcription, reasonOf(error as ProblemError), {
        isRefused: true,
      });
    else if (context.isLastAttempt && !context.signal.aborted)
      await failTranscription(dependencies, transcription, message('transcript_not_read'));
    throw error;
  }
  return { transcription_id: transcriptionId };
}

const reasonOf = ({ coded }: ProblemError): Message => coded ?? message('transcript_not_read');

async function readInto(
  dependencies: Pick<WorkerDependencies, 'database' | 'jobs' | 'config'>,
  transcription: TranscriptionRow,
  lessonId: number,
): Promise<void> {
  const { plain_text: brought } = await getTranscriptionTexts(dependencies.database, transcription.id);
  const { cues, text } = parse(brought ?? '');
  if (text.passages.length === 0) {
    throw new ProblemError('transcript_without_text');
  }
  await inTransaction(dependencies.database, async (transaction) => {
    await lockLesson(transaction, lessonId);
    // A job of a worker that died may run again after a later one: the transcript that was sent last stays.
    if (!(await hasLaterTranscript(transaction, lessonId, transcription.id)))
      await setLessonTranscription(transaction, lessonId, transcription.id);
    await completeTranscription({ ...dependencies, database: transaction }, transcription, {
      cues,
      text,
      durationSeconds: cues.at(-1)?.endSecond ?? null,
      recording: null,
    });
  });
}

/** Gives a restored lesson the transcript that was finished while the lesson was in the trash. */
async function giveFinishedTranscript(
  dependencies: Pick<WorkerDependencies, 'database' | 'jobs' | 'config'>,
  transcription: { id: string; instructor_id: number },
): Promise<void> {
  const given = await findGivenTranscript(dependencies.database, transcription.id);
  if (given === undefined || given.is_given) return;
  const { cues } = await getTranscriptionTexts(dependencies.database, transcription.id);
  const text = splitTranscript(
    cues.map((cue) => ({ startSecond: cue.start_second, endSecond: cue.end_second, text: cue.text })),
  );
  await inTransaction(dependencies.database, (transaction) =>
    giveTranscript({ ...dependencies, database: transaction }, transcription, text),
  );
}

function parse(brought: string) {
  try {
    const given = checkText(brought);
    const parsed = parseTranscript(given);
    if (parsed.cues.length === 0) refuseLongTranscript([parsed.text]);
    const cues = boundCues(parsed.cues);
    return {
      cues,
      text: cues.length > 0 ? splitTranscript(cues) : splitDocument(layOutText(given)),
    };
  } catch (error) {
    if (error instanceof SubtitlesUnreadableError || error instanceof TranscriptTooLongError) {
      throw new ProblemError({ problem: 'subtitles_unreadable', message: error.coded }, { cause: error });
    }
    if (error instanceof DocumentUnreadableError) {
      throw new ProblemError({ problem: 'document_without_text', message: error.coded }, { cause: error });
    }
    throw error;
  }
}
