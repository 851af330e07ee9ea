import { sql, type Insertable } from 'kysely';
import type { Database } from '#server/database/database.ts';
import type { ClassListMemberTable } from '#server/database/student-tables.ts';

export async function insertClassList(
  transaction: Database,
  list: { instructor_id: number; name: string },
  members: readonly Omit<Insertable<ClassListMemberTable>, 'class_list_id'>[],
): Promise<{ id: number; created_at: Date }> {
  const row = await transaction
    .insertInto('class_lists')
    .values(list)
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('class_list_members')
    .values(members.map((member) => ({ ...member, class_list_id: row.id })))
    .execute();
  return row;
}

/** Newest first. */
export const listClassListsOf = (
  database: Database,
  instructorId: number,
): Promise<{ id: number; name: string; member_count: number; created_at: Date }[]> =>
  database
    .selectFrom('class_lists')
    .select((row) => [
      'id',
      'name',
      'created_at',
      row
        .selectFrom('class_list_members')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('class_list_id', '=', 'class_lists.id')
        .$asScalar()
        .$notNull()
        .as('member_count'),
    ])
    .where('instructor_id', '=', instructorId)
    .orderBy('id', 'desc')
    .execute();

/** Of the instructor's list, by name; locked until the transaction ends. */
export const lockMembers = (
  transaction: Database,
  of: { instructorId: number; id: number },
): Promise<
  { id: number; name: string; student_number: string; list_name: string; list_created_at: Date }[]
> =>
  transaction
    .selectFrom('class_list_members')
    .innerJoin('class_lists', 'class_lists.id', 'class_list_members.class_list_id')
    .select([
      'class_list_members.id',
      'class_list_members.name',
      'class_list_members.student_number',
      'class_lists.name as list_name',
      'class_lists.created_at as list_created_at',
    ])
    .where('class_lists.id', '=', of.id)
    .where('class_lists.instructor_id', '=', of.instructorId)
    .orderBy('class_list_members.name')
    .forUpdate()
    .execute();

export async function updateCodes(
  transaction: Database,
  codes: readonly { id: number; codeHash: Buffer }[],
): Promise<void> {
  await sql`
    update class_list_members set code_hash = given.hash
    from unnest(${codes.map(({ id }) => id)}::int[], ${codes.map(({ codeHash }) => codeHash)}::bytea[]) as given (id, hash)
    where class_list_members.id = given.id`.execute(transaction);
}

/** Returns whether the instructor had such a list. */
export async function deleteClassListRow(
  transaction: Database,
  of: { instructorId: number; id: number },
): Promise<boolean> {
  const result = await transaction
    .deleteFrom('class_lists')
    .where('id', '=', of.id)
    .where('instructor_id', '=', of.instructorId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
