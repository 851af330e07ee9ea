import { inTransaction } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { deleteFiles } from '../uploads/upload.jobs.ts';
import { getOwnLesson } from './get-own-lesson.ts';
import { deleteUnusedFileRows, deleteUnusedSources, listLessonContent } from './lesson-content.store.ts';
import { deleteLessonRow } from './lesson.store.ts';

/** Deletes a lesson with its passages, transcription, question sets and file. @throws {ProblemError} not_found. */
export async function deleteLesson(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  actor: Actor,
  id: number,
): Promise<void> {
  await inTransaction(dependencies.database, async (transaction) => {
    await getOwnLesson({ database: transaction }, actor, id);
    await releaseLessonContent({ ...dependencies, database: transaction }, { lessonId: id }, () =>
      deleteLessonRow(transaction, id),
    );
    await recordAudit(transaction, {
      action: 'lesson_deleted',
      actorId: actor.userId,
      subject: { kind: 'lesson', id },
    });
  });
}

/**
 * Runs `deleteRows`, then lets go of the files and passages that no lesson uses any more. Call it in
 * a transaction: the job that removes the files is part of it.
 */
export async function releaseLessonContent(
  dependencies: Pick<Dependencies, 'database' | 'jobs'>,
  of: { lessonId: number } | { courseId: number },
  deleteRows: () => Promise<void>,
): Promise<void> {
  const content = await listLessonContent(dependencies.database, of);
  await deleteRows();
  await deleteUnusedSources(dependencies.database, content.docsourceIds);
  const keys = await deleteUnusedFileRows(dependencies.database, content.fileKeys);
  if (keys.length > 0) await dependencies.jobs.enqueue(dependencies.database, deleteFiles, { keys });
}
