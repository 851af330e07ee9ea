import type { Dependencies } from '#server/dependencies.ts';
import { deleteFiles } from '../uploads/upload.jobs.ts';
import { deleteUnusedFileRows, deleteUnusedSources, listLessonContent } from './lesson-content.store.ts';
import { deleteUnusedRecognizedPages } from './recognized-page.store.ts';

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
  await deleteUnusedSources(dependencies.database, content.documentSourceIds);
  const keys = await deleteUnusedFileRows(dependencies.database, content.fileKeys);
  if (keys.length > 0) await dependencies.jobs.enqueue(dependencies.database, deleteFiles, { keys });
}

/** Longer than every attempt at the longest scan takes. */
const KEPT_HOURS = 48;

/** Returns how many recognized pages went that no text is made of: of scans that were given up or never became a lesson. */
export const forgetUnusedRecognition = (
  { database }: Pick<Dependencies, 'database'>,
  now: Date,
): Promise<number> =>
  deleteUnusedRecognizedPages(database, { before: new Date(now.getTime() - KEPT_HOURS * 3_600_000) });
