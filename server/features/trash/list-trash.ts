import { TRASH_LIST_LIMIT, type Trash } from '../../../contract/trash.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { countTrashed, listTrashedRows } from './trash.store.ts';

const DAY_MILLISECONDS = 86_400_000;

/** What the actor can restore, the latest first. */
export async function listTrash(
  { database, config }: Pick<Dependencies, 'database' | 'config'>,
  actor: Actor,
): Promise<Trash> {
  const rows = await listTrashedRows(database, actor.instructorId, TRASH_LIST_LIMIT);
  return {
    items: rows.map(({ trashed_at: trashedAt, size_bytes: sizeBytes, ...row }) => ({
      ...row,
      lesson_count: row.kind === 'course' ? row.lesson_count : 0,
      size_bytes: Number(sizeBytes),
      deleted_at: trashedAt.toISOString(),
      removed_at: new Date(trashedAt.getTime() + config.trashDays * DAY_MILLISECONDS).toISOString(),
    })),
    total: rows.length < TRASH_LIST_LIMIT ? rows.length : await countTrashed(database, actor.instructorId),
    retention_days: config.trashDays,
  };
}
