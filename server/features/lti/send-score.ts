import type { Dependencies } from '#server/dependencies.ts';
import type { JobContext } from '#server/jobs/job-definition.ts';
import { openSealed } from '#server/security/seal.ts';
import { describeFailedCall } from '#server/web-fetch/guarded-fetch.ts';
import { UrlFetchError } from '#server/web-fetch/url-fetch-error.ts';
import { readScoresOfPlatformStudent, type AttemptScore } from '../quiz-results/read-scores.ts';
import { findLineItem, updateLineItem } from './launch.store.ts';
import { PlatformCallError, postScore } from './platform-calls.ts';
import { findPlatform } from './platform.store.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets' | 'config' | 'log'>;

/** The best attempt that was submitted counts; while it waits for points of an essay, what it has so far. */
function findBest(scores: readonly AttemptScore[]): AttemptScore | undefined {
  const submitted = scores.filter(({ isSubmitted }) => isSubmitted);
  const share = ({ points, maximum }: AttemptScore): number => (maximum === 0 ? 0 : points / maximum);
  return submitted.toSorted((one, other) => share(other) - share(one))[0];
}

/**
 * Sends what a student has reached to the platform that sent the student. What the platform refuses for good is kept with the
 * line item, where administrators see that grades are missing.
 * @throws where another attempt may succeed.
 */
export async function sendScore(
  dependencies: Needed,
  of: { sharedQuizId: number; studentId: number },
  { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>,
): Promise<void> {
  const { database, secrets } = dependencies;
  // Before the grade is read: of two jobs, the platform keeps the one that read later.
  const timestamp = new Date().toISOString();
  const lineItem = await findLineItem(database, of);
  const platform = lineItem && (await findPlatform(database, lineItem.platform_id));
  if (lineItem === undefined || platform === undefined) return;
  const best = findBest(
    await readScoresOfPlatformStudent(dependencies, {
      sharedQuizId: of.sharedQuizId,
      ltiStudentId: of.studentId,
    }),
  );
  if (best === undefined) return;
  const userId = openSealed(secrets.ltiKey, lineItem.subject_encrypted);
  if (userId === undefined) {
    const error =
      'The root secret has changed since the platform sent this student, so the grade cannot be sent.';
    await updateLineItem(database, of, { error });
    return;
  }
  try {
    await postScore(dependencies, platform, lineItem.url, {
      userId,
      scoreGiven: best.points,
      scoreMaximum: best.maximum,
      activityProgress: 'Completed',
      gradingProgress: best.isGraded ? 'FullyGraded' : 'PendingManual',
      timestamp,
    });
    await updateLineItem(database, of, { sent_points: best.points, sent_at: new Date(), error: null });
  } catch (error) {
    if (!(error instanceof PlatformCallError) && !(error instanceof UrlFetchError)) throw error;
    const isFinal = error instanceof PlatformCallError ? !error.isTemporary : error.problem === 'not-public';
    if (!isFinal && !isLastAttempt) throw error;
    const reason = error instanceof UrlFetchError ? describeFailedCall(error) : error.message;
    await updateLineItem(database, of, { error: reason });
    dependencies.log.warn({ err: error, platform: platform.id }, 'A grade could not be sent to a platform.');
  }
}
