import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { correctPassages } from '../../lessons/correct-passages.ts';
import { getLessonText } from '../../lessons/lesson-text.ts';
import { keepLessonInPlace } from '../../lessons/lessons.ts';
import { restoreFormerPassages, type PassageChange } from '../../lessons/passage-changes.ts';
import { verifyEvidence } from '../../quizzes/evidence/verify-evidence.ts';
import { findLessonOfTranscription } from '../transcription-of-lesson.store.ts';
import { findTranscription, getTranscriptionTexts } from '../transcription.store.ts';
import {
  findEditedTranscript,
  lockEditedTranscript,
  setPassagesVersion,
} from './transcript-editing.store.ts';

type Needed = Pick<WorkerDependencies, 'database' | 'jobs' | 'clock'>;

/** Edits come a word at a time: their passages are made once the instructor pauses, or after the longest wait. */
const PAUSE_MILLISECONDS = 1_500;
const LONGEST_WAIT_MILLISECONDS = 15_000;
const LOOK_AGAIN_MILLISECONDS = 500;

/**
 * Makes the passages of a lesson from its corrected transcript, and brings what quotes them along. Does nothing when they are up
 * to date; a lesson in the trash is brought up to date when it is restored.
 */
export async function followCorrections(
  dependencies: Needed,
  transcriptionId: string,
  signal: AbortSignal,
): Promise<void> {
  await waitForPause(dependencies, transcriptionId, signal);
  await inTransaction(dependencies.database, (transaction) =>
    makePassagesFollow({ ...dependencies, database: transaction }, transcriptionId),
  );
}

async function makePassagesFollow(
  inside: Pick<Dependencies, 'database' | 'jobs'>,
  transcriptionId: string,
): Promise<void> {
  const { database: transaction } = inside;
  const transcription = await findTranscription(transaction, transcriptionId);
  const waiting = await findLessonOfTranscription(transaction, transcriptionId);
  if (transcription === undefined || waiting === undefined) return;
  await keepLessonInPlace(inside, waiting.id);
  const transcript = await lockEditedTranscript(transaction, transcriptionId);
  // Again: it may have been put into the trash, or have got another transcript, while this waited.
  const lesson = await findLessonOfTranscription(transaction, transcriptionId);
  if (transcript === undefined || lesson === undefined || lesson.document_source_id === null) return;
  if (transcript.passages_version === transcript.version) return;
  const { instructor_id } = transcription;
  const { plainText, changes } = await correctPassages(
    inside,
    { id: lesson.id, instructor_id, document_source_id: lesson.document_source_id },
    (await getTranscriptionTexts(transaction, transcriptionId)).cues.map((cue) => ({
      startSecond: cue.start_second,
      endSecond: cue.end_second,
      text: cue.text,
    })),
  );
  await setPassagesVersion(transaction, transcriptionId, { version: transcript.version, plainText });
  await followPassageChanges(inside, lesson.id, changes);
}

async function waitForPause(
  { database, clock }: Needed,
  transcriptionId: string,
  signal: AbortSignal,
): Promise<void> {
  const until = clock.monotonic() + LONGEST_WAIT_MILLISECONDS;
  while (clock.monotonic() < until) {
    const editedAt = (await findEditedTranscript(database, transcriptionId))?.edited_at;
    if (editedAt === undefined || editedAt === null) return;
    if (clock.now().getTime() - editedAt.getTime() >= PAUSE_MILLISECONDS) return;
    await clock.sleep(LOOK_AGAIN_MILLISECONDS, { signal });
  }
}

/** Points evidence at its quote if the lesson still contains it, and marks it otherwise. */
async function followPassageChanges(
  dependencies: Pick<Dependencies, 'database'>,
  lessonId: number,
  changes: readonly PassageChange[],
): Promise<void> {
  const { text } = await getLessonText(dependencies, lessonId);
  await verifyEvidence(dependencies, lessonId, restoreFormerPassages(text.passages, changes));
}
