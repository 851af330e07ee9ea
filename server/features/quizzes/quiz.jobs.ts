import { z } from 'zod';
import { regenerateQuestionRequest } from '#contract/question-editing.ts';
import { generateQuestionsRequest, generateQuestionsRequestOnTheWire } from '#contract/quizzes.ts';
import type { JobDefinition } from '#server/platform/jobs/job-definition.ts';
import { LONGEST_WRITING_SECONDS } from './bank/bank.jobs.ts';

const generatePayload = z.object({ instructor_id: z.int(), request: generateQuestionsRequestOnTheWire });

export const generateQuestionsJob: JobDefinition<z.infer<typeof generatePayload>> = {
  name: 'generate-questions',
  payload: generatePayload,
  retryLimit: 2,
  expireInSeconds: LONGEST_WRITING_SECONDS,
  // One that writes for minutes should not hold up the next.
  concurrency: 2,
  answersRequest: true,
  isLimited: true,
  load: async () => {
    const { writeQuestions } = await import('./write-questions.ts');
    return (dependencies, payload, context) =>
      writeQuestions(dependencies, generateQuestionsRequest.parse(payload.request), context);
  },
};

const regeneratePayload = z.object({
  instructor_id: z.int(),
  question_set_id: z.int(),
  request: regenerateQuestionRequest,
});

export const regenerateQuestionJob: JobDefinition<z.infer<typeof regeneratePayload>> = {
  name: 'regenerate-question',
  payload: regeneratePayload,
  retryLimit: 2,
  expireInSeconds: LONGEST_WRITING_SECONDS,
  concurrency: 2,
  answersRequest: true,
  // The payload and the answer contain questions, which must not outlive their lesson for long.
  isForgottenWhenDone: true,
  isLimited: true,
  load: async () => {
    const { writeAnotherQuestion } = await import('./editing/write-another-question.ts');
    return (dependencies, payload, context) =>
      writeAnotherQuestion(dependencies, payload.question_set_id, payload.request, context);
  },
};
