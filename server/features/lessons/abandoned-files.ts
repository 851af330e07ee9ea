import type { Dependencies } from '#server/dependencies.ts';
import * as store from './lesson-content.store.ts';

/** Keys of files uploaded before `before` that never became a lesson. */
export const listAbandonedFileKeys = (
  dependencies: Pick<Dependencies, 'database'>,
  before: Date,
): Promise<string[]> => store.listAbandonedFileKeys(dependencies.database, before);

/** Forgets those of the files that nothing uses, with their texts, and returns their keys: the caller deletes the content. */
export const deleteUnusedFileRows = (
  dependencies: Pick<Dependencies, 'database'>,
  keys: readonly string[],
): Promise<string[]> => store.deleteUnusedFileRows(dependencies.database, keys);
