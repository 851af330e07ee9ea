import type { Cue } from '../../ai/speech-to-text.ts';
import { inTransaction } from '../../database/database.ts';
import type { SplitText } from '../../documents/split-document.ts';
import type { Dependencies } from '../../ports.ts';
import { followLessonText } from '../quizzes/bank/request-preparation.ts';
import { forgetText, keepText } from '../lessons/keep-text.ts';
import { announceTranscription } from './announce-transcription.ts';
import {
  findLessonOfTranscription,
  setLessonTranscript,
  setLessonTranscriptionError,
} from './transcription-of-lesson.store.ts';
import { deleteUnusedTranscriptions, finishTranscription } from './transcription.store.ts';

type Needed = Pick<Dependencies, 'database' | 'jobs' | 'config'>;

/** A transcription's passages are found under a name of its own, so that keeping them twice is once. */
export const docsourceIdOf = (videoId: string): string => videoId.replace(/^vid_/, 'ds_');

/** Keeps a transcript, and gives it with its passages to the lesson that waits, in place of what it had: once. */
export async function completeTranscription(
  dependencies: Needed,
  transcription: { id: string; instructor_id: number },
  transcript: { cues: readonly Cue[]; text: SplitText; durationSeconds: number | null },
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const isFirst = await finishTranscription(transaction, transcription.id, {
      status: 'done',
      cues: transcript.cues,
      plainText: transcript.text.plainText,
      durationSeconds: transcript.durationSeconds,
    });
    if (isFirst)
      await giveTranscript({ ...dependencies, database: transaction }, transcription, transcript.text);
  });
}

/**
 * Gives a finished transcript with its passages to the lesson that waits for it. Call it in a transaction. A lesson in the trash
 * gets it when it is restored.
 */
export async function giveTranscript(
  dependencies: Needed,
  transcription: { id: string; instructor_id: number },
  text: SplitText,
): Promise<void> {
  const { database } = dependencies;
  // Passages are for lessons: without one that waits, nothing could ever use or delete them.
  const waiting = await findLessonOfTranscription(database, transcription.id);
  if (waiting === undefined) return;
  const docsourceId = docsourceIdOf(transcription.id);
  await keepText(
    dependencies,
    {
      id: docsourceId,
      instructorId: transcription.instructor_id,
      fileKey: null,
      pageCount: null,
      spoken: true,
    },
    text,
  );
  const { plainText } = text;
  const lesson = await setLessonTranscript(database, transcription.id, { plainText, docsourceId });
  if (lesson === undefined) return;
  await deleteUnusedTranscriptions(database, lesson.id);
  await followLessonText(dependencies, lesson.id);
  if (waiting.docsource_id !== null) await forgetText({ database }, [waiting.docsource_id]);
  await announceTranscription(database, transcription.instructor_id, lesson, {
    status: 'done',
    progress: 100,
  });
}

/** Says why there is no transcript, and lets the person try again. */
export async function failTranscription(
  dependencies: Pick<Dependencies, 'database'>,
  transcription: { id: string; instructor_id: number },
  message: string,
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const isFirst = await finishTranscription(transaction, transcription.id, {
      status: 'failed',
      error: message,
    });
    if (!isFirst) return;
    const lesson = await setLessonTranscriptionError(transaction, transcription.id, message);
    if (lesson === undefined) return;
    await deleteUnusedTranscriptions(transaction, lesson.id);
    await announceTranscription(transaction, transcription.instructor_id, lesson, {
      status: 'failed',
      progress: 0,
      message,
    });
  });
}
