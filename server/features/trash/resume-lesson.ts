import type { Actor, Dependencies } from '../../ports.ts';
import { getOwnLesson } from '../lessons/get-own-lesson.ts';
import { requestReading } from '../lessons/request-reading.ts';
import { resumePreparation } from '../quizzes/bank/resume-preparation.ts';
import { resumeTranscription } from '../transcripts/resume-transcription.ts';
import { findOwnFile } from '../uploads/find-own-file.ts';

/**
 * Continues what a lesson was waiting for when it was put into the trash: its transcription, the recognition of a scan, the
 * preparation of questions. Call it in the transaction that restores the lesson.
 */
export async function resumeLesson(
  dependencies: Pick<Dependencies, 'database' | 'jobs' | 'config'>,
  actor: Actor,
  lessonId: number,
): Promise<void> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  if (lesson.kind === 'video') await resumeTranscription(dependencies, lesson);
  if (lesson.docsource_id !== null) await resumePreparation(dependencies, lessonId);
  else if (lesson.file_key !== null && lesson.kind !== 'video') {
    const file = await findOwnFile(dependencies, actor, lesson.file_key);
    if (file?.awaits_recognition === true) await requestReading(dependencies, lesson);
  }
}
