import { z } from 'zod';
import { generateQuestionsRequest } from '../../../contract/quizzes.ts';
import type { JobDefinition } from '../../jobs/job-definition.ts';

const generatePayload = z.object({ instructor_id: z.int(), request: generateQuestionsRequest });

export const generateQuestionsJob: JobDefinition<z.infer<typeof generatePayload>> = {
  name: 'generate-questions',
  payload: generatePayload,
  retryLimit: 2,
  expireInSeconds: 300,
  concurrency: 1,
  answersRequest: true,
  load: async () => {
    const { writeQuestions } = await import('./write-questions.ts');
    return (dependencies, payload, context) => writeQuestions(dependencies, payload.request, context);
  },
};
