import type { Administrator } from '#server/actor.ts';

/** Whoever may run commands on the server needs no account. */
export const COMMAND_LINE: Administrator = { userId: null };
