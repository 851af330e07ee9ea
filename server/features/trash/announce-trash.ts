import type { TrashEvent } from '../../../contract/events.ts';
import type { Database } from '../../database/database.ts';
import { announce } from '../../events/event-bus.ts';

/** Tells the owner's open pages. */
export const announceTrash = (
  database: Database,
  instructorId: number,
  event: Omit<TrashEvent, 'type'>,
): Promise<void> => announce(database, { kind: 'trash', instructorId, event: { type: 'trash', ...event } });
