import type { Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { enqueueScoreOf } from '../lti/score.ts';
import { reportEvent } from '../webhooks/report-event.ts';

interface Submission {
  readonly id: number;
  readonly shared_quiz_id: number;
  readonly instructor_id: number;
  readonly lti_student_id: number | null;
  readonly is_preview: boolean;
}

/** Tells a learning platform and webhooks of a submitted attempt, once the transaction commits. */
export async function reportSubmission(
  dependencies: Pick<Dependencies, 'jobs'>,
  transaction: Database,
  attempt: Submission,
  submittedBy: 'student' | 'time',
): Promise<void> {
  if (attempt.is_preview) return;
  await enqueueScoreOf(dependencies, transaction, attempt);
  await reportEvent(dependencies, transaction, attempt.instructor_id, 'attempt.submitted', {
    shared_quiz_id: attempt.shared_quiz_id,
    attempt_id: attempt.id,
    submitted_by: submittedBy,
  });
}
