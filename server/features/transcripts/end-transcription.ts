import type { LessonEvent } from '#contract/events.ts';
import type { Recording } from '#contract/lessons.ts';
import { wordMessage } from '#contract/messages/catalogue.ts';
import type { Message } from '#contract/messages/message.ts';
import type { Cue } from '#server/ai/speech-to-text.ts';
import { inTransaction, type Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { SplitText } from '#server/documents/split-document.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import { forgetText, keepText } from '../lessons/keep-text.ts';
import { followLessonText } from '../quizzes/bank/request-preparation.ts';
import {
  findLessonOfTranscription,
  setBroughtTranscriptError,
  setLessonTranscript,
  setLessonTranscriptionError,
} from './transcription-of-lesson.store.ts';
import { keepVersionsOfReplaced } from './editing/transcript-editing.store.ts';
import { deleteUnusedTranscriptions, finishTranscription, updateProgress } from './transcription.store.ts';

type Needed = Pick<Dependencies, 'database' | 'jobs' | 'config'>;

/** A transcription's passages are stored under their own name, so that storing them is idempotent. */
const documentSourceIdOf = (transcriptionId: string): string => transcriptionId.replace(/^vid_/, 'ds_');

/** Keeps a transcript, and gives it with its passages to the lesson that waits, in place of what it had: once. */
export async function completeTranscription(
  dependencies: Needed,
  transcription: { id: string; instructor_id: number },
  transcript: {
    cues: readonly Cue[];
    text: SplitText;
    durationSeconds: number | null;
    recording: Recording | null;
  },
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const isFirst = await finishTranscription(transaction, transcription.id, {
      status: 'done',
      cues: transcript.cues,
      plainText: transcript.text.plainText,
      durationSeconds: transcript.durationSeconds,
      recording: transcript.recording,
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
  const documentSourceId = documentSourceIdOf(transcription.id);
  await keepText(
    dependencies,
    {
      id: documentSourceId,
      instructorId: transcription.instructor_id,
      fileKey: null,
      pageCount: null,
      spoken: true,
    },
    text,
  );
  const { plainText } = text;
  const lesson = await setLessonTranscript(database, transcription.id, { plainText, documentSourceId });
  if (lesson === undefined) return;
  await keepVersionsOfReplaced(database, lesson.id, transcription.id);
  await deleteUnusedTranscriptions(database, lesson.id);
  await followLessonText(dependencies, lesson.id);
  if (waiting.document_source_id !== null) await forgetText({ database }, [waiting.document_source_id]);
  await announceTranscription(database, transcription.instructor_id, lesson, {
    status: 'done',
    progress: 100,
  });
}

/**
 * Says on the lesson why there is no transcript, or no new one, and lets the person try again.
 * @param options.isRefused whoever sent the transcript already knows why it was refused: a lesson that has a text need not say it, too.
 */
export async function failTranscription(
  dependencies: Pick<Dependencies, 'database'>,
  transcription: { id: string; instructor_id: number },
  reason: Message,
  { isRefused = false }: { isRefused?: boolean } = {},
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    const isFirst = await finishTranscription(transaction, transcription.id, {
      status: 'failed',
      reason,
    });
    if (!isFirst) return;
    const lesson =
      (await setLessonTranscriptionError(transaction, transcription.id, reason)) ??
      (await setBroughtTranscriptError(transaction, transcription.id, reason, {
        onlyWithoutText: isRefused,
      }));
    if (lesson === undefined) return;
    await deleteUnusedTranscriptions(transaction, lesson.id);
    await announceTranscription(transaction, transcription.instructor_id, lesson, {
      status: 'failed',
      progress: 0,
      reason,
    });
  });
}

/** Informs the lesson's owner how far its transcription is. */
export const announceTranscription = (
  database: Database,
  instructorId: number,
  lesson: { id: number; course_id: number },
  state: Pick<LessonEvent, 'status' | 'progress'> & { reason?: Message },
): Promise<void> =>
  announce(database, {
    kind: 'lesson',
    instructorId,
    event: {
      type: 'lesson',
      lesson_id: lesson.id,
      course_id: lesson.course_id,
      work: 'transcription',
      status: state.status,
      progress: state.progress,
      message: state.reason === undefined ? null : wordMessage(state.reason),
      message_coded: state.reason ?? null,
    },
  });

/** Often enough to look alive, seldom enough to cost nothing. */
const INTERVAL_MILLISECONDS = 500;

interface ProgressReporter {
  /** Stores and announces the progress, unless it was done a moment ago. Never rejects. */
  report(percent: number, durationSeconds: number | undefined): Promise<void>;
  /** When nothing is being written any more. */
  settled(): Promise<void>;
}

/** Progress is a courtesy: a failure to store it is logged and never ends the work. */
export function createProgressReporter(
  dependencies: Pick<Dependencies, 'database' | 'log' | 'clock'>,
  transcription: { id: string; instructor_id: number },
): ProgressReporter {
  let lastAt = Number.NEGATIVE_INFINITY;
  let lastPercent = -1;
  let writing: Promise<void> = Promise.resolve();

  const write = async (percent: number, durationSeconds: number | undefined): Promise<void> => {
    try {
      const isCurrent = await updateProgress(
        dependencies.database,
        transcription.id,
        percent,
        durationSeconds,
      );
      const lesson = isCurrent
        ? await findLessonOfTranscription(dependencies.database, transcription.id)
        : undefined;
      if (lesson === undefined) return;
      await announceTranscription(dependencies.database, transcription.instructor_id, lesson, {
        status: 'running',
        progress: percent,
      });
    } catch (error) {
      dependencies.log.warn(
        { err: error, transcriptionId: transcription.id },
        'Progress could not be stored.',
      );
    }
  };

  return {
    report(percent, durationSeconds) {
      // 100 is said when the transcript is kept, not when the last word is heard.
      const whole = Math.min(99, Math.floor(percent));
      const now = dependencies.clock.monotonic();
      if (whole <= lastPercent || now - lastAt < INTERVAL_MILLISECONDS) return writing;
      lastAt = now;
      lastPercent = whole;
      writing = writing.then(() => write(whole, durationSeconds));
      return writing;
    },
    settled: () => writing,
  };
}
