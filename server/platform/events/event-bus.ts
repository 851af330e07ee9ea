import { sql } from 'kysely';
import type { LessonEvent, TrashEvent } from '#contract/events.ts';
import type { Database } from '../database/database.ts';

/** Events between processes. `instructorId` decides which pages receive an event. */
export type Announcement =
  | { readonly kind: 'lesson'; readonly instructorId: number; readonly event: LessonEvent }
  | { readonly kind: 'trash'; readonly instructorId: number; readonly event: TrashEvent }
  | { readonly kind: 'job_answered'; readonly jobId: string }
  /** A client resumes an upload: the process that is receiving bytes for it stops and releases it. */
  | { readonly kind: 'upload_wanted'; readonly uploadId: string }
  /** A session, key or account of the user ended: what was remembered of them counts no more. */
  | { readonly kind: 'access_ended'; readonly userId: number }
  /** The language model settings changed, so each process reads them again. */
  | { readonly kind: 'language_model_changed' };

export const ANNOUNCEMENT_CHANNEL = 'lectern_announcements';

/** Port: hears what any process announces; see {@link announce} for saying something. */
export interface EventBus {
  /** Calls `listener` for each announcement from now on. Returns a function that stops it. */
  subscribe(listener: (announcement: Announcement) => void): () => void;
  /** Calls `listener` whenever announcements may have been missed because the connection broke. */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Notifies every process through PostgreSQL's NOTIFY. Inside a transaction it is sent at the commit,
 * or not at all.
 */
export async function announce(database: Database, announcement: Announcement): Promise<void> {
  await sql`select pg_notify(${ANNOUNCEMENT_CHANNEL}, ${JSON.stringify(announcement)})`.execute(database);
}
