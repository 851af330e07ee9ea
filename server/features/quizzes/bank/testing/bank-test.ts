import { randomUUID } from 'node:crypto';
import { questionBank, type QuestionBank } from '#contract/question-bank.ts';
import type { WireLesson } from '#contract/lessons.ts';
import { splitDocument } from '#server/documents/split-document.ts';
import { extractTextPages } from '#server/documents/text-blocks.ts';
import { TextEmbedderUnavailableError } from '#server/ai/text-embedder.ts';
import type { JobContext } from '#server/platform/jobs/job-definition.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import type { TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { keepText } from '#server/features/lessons/keep-text.ts';
import { readBroughtTranscript } from '#server/features/transcripts/read-brought-transcript.ts';
import { haveTranscriptRead } from '#server/features/transcripts/bring-transcript.ts';
import { fakeLanguageModels, fakeSmallModel } from '#server/testing/fake-models.ts';
import { lockBank } from '../question-bank.store.ts';

/** What a job is given, in an application without a worker; no model runs in these tests. */
export const workerOf = (
  { dependencies }: TestApplication,
  change: Partial<WorkerDependencies> = {},
): WorkerDependencies => {
  const noModel = () => Promise.reject(new TextEmbedderUnavailableError('No model is expected to run.'));
  return {
    ...dependencies,
    ...(dependencies.languageModels.current().writerName === null
      ? {}
      : { languageModels: fakeLanguageModels(fakeSmallModel) }),
    textEmbedder: { name: 'none', dimensions: 1, embed: noModel, close: () => Promise.resolve() },
    answerJudge: { judge: noModel, close: () => Promise.resolve() },
    ...change,
  } as WorkerDependencies;
};

export const jobContext = (change: Partial<JobContext> = {}): JobContext => ({
  jobId: randomUUID(),
  signal: new AbortController().signal,
  isLastAttempt: false,
  ...change,
});

/** A lesson that has this text, read without a worker. */
export async function makeReadLesson(
  application: TestApplication,
  instructor: TestInstructor,
  text: string,
  details: Record<string, unknown> = {},
): Promise<WireLesson> {
  const id = `ds_${randomUUID().replaceAll('-', '').slice(0, 22)}`;
  await keepText(
    application.dependencies,
    { id, instructorId: instructor.id, fileKey: null, pageCount: null, spoken: false },
    splitDocument(extractTextPages(Buffer.from(text))),
  );
  return instructor.makeLesson({ file: 'https://example.org/lesson.mp4', docsource_id: id, ...details });
}

/** Gives a video lesson another text, as a transcript that is brought does. */
export async function replaceText(
  application: TestApplication,
  instructor: TestInstructor,
  lessonId: number,
  text: string,
): Promise<void> {
  const { dependencies } = application;
  const actor = { userId: instructor.id, instructorId: instructor.id };
  await haveTranscriptRead(dependencies, actor, lessonId, text);
  const { id } = await dependencies.database
    .selectFrom('transcriptions')
    .select('id')
    .where('lesson_id', '=', lessonId)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  await readBroughtTranscript(workerOf(application), id, jobContext());
  await forgetJobs(application, instructor);
}

/** Removes the instructor's jobs, since no worker will take them. */
export const forgetJobs = ({ dependencies }: TestApplication, { id }: TestInstructor): Promise<void> =>
  dependencies.jobs.forgetInstructor(dependencies.database, id);

export const readBank = async (instructor: TestInstructor, lessonId: number): Promise<QuestionBank> =>
  (await instructor.get(`/api/lessons/${lessonId}/question-bank/`)).read(200, questionBank.strict());

/** The preparation that counts for the lesson. */
export async function jobOf({ dependencies }: TestApplication, lessonId: number): Promise<string> {
  const bank = await dependencies.database
    .transaction()
    .execute((transaction) => lockBank(transaction, lessonId));
  return bank.job_id ?? '';
}
