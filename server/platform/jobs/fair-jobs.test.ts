import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endStalledTranscriptions } from '#server/features/transcripts/resume-transcription.ts';
import { transcribeVideo } from '#server/features/transcripts/transcript.jobs.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { runInContext } from '../work-context.ts';
import type { JobKind } from './job-queue.ts';
import { createQueues, startPgBoss } from './pg-boss-job-queue.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ limits: { jobsPerInstructor: 3 } });
const boss = await startPgBoss({
  connectionString: application.databaseUrl,
  role: 'sender',
  maximumConnections: 2,
  log: pino({ level: 'silent' }),
});
afterAll(() => boss.stop({ graceful: false }));

describe('accounts take turns', () => {
  let kind: JobKind<{ word: string }>;
  let kinds = 0;
  beforeEach(async () => {
    kinds += 1;
    kind = {
      name: `turns-${kinds}`,
      payload: z.object({ word: z.string() }),
      retryLimit: 0,
      expireInSeconds: 60,
      concurrency: 1,
      answersRequest: false,
    };
    await createQueues(boss, [kind]);
  });
  const enqueue = async (account: number, ...words: string[]): Promise<void> => {
    for (const word of words) {
      await runInContext({ requestId: 'r', instructorId: account }, () =>
        application.dependencies.jobs.enqueue(application.dependencies.database, kind, { word }),
      );
    }
  };
  /** Takes and completes `count` jobs, one after the other, as a worker does. */
  const run = async (count: number): Promise<string[]> => {
    const words: string[] = [];
    for (let taken = 0; taken < count; taken += 1) {
      const [job] = await boss.fetch<{ word: string }>(kind.name);
      if (job === undefined) break;
      words.push(job.data.word);
      await boss.complete(kind.name, job.id);
    }
    return words;
  };
  const letters = (letter: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

  test('one job does not wait for another account’s two hundred', async () => {
    await enqueue(1, ...letters('a', 200));
    expect(await run(2)).toEqual(['a1', 'a2']);
    const [running] = await boss.fetch<{ word: string }>(kind.name);
    await enqueue(2, 'b1');
    expect(running?.data.word).toBe('a3');
    expect(await run(2)).toEqual(['b1', 'a4']);
  });

  test('two accounts with many jobs alternate', async () => {
    await enqueue(1, ...letters('a', 4));
    await enqueue(2, ...letters('b', 4));
    expect(await run(8)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'a4', 'b4']);
  });

  test('three accounts alternate, also one that comes later', async () => {
    await enqueue(1, ...letters('a', 4));
    expect(await run(1)).toEqual(['a1']);
    await enqueue(2, ...letters('b', 2));
    await enqueue(3, ...letters('c', 2));
    expect(await run(7)).toEqual(['a2', 'b1', 'c1', 'a3', 'b2', 'c2', 'a4']);
  });

  test('accounts that enqueue a job after each one that ends do not hold up a backlog', async () => {
    await enqueue(1, ...letters('a', 4));
    const served: string[] = [];
    for (let round = 1; round <= 14; round += 1) {
      const [job] = await boss.fetch<{ word: string }>(kind.name);
      if (job === undefined) break;
      served.push(job.data.word);
      // While one of the two is served, the other enqueues its next: one of them always waits.
      if (job.data.word.startsWith('b')) await enqueue(3, `c${round}`);
      else if (round === 1 || job.data.word.startsWith('c')) await enqueue(2, `b${round}`);
      await boss.complete(kind.name, job.id);
    }
    expect(served.filter((word) => word.startsWith('a'))).toEqual(letters('a', 4));
  });

  test('what has priority still comes first', async () => {
    await enqueue(1, ...letters('a', 3));
    const { jobs, database } = application.dependencies;
    await runInContext({ requestId: 'r', instructorId: 1 }, () =>
      jobs.enqueue(database, kind, { word: 'background' }, { priority: -1 }),
    );
    expect(await run(4)).toEqual([...letters('a', 3), 'background']);
  });

  test('an account does not take more workers than its limit', async () => {
    await enqueue(1, ...letters('a', 4));
    await enqueue(2, 'b1');
    const taken = [];
    for (let worker = 0; worker < 4; worker += 1) {
      taken.push(...(await boss.fetch<{ word: string }>(kind.name, { groupConcurrency: 2 })));
    }
    expect(taken.map(({ data }) => data.word).sort()).toEqual(['a1', 'a2', 'b1']);
  });
});

describe('the limit of waiting jobs', () => {
  let teacher: TestInstructor;
  beforeEach(async () => {
    teacher = await application.register();
  });

  test('holds for lessons that are created with a transcript, and nothing of a refused one is kept', async () => {
    const { id: course } = await teacher.makeCourse();
    const create = () =>
      teacher.post('/api/lessons/', {
        title: 'A lecture',
        type: 'lesson',
        file: 'https://example.org/a.mp4',
        audio_transcript: 'It flows.',
        course,
      });
    for (let count = 0; count < 3; count += 1) expect((await create()).status).toBe(201);
    const refused = await create();
    expect(refused.readProblem(429).detail).toContain('Too many of your jobs are queued');
    expect(refused.headers.get('retry-after')).toBe('60');
    const list = z
      .array(z.unknown())
      .parse(JSON.parse((await teacher.get(`/api/lessons/by_course/?course_id=${course}`)).text));
    expect(list).toHaveLength(3);
  });

  test('a transcription that waits for days is not taken for broken', async () => {
    const created = await teacher.post('/api/transcribe/create', { video_url: 'https://example.org/a.mp4' });
    const { video_id: videoId } = z.object({ video_id: z.string() }).parse(JSON.parse(created.text));
    const inThirtyDays = new Date(Date.now() + 30 * 24 * 3_600_000);
    expect(await endStalledTranscriptions(application.dependencies, inThirtyDays)).toBe(0);
    const [job] = await boss.findJobs(transcribeVideo.name, { data: { video_id: videoId } });
    expect(job?.keepUntil.getTime()).toBeGreaterThan(Date.now() + 365 * 24 * 3_600_000);
    await boss.deleteJob(transcribeVideo.name, job?.id ?? '');
    expect(await endStalledTranscriptions(application.dependencies, inThirtyDays)).toBe(1);
  });
});
