import type { Dependencies } from '#server/dependencies.ts';
import * as store from './lesson-content.store.ts';

/** Keys of files uploaded before `before` that never became a lesson. */
export const listAbandonedFileKeys = (
  dependencies: Pick<Dependencies, 'database'>,
  before: Date,
): Promise<string[]> => store.listAbandonedFileKeys(dependencies.database, before);

/** Deletes the rows of unused files and their texts, and returns the keys, whose content the caller deletes. */
export const deleteUnusedFileRows = (
  dependencies: Pick<Dependencies, 'database'>,
  keys: readonly string[],
): Promise<string[]> => store.deleteUnusedFileRows(dependencies.database, keys);
