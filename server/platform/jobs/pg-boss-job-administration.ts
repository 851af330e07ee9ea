import { fromKysely, type PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { AdministeredJob } from '#contract/administration.ts';
import { codedMessage } from '#contract/messages/sent-message.ts';
import type { Database } from '../database/database.ts';
import type { JobAdministration, JobFilter, ListedJob, StoredJob } from './job-administration.ts';
import { COUNT_BY_INSTRUCTOR, FIND_JOB, LIST_JOBS } from './queue-tables.ts';

const STATES = {
  waiting: ['created', 'retry'],
  running: ['active'],
  failed: ['failed'],
  cancelled: ['cancelled'],
  completed: ['completed'],
} as const satisfies Record<AdministeredJob['state'], readonly string[]>;

const jobRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  data: z.unknown(),
  created_on: z.date(),
  started_on: z.date().nullable(),
  completed_on: z.date().nullable(),
  retry_count: z.int(),
  retry_limit: z.int(),
  message: z.string().nullable(),
  // Whatever an error had under this name, of any version of Lectern.
  coded: codedMessage.nullable().catch(null),
  instructor_id: z.int().nullable(),
});

/** pg-boss returns it, and its types do not say so. */
const commandResponse = z.object({ affected: z.int() });
const hasAffected = (response: unknown): boolean => commandResponse.parse(response).affected === 1;

const countRow = z.object({ instructor_id: z.int(), waiting: z.int(), running: z.int() });

export class PgBossJobAdministration implements JobAdministration {
  readonly #boss: PgBoss;

  constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  async listJobs({ state, accountId, beforeId }: JobFilter, limit: number): Promise<ListedJob[]> {
    const states = state === undefined ? Object.values(STATES).flat() : STATES[state];
    const account = accountId === undefined ? null : String(accountId);
    const { rows } = await this.#boss
      .getDb()
      .executeSql(LIST_JOBS, [states, limit, account, beforeId ?? null]);
    return rows.map((row: unknown) => describeJob(jobRow.parse(row)));
  }

  async findJob(id: string): Promise<StoredJob | undefined> {
    const { rows } = await this.#boss.getDb().executeSql(FIND_JOB, [id]);
    if (rows[0] === undefined) return undefined;
    const row = jobRow.parse(rows[0]);
    return { ...describeJob(row), payload: row.data };
  }

  async retry(transaction: Database, { id, kind }: Pick<AdministeredJob, 'id' | 'kind'>): Promise<boolean> {
    return hasAffected(await this.#boss.retry(kind, id, { db: fromKysely(transaction) }));
  }

  async cancel(transaction: Database, { id, kind }: Pick<AdministeredJob, 'id' | 'kind'>): Promise<boolean> {
    return hasAffected(await this.#boss.cancel(kind, id, { db: fromKysely(transaction) }));
  }

  async countByInstructor(
    instructorIds: readonly number[],
  ): Promise<Map<number, { waiting: number; running: number }>> {
    const { rows } = await this.#boss.getDb().executeSql(COUNT_BY_INSTRUCTOR, [instructorIds.map(String)]);
    return new Map(
      rows.map((row: unknown) => {
        const { instructor_id: id, ...counts } = countRow.parse(row);
        return [id, counts];
      }),
    );
  }
}

const describeJob = (row: z.infer<typeof jobRow>): ListedJob => ({
  id: row.id,
  kind: row.name,
  state: stateOf(row.state),
  instructor_id: row.instructor_id,
  created_at: row.created_on.toISOString(),
  started_at: row.started_on?.toISOString() ?? null,
  ended_at: row.completed_on?.toISOString() ?? null,
  retries: row.retry_count,
  retry_limit: row.retry_limit,
  error: row.message?.split('\n')[0] ?? null,
  error_coded: row.coded,
});

function stateOf(state: string): AdministeredJob['state'] {
  const found = Object.entries(STATES).find(([, states]) => (states as readonly string[]).includes(state));
  if (found === undefined) throw new Error(`pg-boss has a state that Lectern does not know: ${state}`);
  return found[0] as AdministeredJob['state'];
}
