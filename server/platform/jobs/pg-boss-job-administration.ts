import { fromKysely, type PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { AdministeredJob } from '#contract/administration.ts';
import { codedMessage } from '#contract/messages/sent-message.ts';
import type { Database } from '../database/database.ts';
import type { JobAdministration, JobFilter, ListedJob, StoredJob } from './job-administration.ts';

const ERROR_CHARACTERS = 200;

const STATES = {
  waiting: ['created', 'retry'],
  running: ['active'],
  failed: ['failed'],
  cancelled: ['cancelled'],
  completed: ['completed'],
} as const satisfies Record<AdministeredJob['state'], readonly string[]>;

const OWNER = `coalesce(data -> 'enqueued_by' ->> 'instructor_id', data ->> 'instructor_id')`;
const COLUMNS = `id::text, name, state::text, data, created_on, started_on, completed_on, retry_count, retry_limit,
  left(output ->> 'message', ${ERROR_CHARACTERS}) as message, output -> 'coded' as coded,
  ${OWNER}::integer as instructor_id`;
/** pg-boss runs its own jobs for maintenance. */
const OWN_JOBS = `name not like '\\_\\_pgboss%'`;

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
    const { rows } = await this.#boss.getDb().executeSql(
      `select ${COLUMNS} from pgboss.job where ${OWN_JOBS} and state::text = any($1)
         and ($3::text is null or ${OWNER} = $3)
         and ($4::uuid is null or (created_on, id) < (select created_on, id from pgboss.job where id = $4))
         order by created_on desc, id desc limit $2`,
      [states, limit, accountId === undefined ? null : String(accountId), beforeId ?? null],
    );
    return rows.map((row: unknown) => describeJob(jobRow.parse(row)));
  }

  async findJob(id: string): Promise<StoredJob | undefined> {
    const { rows } = await this.#boss
      .getDb()
      .executeSql(`select ${COLUMNS} from pgboss.job where ${OWN_JOBS} and id = $1`, [id]);
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
    const { rows } = await this.#boss.getDb().executeSql(
      `select (data -> 'enqueued_by' ->> 'instructor_id')::integer as instructor_id,
         count(*) filter (where state < 'active')::integer as waiting,
         count(*) filter (where state = 'active')::integer as running
       from pgboss.job
       where ${OWN_JOBS} and state <= 'active' and data -> 'enqueued_by' ->> 'instructor_id' = any($1)
       group by 1`,
      [instructorIds.map(String)],
    );
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
