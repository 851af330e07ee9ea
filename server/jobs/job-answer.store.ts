import type { Selectable } from 'kysely';
import type { Message } from '#contract/messages/message.ts';
import type { ProblemCode } from '#contract/problem-codes.ts';
import type { Database } from '../database/database.ts';
import type { JobAnswerTable } from '../database/schema.ts';
import { storeMessage } from '../database/store-message.ts';
import { announce } from '../events/event-bus.ts';

export type JobAnswerRow = Selectable<JobAnswerTable>;

/** Stores the answer of a job and notifies the waiting request. The first answer stays. */
export async function insertJobAnswer(
  database: Database,
  answer: { jobId: string; instructorId: number; answer: unknown } & (
    { problem: { code: ProblemCode; detail: string; coded: Message | null } } | { problem?: undefined }
  ),
): Promise<void> {
  await database
    .insertInto('job_answers')
    .values({
      job_id: answer.jobId,
      instructor_id: answer.instructorId,
      answer: JSON.stringify(answer.answer ?? null),
      problem_code: answer.problem?.code ?? null,
      problem_detail: answer.problem?.detail ?? null,
      problem_coded: storeMessage(answer.problem?.coded ?? null),
    })
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .execute();
  await announce(database, { kind: 'job_answered', jobId: answer.jobId });
}

export const findJobAnswer = (database: Database, jobId: string): Promise<JobAnswerRow | undefined> =>
  database.selectFrom('job_answers').selectAll().where('job_id', '=', jobId).executeTakeFirst();

export async function deleteJobAnswer(database: Database, jobId: string): Promise<void> {
  await database.deleteFrom('job_answers').where('job_id', '=', jobId).execute();
}

/** Deletes answers that no one waits for any more. Returns how many. */
export async function deleteJobAnswersBefore(database: Database, before: Date): Promise<number> {
  const result = await database.deleteFrom('job_answers').where('created_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
