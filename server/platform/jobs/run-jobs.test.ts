import { workerJobs } from '#server/features/jobs.ts';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import { health } from '#contract/health.ts';
import { SpeechToTextUnavailableError } from '#server/ai/speech-to-text.ts';
import { ProblemError } from '../problem-error.ts';
import { eventually } from '#server/testing/test-application.ts';
import { awaitJobAnswer } from './await-job-answer.ts';
import { anyJob, type JobContext, type JobDefinition, type JobHandler } from './job-definition.ts';
import type { JobKind, JobOutput } from './job-queue.ts';
import { createQueues } from './pg-boss-job-queue.ts';
import { runJob, runJobs } from './run-jobs.ts';
import { runInContext } from '../work-context.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ worker: true });
const teacher = await application.register();

const payload = z.object({ instructor_id: z.int(), word: z.string() });
type Payload = z.infer<typeof payload>;
const answer = z.object({ word: z.string() });

function define(
  handler: JobHandler<Payload>,
  change: Partial<JobDefinition<Payload>> = {},
): JobDefinition<Payload> {
  return {
    name: `test-${randomUUID()}`,
    payload,
    retryLimit: 2,
    expireInSeconds: 60,
    concurrency: 1,
    answersRequest: true,
    load: () => Promise.resolve(handler),
    ...change,
  };
}

const contextOf = (change: Partial<JobContext> = {}): JobContext => ({
  jobId: randomUUID(),
  signal: new AbortController().signal,
  isLastAttempt: false,
  ...change,
});
const run = (job: JobDefinition<Payload>, change?: Partial<JobContext>): Promise<JobOutput | undefined> =>
  runJob(
    application.worker.dependencies,
    anyJob(job),
    { instructor_id: teacher.id, word: 'hello' },
    contextOf(change),
    workerJobs.followWork,
  );

describe('one run', () => {
  test('answers with what the handler returns, if a request waits', async () => {
    const handler: JobHandler<Payload> = (_dependencies, { word }) => Promise.resolve({ word });
    expect(await run(define(handler))).toEqual({ answer: { word: 'hello' } });
    expect(await run(define(handler, { answersRequest: false }))).toBeUndefined();
  });

  test('that fails with a ProblemError ends the job without a retry', async () => {
    const coded = message('document_encrypted');
    const refusing = define(() =>
      Promise.reject(new ProblemError({ problem: 'document_encrypted', message: coded })),
    );
    expect(await run(refusing)).toEqual({
      problem: { code: 'document_encrypted', detail: wordMessage(coded), coded },
    });
  });

  test('that fails is thrown for another attempt', async () => {
    const failing = define(() => Promise.reject(new Error('disk on fire')));
    await expect(run(failing)).rejects.toThrow('disk on fire');
    expect(application.takeErrors()).toHaveLength(1);
  });

  test('of a payload that the job does not know never reaches the handler', async () => {
    let called = false;
    const job = anyJob(
      define(() => {
        called = true;
        return Promise.resolve({});
      }),
    );
    const bad = runJob(
      application.worker.dependencies,
      job,
      { instructor_id: teacher.id },
      contextOf(),
      workerJobs.followWork,
    );
    await expect(bad).rejects.toThrow();
    expect(called).toBe(false);
    application.takeErrors();
  });
});

