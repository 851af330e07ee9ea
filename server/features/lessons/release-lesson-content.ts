import type { Dependencies } from '../../ports.ts';
import { deleteFiles } from '../uploads/upload.jobs.ts';
import { deleteUnusedFileRows, deleteUnusedSources, listLessonContent } from './lesson-content.store.ts';

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
