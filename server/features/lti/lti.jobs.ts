import { z } from 'zod';
import type { JobDefinition } from '#server/jobs/job-definition.ts';

const sendScorePayload = z.object({ shared_quiz_id: z.int(), lti_student_id: z.int() });

/** Sends the grade of a student to the learning platform. It is read when the job runs, so the newest one is sent. */
export const sendScoreJob: JobDefinition<z.infer<typeof sendScorePayload>> = {
  name: 'send-score',
  payload: sendScorePayload,
  // At most five minutes apart, so for about a day: a platform may be down for a night.
  retryLimit: 300,
  expireInSeconds: 120,
  concurrency: 4,
  answersRequest: false,
  load: async () => {
    const { sendScore } = await import('./send-score.ts');
    return (dependencies, payload, context) =>
      sendScore(
        dependencies,
        { sharedQuizId: payload.shared_quiz_id, studentId: payload.lti_student_id },
        context,
      );
  },
};