describe('through the queue', () => {
  async function start(job: JobDefinition<Payload>): Promise<void> {
    const { boss, dependencies } = application.worker;
    await createQueues(boss, [job]);
    // No pause between attempts: these tests would wait for it.
    await boss.updateQueue(job.name, { retryDelay: 0, retryBackoff: false });
    await runJobs(boss, dependencies, { ...workerJobs, definitions: [anyJob(job)] });
  }
  const enqueue = (job: JobDefinition<Payload>, word: string, options?: { id?: string }): Promise<string> =>
    application.dependencies.database
      .transaction()
      .execute((transaction) =>
        application.dependencies.jobs.enqueue(transaction, job, { instructor_id: teacher.id, word }, options),
      );
  const wait = (job: JobDefinition<Payload>, id: string) =>
    awaitJobAnswer(application.dependencies, job, id, answer);

  test('a job that fails once is tried again and answers', async () => {
    let attempts = 0;
    const job = define((_dependencies, { word }) => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error('stumbled')) : Promise.resolve({ word });
    });
    await start(job);
    const id = await enqueue(job, 'again');
    expect(await wait(job, id)).toEqual({ word: 'again' });
    expect(attempts).toBe(2);
    expect(application.takeErrors().join()).toContain('stumbled');
  });

  test('a job with a personal payload leaves nothing once it is done', async () => {
    const job = define(() => Promise.resolve(), { answersRequest: false, isForgottenWhenDone: true });
    await start(job);
    const id = await enqueue(job, 'ada@example.org');
    await eventually('the job to be deleted', async () => {
      const state = await application.dependencies.jobs.findState(job.name, id);
      return state === 'unknown' ? state : undefined;
    });
  });

  test('a personal job keeps its answer for the request that waits', async () => {
    const job = define((_dependencies, { word }) => Promise.resolve({ word }), { isForgottenWhenDone: true });
    await start(job);
    expect(await wait(job, await enqueue(job, 'hello'))).toEqual({ word: 'hello' });
  });

  test('a job with a personal payload that failed is gone after little more than an hour', async () => {
    const { database, jobs } = application.dependencies;
    const before = await jobs.countJobs();
    const personal = { isForgottenWhenDone: true, retryLimit: 0 };
    const job = define(() => Promise.reject(new Error('hopeless')), personal);
    await start(job);
    const id = await enqueue(job, 'ada@example.org');
    await expect(wait(job, id)).rejects.toMatchObject({ code: 'job_failed' });
    await eventually('the job to fail', async () =>
      (await jobs.findState(job.name, id)) === 'failed' ? true : undefined,
    );
    application.takeErrors();
    await sql`update pgboss.job set completed_on = now() - interval '61 minutes' where id = ${id}`.execute(
      database,
    );
    await sql`update pgboss.queue set maintain_on = now() - interval '16 minutes'`.execute(database);
    await eventually('the failed job to be deleted', async () =>
      (await jobs.findState(job.name, id)) === 'unknown' ? true : undefined,
    );
    // The counts are kept for a moment; the next test begins with them.
    await eventually('the counts to be read again', async () =>
      (await jobs.countJobs()).dead === before.dead ? true : undefined,
    );
  });

  test('a job that fails its last attempt reports it, and counts as dead', async () => {
    const before = await application.dependencies.jobs.countJobs();
    const job = define(() => Promise.reject(new Error('hopeless')), { retryLimit: 1 });
    await start(job);
    const id = await enqueue(job, 'never');
    await expect(wait(job, id)).rejects.toMatchObject({ code: 'job_failed' });
    await eventually('the job to fail', async () => {
      const state = await application.dependencies.jobs.findState(job.name, id);
      return state === 'failed' ? state : undefined;
    });
    await eventually('the health to count the dead job', async () => {
      const { job_queue: queue } = (await application.call('GET', '/api/health/')).read(200, health);
      return queue.dead === before.dead + 1 ? queue : undefined;
    });
    expect(application.takeErrors()).toHaveLength(2);
  });

  test('administrators see the code of what went wrong', async () => {
    const reason = message('speech_model_missing');
    const job = define(() => Promise.reject(new SpeechToTextUnavailableError(reason)), { retryLimit: 0 });
    await start(job);
    const id = await enqueue(job, 'never');
    const failed = await eventually('the job to fail', async () => {
      const found = await application.dependencies.jobAdministration.findJob(id);
      return found?.state === 'failed' ? found : undefined;
    });
    expect(failed).toMatchObject({ error: wordMessage(reason), error_coded: reason });
    application.takeErrors();
  });

  test('a job exists exactly when its transaction commits', async () => {
    const { database, jobs } = application.dependencies;
    const job = define((_dependencies, { word }) => Promise.resolve({ word }));
    await start(job);
    let id = '';
    const rolledBack = database.transaction().execute(async (transaction) => {
      id = await jobs.enqueue(transaction, job, { instructor_id: teacher.id, word: 'lost' });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await jobs.findState(job.name, id)).toBe('unknown');
    await expect(wait(job, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('one id is one job', async () => {
    let runs = 0;
    const job = define((_dependencies, { word }) => {
      runs += 1;
      return Promise.resolve({ word });
    });
    await start(job);
    const id = randomUUID();
    await enqueue(job, 'one', { id });
    await enqueue(job, 'two', { id });
    expect(await wait(job, id)).toEqual({ word: 'one' });
    const after = await enqueue(job, 'three');
    await wait(job, after);
    expect(runs).toBe(2);
  });

  test('a refused job answers with its problem', async () => {
    const coded = message('document_encrypted');
    const job = define(() =>
      Promise.reject(new ProblemError({ problem: 'document_encrypted', message: coded })),
    );
    await start(job);
    const answered = wait(job, await enqueue(job, 'refused'));
    await expect(answered).rejects.toMatchObject({ code: 'document_encrypted', coded });
  });

  test('many requests wait at once, each for its own answer', async () => {
    const job = define((_dependencies, { word }) => Promise.resolve({ word }), { concurrency: 4 });
    await start(job);
    const words = Array.from({ length: 12 }, (_, index) => `word ${index}`);
    const answers = await Promise.all(words.map(async (word) => wait(job, await enqueue(job, word))));
    expect(answers.map(({ word }) => word)).toEqual(words);
  });

  test('says whether a request or a transcription waits, and leaves background work out of what a person waits for', async () => {
    const { jobs, database } = application.dependencies;
    const someone = await application.register();
    expect(await jobs.isAnyoneWaiting()).toBe(false);
    const send = (job: JobKind, origin: number): Promise<string> =>
      runInContext({ requestId: 'r', instructorId: origin }, () =>
        jobs.enqueue(database, job, { instructor_id: origin, word: 'x' }),
      );
    const background = define(() => Promise.resolve({}), { answersRequest: false, priority: -1 });
    await createQueues(application.worker.boss, [background]);
    await send(background, someone.id);
    expect(await jobs.isAnyoneWaiting()).toBe(false);
    expect(await jobs.countWaitingOf(someone.id)).toBe(0);
    for (const name of ['summarize-lesson', 'transcribe-video']) {
      await application.worker.boss.offWork(name);
      const id = await send({ ...define(() => Promise.resolve({})), name }, someone.id);
      expect(await jobs.isAnyoneWaiting()).toBe(true);
      expect(await jobs.countWaitingOf(someone.id)).toBe(1);
      await application.worker.boss.deleteJob(name, id);
      expect(await jobs.isAnyoneWaiting()).toBe(false);
    }
  });
});
