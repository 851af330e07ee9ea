import { sendResetMail } from '../features/accounts/account.jobs.ts';
import { fetchModelsJob } from '../features/administration/administration.jobs.ts';
import { embedPassages } from '../features/lessons/embedding.jobs.ts';
import { ingestFile, readLesson } from '../features/lessons/lesson.jobs.ts';
import { tidyUp } from '../features/maintenance/maintenance.jobs.ts';
import { prepareQuestionsJob } from '../features/quizzes/bank/bank.jobs.ts';
import { generateQuestionsJob, regenerateQuestionJob } from '../features/quizzes/quiz.jobs.ts';
import { summarizeLesson } from '../features/summaries/summary.jobs.ts';
import { readTranscript, transcribeVideo } from '../features/transcripts/transcript.jobs.ts';
import { deleteFiles } from '../features/uploads/upload.jobs.ts';
import { anyJob, type JobDefinition } from './job-definition.ts';

/** Every kind of background work. */
export const allJobs: readonly JobDefinition[] = [
  anyJob(transcribeVideo),
  anyJob(readTranscript),
  anyJob(ingestFile),
  anyJob(readLesson),
  anyJob(embedPassages),
  anyJob(summarizeLesson),
  anyJob(generateQuestionsJob),
  anyJob(regenerateQuestionJob),
  anyJob(prepareQuestionsJob),
  anyJob(deleteFiles),
  anyJob(sendResetMail),
  anyJob(tidyUp),
  anyJob(fetchModelsJob),
];
