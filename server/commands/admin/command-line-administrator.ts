import type { Administrator } from '#server/actor.ts';

/** Anyone who can run commands on the server needs no account. */
export const COMMAND_LINE: Administrator = { userId: null };
