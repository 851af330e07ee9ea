import { sql, type Selectable } from 'kysely';
import type { Database } from '#server/database/database.ts';
import type { LtiTables } from '#server/database/lti-tables.ts';

/** False when a message with this nonce was accepted before. */
export async function insertUsedNonce(
  database: Database,
  nonceHash: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const result = await database
    .insertInto('lti_used_nonces')
    .values({ nonce_hash: nonceHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function insertLaunch(
  database: Database,
  row: Pick<
    Selectable<LtiTables['lti_launches']>,
    'token_hash' | 'platform_id' | 'content_encrypted' | 'expires_at'
  >,
): Promise<void> {
  await database.insertInto('lti_launches').values(row).execute();
}

export const findLaunch = (
  database: Database,
  tokenHash: Buffer,
): Promise<Selectable<LtiTables['lti_launches']> | undefined> =>
  database
    .selectFrom('lti_launches')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();

/** False when the launch has opened a session before. */
export async function markSessionOpened(database: Database, tokenHash: Buffer): Promise<boolean> {
  const result = await database
    .updateTable('lti_launches')
    .set({ session_opened_at: new Date() })
    .where('token_hash', '=', tokenHash)
    .where('session_opened_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function permitQuiz(
  database: Database,
  row: { platform_id: number; shared_quiz_id: number },
): Promise<void> {
  await database
    .insertInto('lti_quiz_permits')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function isQuizPermitted(
  database: Database,
  of: { platformId: number; sharedQuizId: number },
): Promise<boolean> {
  const row = await database
    .selectFrom('lti_quiz_permits')
    .select('shared_quiz_id')
    .where('platform_id', '=', of.platformId)
    .where('shared_quiz_id', '=', of.sharedQuizId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the id of the student, who may be known. */
export async function upsertStudent(
  database: Database,
  row: { platform_id: number; student_key: Buffer; subject_encrypted: Buffer },
): Promise<number> {
  const { id } = await database
    .insertInto('lti_students')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['platform_id', 'student_key'])
        .doUpdateSet({ subject_encrypted: row.subject_encrypted }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const findStudentId = async (
  database: Database,
  of: { platformId: number; studentKey: Buffer },
): Promise<number | undefined> => {
  const row = await database
    .selectFrom('lti_students')
    .select('id')
    .where('platform_id', '=', of.platformId)
    .where('student_key', '=', of.studentKey)
    .executeTakeFirst();
  return row?.id;
};

/** Where the grade of a student goes from now on; one that went elsewhere is forgotten. */
export async function upsertLineItem(
  database: Database,
  row: Pick<Selectable<LtiTables['lti_line_items']>, 'shared_quiz_id' | 'student_id' | 'url'>,
): Promise<void> {
  await database
    .insertInto('lti_line_items')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['shared_quiz_id', 'student_id'])
        .doUpdateSet({ url: row.url, sent_points: null, sent_at: null, error: null })
        .where('lti_line_items.url', '<>', row.url),
    )
    .execute();
}

export const findLineItem = (
  database: Database,
  of: { sharedQuizId: number; studentId: number },
): Promise<
  (Selectable<LtiTables['lti_line_items']> & { platform_id: number; subject_encrypted: Buffer }) | undefined
> =>
  database
    .selectFrom('lti_line_items')
    .innerJoin('lti_students', 'lti_students.id', 'lti_line_items.student_id')
    .selectAll('lti_line_items')
    .select(['lti_students.platform_id', 'lti_students.subject_encrypted'])
    .where('shared_quiz_id', '=', of.sharedQuizId)
    .where('student_id', '=', of.studentId)
    .executeTakeFirst();

export async function updateLineItem(
  database: Database,
  of: { sharedQuizId: number; studentId: number },
  change: Partial<Pick<Selectable<LtiTables['lti_line_items']>, 'sent_points' | 'sent_at' | 'error'>>,
): Promise<void> {
  await database
    .updateTable('lti_line_items')
    .set(change)
    .where('shared_quiz_id', '=', of.sharedQuizId)
    .where('student_id', '=', of.studentId)
    .execute();
}

export async function deleteAllLaunches(database: Database): Promise<void> {
  await database.deleteFrom('lti_launches').execute();
}

/** Deletes launches and nonces whose time is over, and students without attempts. Returns how many students. */
export async function deleteIdleRows(database: Database, now: Date): Promise<number> {
  await database.deleteFrom('lti_launches').where('expires_at', '<', now).execute();
  await database.deleteFrom('lti_used_nonces').where('expires_at', '<', now).execute();
  const { numAffectedRows } = await sql`
    delete from lti_students
    where created_at < ${new Date(now.getTime() - 24 * 3600 * 1000)}
      and not exists (select from attempts where attempts.lti_student_id = lti_students.id)`.execute(
    database,
  );
  return Number(numAffectedRows ?? 0);
}
