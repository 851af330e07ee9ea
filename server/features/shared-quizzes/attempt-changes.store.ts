import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import type { AttemptLayout } from '#server/database/student-tables.ts';

/** After a change of settings. Previews have no deadline. */
export async function recomputeDeadlines(
  database: Database,
  sharedQuizId: number,
  timeLimitMinutes: number | null,
): Promise<void> {
  await sql`
    update attempts set updated_at = clock_timestamp(),
      deadline_at = least(started_at + ${timeLimitMinutes}::int * interval '1 minute', shared_quizzes.closes_at)
        + (extra_seconds + outage_seconds) * interval '1 second'
    from shared_quizzes
    where attempts.shared_quiz_id = shared_quizzes.id and shared_quizzes.id = ${sharedQuizId}
      and submitted_at is null and not is_preview`.execute(database);
}

/**
 * Gives time: to an attempt that is still running, from its deadline; to one that is over, from now, and its student can
 * continue. All open ones where no attempt is named.
 */
export async function extendAttempts(
  database: Database,
  of: { sharedQuizId: number; attemptId?: number },
  minutes: number,
): Promise<void> {
  const which = of.attemptId === undefined ? sql`submitted_at is null` : sql`id = ${of.attemptId}`;
  const added = sql`greatest(deadline_at, clock_timestamp()) + ${minutes}::int * interval '1 minute'`;
  await sql`
    update attempts set updated_at = clock_timestamp(), submitted_at = null, submitted_by = null,
      extra_seconds = extra_seconds + coalesce(extract(epoch from (${added}) - deadline_at)::int, 0),
      deadline_at = case when deadline_at is null then null else ${added} end
    where shared_quiz_id = ${of.sharedQuizId} and ${which}`.execute(database);
}

export async function deleteAttempt(database: Database, id: number): Promise<void> {
  await database.deleteFrom('attempts').where('id', '=', id).execute();
}

export async function moveAttempt(
  database: Database,
  id: number,
  versionId: number,
  layout: readonly AttemptLayout[],
  lostKeys: readonly number[],
): Promise<void> {
  await database
    .updateTable('attempts')
    .set({ version_id: versionId, layout: JSON.stringify(layout), updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  if (lostKeys.length === 0) return;
  await database
    .deleteFrom('attempt_answers')
    .where('attempt_id', '=', id)
    .where('question_key', 'in', lostKeys)
    .execute();
}

/** False when the student has submitted it before. What Lectern submitted for the student keeps its time. */
export async function submitAttemptRow(database: Database, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update attempts set submitted_at = coalesce(submitted_at, clock_timestamp()), submitted_by = 'student',
      updated_at = clock_timestamp()
    where id = ${id} and submitted_by is distinct from 'student'`.execute(database);
  return numAffectedRows === 1n;
}

/** Submits attempts whose deadline has passed some minutes ago. Returns how many. */
export async function submitOverdueAttempts(database: Database, minutesAfter: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update attempts set submitted_at = deadline_at, submitted_by = 'time', updated_at = clock_timestamp()
    where submitted_at is null and deadline_at < clock_timestamp() - ${minutesAfter}::int * interval '1 minute'`.execute(
    database,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Keeps the token of an attempt valid after the root secret changed. */
export async function updateTokenHash(database: Database, id: number, tokenHash: Buffer): Promise<void> {
  await database.updateTable('attempts').set({ token_hash: tokenHash }).where('id', '=', id).execute();
}

/**
 * Records that Lectern can save answers. After a gap, every attempt that was running when it began gets that much more time.
 * @returns the seconds that were added, 0 mostly.
 */
export async function recordHeartbeat(transaction: Database, gapSeconds: number): Promise<number> {
  const { rows } = await sql<{ gap: number; beat_at: Date }>`
    select extract(epoch from clock_timestamp() - beat_at)::float8 as gap, beat_at
    from service_heartbeat where id = 1 for update`.execute(transaction);
  await sql`
    insert into service_heartbeat (id, beat_at) values (1, clock_timestamp())
    on conflict (id) do update set beat_at = excluded.beat_at`.execute(transaction);
  const [last] = rows;
  if (last === undefined || last.gap < gapSeconds) return 0;
  const seconds = Math.ceil(last.gap);
  await sql`
    update attempts set outage_seconds = outage_seconds + ${seconds}::int, updated_at = clock_timestamp(),
      deadline_at = deadline_at + ${seconds}::int * interval '1 second'
    where submitted_at is null and started_at <= ${last.beat_at} and deadline_at > ${last.beat_at}`.execute(
    transaction,
  );
  return seconds;
}
