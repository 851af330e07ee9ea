import type { TranscriptionState } from '../../../contract/transcripts.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { getOwnLesson } from '../lessons/get-own-lesson.ts';

/** How the transcription of one's own lesson stands. @throws {ProblemError} not_found. */
export async function checkTranscription(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  lessonId: number,
): Promise<TranscriptionState> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  const whenNone = lesson.transcription_error === null ? 'none' : 'failed';
  return {
    lesson_id: lesson.id,
    video_id: lesson.video_id,
    status: lesson.transcription_status ?? whenNone,
    progress: lesson.transcription_progress ?? 0,
    error: lesson.transcription_error,
  };
}
