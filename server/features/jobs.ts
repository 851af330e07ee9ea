import { sendRegistrationMail, sendResetMail } from './accounts/account.jobs.ts';
import { fetchModelsJob } from './administration/administration.jobs.ts';
import { endLessonWork, runLessonWork } from './activity/lesson-work.ts';
import { addDemoLessonsJob } from './courses/demo/demo.jobs.ts';
import { embedPassages } from './lessons/embedding.jobs.ts';
import { tryLocalModelJob } from './language-model/language-model.jobs.ts';
import { ingestFile, readLesson } from './lessons/lesson.jobs.ts';
import { tidyUp } from './maintenance/maintenance.jobs.ts';
import { prepareQuestionsJob } from './quizzes/bank/bank.jobs.ts';
import { generateQuestionsJob, regenerateQuestionJob } from './quizzes/quiz.jobs.ts';
import { summarizeLesson } from './summaries/summary.jobs.ts';
import { followCorrectionsJob } from './transcripts/editing/correction.jobs.ts';
import { readTranscript, transcribeVideo } from './transcripts/transcript.jobs.ts';
import { deleteFiles } from './uploads/upload.jobs.ts';
import { anyJob, type FollowWork, type JobDefinition } from '#server/platform/jobs/job-definition.ts';

/** Every kind of background work. */
export const allJobs: readonly JobDefinition[] = [
  anyJob(transcribeVideo),
  anyJob(readTranscript),
  anyJob(followCorrectionsJob),
  anyJob(ingestFile),
  anyJob(readLesson),
  anyJob(embedPassages),
  anyJob(summarizeLesson),
  anyJob(generateQuestionsJob),
  anyJob(regenerateQuestionJob),
  anyJob(prepareQuestionsJob),
  anyJob(deleteFiles),
  anyJob(sendRegistrationMail),
  anyJob(sendResetMail),
  anyJob(tidyUp),
  anyJob(fetchModelsJob),
  anyJob(tryLocalModelJob),
  anyJob(addDemoLessonsJob),
];

/** What a worker runs: every kind of job, each listed with the activity of its lesson. */
export const workerJobs: { definitions: readonly JobDefinition[]; followWork: FollowWork } = {
  definitions: allJobs,
  followWork: { began: runLessonWork, ended: endLessonWork },
};
