import type { z } from 'zod';
import type { lessonUpdateRequest } from '../../../contract/lessons.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { getOwnLesson } from './get-own-lesson.ts';
import { updateLessonRow, type LessonRow } from './lesson.store.ts';

/** Renames and describes a lesson. @throws {ProblemError} not_found. */
export async function updateLesson(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
  { title, description }: z.infer<typeof lessonUpdateRequest>,
): Promise<LessonRow> {
  await getOwnLesson(dependencies, actor, id);
  await updateLessonRow(dependencies.database, id, {
    title,
    ...(description === undefined ? {} : { description }),
  });
  return getOwnLesson(dependencies, actor, id);
}
