import type { Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { sendScoreJob } from './lti.jobs.ts';

type Needed = Pick<Dependencies, 'jobs'>;

/** Has the grade of a student sent to the learning platform, once the transaction commits. */
export async function enqueueScore(
  { jobs }: Needed,
  transaction: Database,
  { sharedQuizId, studentId }: { sharedQuizId: number; studentId: number },
): Promise<void> {
  await jobs.enqueue(transaction, sendScoreJob, { shared_quiz_id: sharedQuizId, lti_student_id: studentId });
}

/** The same for an attempt. Most come from no platform. */
export async function enqueueScoreOf(
  dependencies: Needed,
  transaction: Database,
  attempt: { readonly shared_quiz_id: number; readonly lti_student_id: number | null },
): Promise<void> {
  if (attempt.lti_student_id === null) return;
  const of = { sharedQuizId: attempt.shared_quiz_id, studentId: attempt.lti_student_id };
  await enqueueScore(dependencies, transaction, of);
}
