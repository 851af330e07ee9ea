/**
 * Every statement that reads or changes pg-boss's tables. Jobs are otherwise sent, found, ended and counted by its own API, which
 * has nothing for these. Check them when pg-boss is upgraded.
 */

/** A job that was under way in this many workers' deaths may be their cause: then each death counts as a failure. */
const DEATHS_FORGIVEN = 50;

/** pg-boss runs its own jobs for maintenance. */
const OWN_JOBS = `name not like '\\_\\_pgboss%'`;

/**
 * Waiting jobs of account $1 in queues $2: pg-boss counts by queue, not by group. They are few compared with finished ones, and have
 * their own index for each queue.
 */
export const COUNT_WAITING = `select count(*)::int as count from pgboss.queue join pgboss.job on job.name = queue.name
  where queue.name = any($2) and job.state < 'active' and job.group_id = $1`;

/** `findJobs` of pg-boss would also read all jobs that ended in the last week. */
export const LIST_UNFINISHED = `select data from pgboss.job where name = $1 and state <= 'active'`;

/** pg-boss's own counts are up to two seconds old. A retry that is due later keeps no one waiting now. */
export const IS_ANYONE_WAITING = `select exists (
    select from pgboss.job where name = any($1)
      and (state = 'active' or (state < 'active' and start_after <= now()))
  ) as waiting`;

/**
 * The turn of an account's next job, as in start-time fair queueing: one after the account's own last job, but not before
 * the turn that the queue has reached. An account with two hundred waiting jobs and one with a single job thus alternate.
 * An account's last job counts even if it has ended, as long as a job that is older than that end still waits or runs:
 * otherwise accounts that enqueue a job after each one that ends would always be first, and a backlog would never move.
 * When nothing waits or runs, turns start at 0.
 *
 * $1 queue, $2 account, $3 highest and $4 lowest priority that belong to the kind's priority.
 */
export const NEXT_TURN = `with unfinished as materialized (
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

/**
 * Puts active jobs back into the queue without counting an attempt, as no call of pg-boss does. The raised limit keeps the attempts
 * that were left, and the attempt's number, which pg-boss raises when the job is taken again, keeps a worker that
 * gave it back from settling what another one has taken since.
 */
export const GIVE_BACK = `update pgboss.job
  set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), heartbeat_on = null
  where id = any($1::uuid[]) and state = 'active' and retry_count < ${DEATHS_FORGIVEN}
  returning id`;

/** Active jobs of queues $1 for which no session holds an advisory lock of space $2. */
export const LIST_UNHELD = `select job.id, job.retry_count from pgboss.job
  where job.state = 'active' and job.name = any($1) and not exists (
    select from pg_locks
    where locktype = 'advisory' and classid = $2 and granted
      and objid::bigint = hashtext(job.id::text)::bigint & 4294967295
      and database = (select oid from pg_database where datname = current_database()))`;

const ERROR_CHARACTERS = 200;
const OWNER = `coalesce(data -> 'enqueued_by' ->> 'instructor_id', data ->> 'instructor_id')`;
const COLUMNS = `id::text, name, state::text, data, created_on, started_on, completed_on, retry_count, retry_limit,
  left(output ->> 'message', ${ERROR_CHARACTERS}) as message, output -> 'coded' as coded,
  ${OWNER}::integer as instructor_id`;

/** At most $2 jobs of all queues in states $1, of account $3, older than job $4. pg-boss lists one queue, without order or limit. */
export const LIST_JOBS = `select ${COLUMNS} from pgboss.job where ${OWN_JOBS} and state::text = any($1)
  and ($3::text is null or ${OWNER} = $3)
  and ($4::uuid is null or (created_on, id) < (select created_on, id from pgboss.job where id = $4))
  order by created_on desc, id desc limit $2`;

/** Job $1 of any queue; pg-boss needs the queue. */
export const FIND_JOB = `select ${COLUMNS} from pgboss.job where ${OWN_JOBS} and id = $1`;

/** Waiting and running jobs of accounts $1. */
export const COUNT_BY_INSTRUCTOR = `select (data -> 'enqueued_by' ->> 'instructor_id')::integer as instructor_id,
    count(*) filter (where state < 'active')::integer as waiting,
    count(*) filter (where state = 'active')::integer as running
  from pgboss.job
  where ${OWN_JOBS} and state <= 'active' and data -> 'enqueued_by' ->> 'instructor_id' = any($1)
  group by 1`;

/** For a backup, in its snapshot: waiting jobs, and running ones, which are idempotent. */
export const COPY_PENDING_JOBS = `copy (
    select id, name, data, priority, start_after, created_on from pgboss.job
    where state in ('created', 'retry', 'active') and ${OWN_JOBS}
    order by created_on, id
  ) to stdout`;

/** For a restore, in its transaction; pg-boss deletes outside of it. */
export const DELETE_JOBS = `delete from pgboss.job where ${OWN_JOBS}`;

/** The schema of the queue's tables while a restore replaces those of a newer version. */
const SET_ASIDE = 'pgboss_of_newer_version';
export const SET_QUEUE_ASIDE = `drop schema if exists ${SET_ASIDE} cascade; alter schema pgboss rename to ${SET_ASIDE}`;
export const PUT_QUEUE_BACK = `drop schema if exists pgboss cascade; alter schema ${SET_ASIDE} rename to pgboss`;
export const FORGET_QUEUE_ASIDE = `drop schema if exists ${SET_ASIDE} cascade`;
