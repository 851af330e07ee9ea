import { readStored, writeStored } from '../../api-client/browser-storage.ts';

/** The server lists saved sets only, so this browser remembers which others it had made. */
const NAME = 'unsavedQuizzes';
const MOST = 12;

const storedName = (userId: number | undefined): string => `${NAME}:${userId ?? 0}`;

/** Newest first. What was written by something else counts as none. */
export function listUnsavedIds(userId: number | undefined): number[] {
  try {
    const ids: unknown = JSON.parse(readStored(storedName(userId)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}

export function keepUnsavedIds(userId: number | undefined, ids: readonly number[]): void {
  writeStored(storedName(userId), JSON.stringify([...new Set(ids)].slice(0, MOST)));
}
