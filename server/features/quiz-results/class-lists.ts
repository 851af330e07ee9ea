import type { CreateClassListRequest, CreatedClassList } from '#contract/class-lists.ts';
import type { ClassList } from '#contract/shared-quizzes.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { notFound } from '#server/problem-error.ts';
import { createStudentCode, hashStudentCode } from '#server/security/student-codes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import {
  deleteClassListRow,
  insertClassList,
  listClassListsOf,
  lockMembers,
  updateCodes,
} from './class-list.store.ts';

/** Stores a class and makes a personal code for each student. This answer is the only place where the codes appear. */
export async function createClassList(
  { database, secrets }: Pick<Dependencies, 'database' | 'secrets'>,
  actor: Actor,
  { name, members }: CreateClassListRequest,
): Promise<CreatedClassList> {
  const withCodes = members.map((member) => ({ ...member, code: createStudentCode() }));
  const list = await inTransaction(database, (transaction) =>
    insertClassList(
      transaction,
      { instructor_id: actor.instructorId, name },
      withCodes.map(({ code, ...member }) => ({ ...member, code_hash: hashStudentCode(secrets, code) })),
    ),
  );
  return { id: list.id, name, created_at: list.created_at.toISOString(), members: withCodes };
}

/** The actor's class lists, newest first. */
export async function listClassLists(
  { database }: Pick<Dependencies, 'database'>,
  { instructorId }: Actor,
): Promise<ClassList[]> {
  const rows = await listClassListsOf(database, instructorId);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/**
 * Replaces the codes of all students; attempts that began with the earlier ones continue with the new ones.
 * @throws {ProblemError} not_found.
 */
export async function renewCodes(
  { database, secrets }: Pick<Dependencies, 'database' | 'secrets'>,
  { instructorId, userId }: Actor,
  id: number,
): Promise<CreatedClassList> {
  return inTransaction(database, async (transaction) => {
    const members = await lockMembers(transaction, { instructorId, id });
    const [first] = members;
    if (first === undefined) throw notFound('class_list');
    const renewed = members.map((member) => ({ ...member, code: createStudentCode() }));
    await updateCodes(
      transaction,
      renewed.map((member) => ({ id: member.id, codeHash: hashStudentCode(secrets, member.code) })),
    );
    await recordAudit(transaction, 'class_list_codes_replaced', { by: userId, on: ['class_list', id] });
    return {
      id,
      name: first.list_name,
      created_at: first.list_created_at.toISOString(),
      members: renewed.map(({ name, student_number: number, code }) => ({
        name,
        student_number: number,
        code,
      })),
    };
  });
}

/** Attempts of its students stay, under their names. @throws {ProblemError} not_found. */
export async function deleteClassList(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const isDeleted = await deleteClassListRow(transaction, { instructorId: actor.instructorId, id });
    if (!isDeleted) throw notFound('class_list');
    await recordAudit(transaction, 'class_list_deleted', { by: actor.userId, on: ['class_list', id] });
  });
}
