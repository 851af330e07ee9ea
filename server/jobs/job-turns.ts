import { z } from 'zod';

/** What pg-boss calls a database: the pool, or the transaction that a job is part of. */
export interface QueueDatabase {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** How many turns fit between two priorities. A queue that never runs empty for so long starts to be first in, first out. */
const TURNS = 1_000_000;

/**
 * The turn of an account's next job, as in start-time fair queueing: one after the account's own last job, but not before
 * the turn that the queue has reached. An account with two hundred waiting jobs and one with a single job thus alternate.
 * An account's last job counts even if it has ended, as long as a job that is older than that end still waits or runs:
 * otherwise accounts that come back as soon as they are served would always be first, and a backlog would never move.
 * When nothing waits or runs, turns start at 0.
 *
 * $1 queue, $2 account, $3 highest and $4 lowest priority that belong to the kind's priority.
 */
const NEXT_TURN = `with unfinished as materialized (
    select priority, state, group_id, created_on from pgboss.job
    where name = $1 and state <= 'active' and priority between $4 and $3
  )
  select greatest(
    (select max($3 - priority) + 1 from unfinished where group_id = $2),
    case when exists (select from unfinished) then
      (select max($3 - priority) + 1 from pgboss.job
        where name = $1 and group_id = $2 and state > 'active' and priority between $4 and $3
          and completed_on >= (select min(created_on) from unfinished))
    end,
    coalesce(
      (select max($3 - priority) from unfinished where state = 'active'),
      (select min($3 - priority) from unfinished where state < 'active'),
      0)
  ) as turn`;
const turnRow = z.object({ turn: z.int() });

/** The priority in pg-boss of a job without an account: the first turn. */
export const priorityOf = (priority: number): number => priority * TURNS;

/** Decides when accounts are next, from the queue itself and inside the transaction of `db`. */
export const createTurns = (db: QueueDatabase) => ({
  /** The priority in pg-boss of the account's next job. @param priority of the kind of job. */
  next: async (queue: string, priority: number, account: number): Promise<number> => {
    const highest = priorityOf(priority);
    const lowest = highest - (TURNS - 1);
    const { rows } = await db.executeSql(NEXT_TURN, [queue, String(account), highest, lowest]);
    return highest - Math.min(turnRow.parse(rows[0]).turn, TURNS - 1);
  },
});
