import { expect, test } from 'vitest';
import type { SpeechToText } from '#server/ai/speech-to-text.ts';
import { FileMissingError, FileStoreFullError, type FileStore } from '../files/file-store.ts';
import { ProblemError } from '../problem-error.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { countAudio } from './count-audio.ts';
import { countStoreErrors } from './count-store-errors.ts';
import type { Metrics } from './metrics.ts';
import { openMetrics } from './open-metrics.ts';
import { createPrometheusMetrics } from './prometheus-metrics.ts';

const clock = new ManualClock();

const read = async (metrics: Metrics): Promise<string[]> => {
  const exposed = await metrics.expose();
  return exposed?.body.split('\n').filter((line) => line.startsWith('lectern_')) ?? [];
};

test('jobs are counted by queue and outcome, with how long they took', async () => {
  const metrics = createPrometheusMetrics(clock);
  metrics.jobEnded({ queue: 'transcribe-video', outcome: 'done', seconds: 45 });
  metrics.jobEnded({ queue: 'transcribe-video', outcome: 'dead', seconds: 1 });
  metrics.questionsMade(10);
  const lines = await read(metrics);
  expect(lines).toContain('lectern_jobs_total{queue="transcribe-video",outcome="done"} 1');
  expect(lines).toContain('lectern_jobs_total{queue="transcribe-video",outcome="dead"} 1');
  expect(lines).toContain('lectern_job_duration_seconds_sum{queue="transcribe-video"} 46');
  expect(lines).toContain('lectern_job_duration_seconds_bucket{le="30",queue="transcribe-video"} 1');
  expect(lines).toContain('lectern_questions_made_total 10');
});

test('reports an unreachable queue as a database that is down, and drops old numbers', async () => {
  const metrics = createPrometheusMetrics(clock);
  let isUp = true;
  metrics.watch({
    readFreeBytes: () => Promise.resolve(5_000),
    readPoolUse: () => ({ total: 5, idle: 2, waiting: 1 }),
    listQueues: () =>
      isUp
        ? Promise.resolve([{ name: 'delete-files', waiting: 3, running: 2, dead: 1 }])
        : Promise.reject(new Error('gone')),
  });
  const up = await read(metrics);
  expect(up).toContain('lectern_queue_jobs{queue="delete-files",state="waiting"} 3');
  expect(up).toContain('lectern_database_connections{state="busy"} 3');
  expect(up).toContain('lectern_database_connections{state="waiting"} 1');
  expect(up).toContain('lectern_database_up 1');
  isUp = false;
  const down = await read(metrics);
  expect(down.filter((line) => line.startsWith('lectern_queue_jobs'))).toEqual([]);
  expect(down).toContain('lectern_database_up 0');
});

test('a queue that does not answer is reported as a database that is down', async () => {
  const metrics = createPrometheusMetrics(clock);
  metrics.watch({
    readFreeBytes: () => Promise.resolve(5_000),
    readPoolUse: () => ({ total: 5, idle: 2, waiting: 1 }),
    listQueues: () => new Promise(() => undefined),
  });
  const reading = read(metrics);
  await clock.untilWaiting();
  // The first wait, for the disk, may still be in the clock.
  await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(2_000);
  expect(await reading).toContain('lectern_database_up 0');
});

test('failures of the store are counted, and what is not a failure of it is not', async () => {
  const metrics = createPrometheusMetrics(clock);
  const failing = (error: Error): FileStore =>
    ({
      name: 'this server',
      write: () => Promise.reject(error),
      withLocalFile: () => Promise.reject(error),
    }) as unknown as FileStore;
  const write = async (error: Error): Promise<void> => {
    const store = countStoreErrors(failing(error), metrics);
    const options = { contentType: 'video/mp4', maximumBytes: 1 };
    await expect(store.write('i1/a.mp4', (async function* () {})(), options)).rejects.toBe(error);
    await expect(store.withLocalFile('i1/a.mp4', () => Promise.resolve())).rejects.toBe(error);
  };
  await write(new FileStoreFullError('No room'));
  await write(new Error('EIO'));
  await write(new FileMissingError('i1/a.mp4'));
  await write(new ProblemError('upload_stopped'));
  expect((await read(metrics)).filter((line) => line.startsWith('lectern_file_store'))).toEqual([
    'lectern_file_store_errors_total{operation="write"} 2',
  ]);
  expect(countStoreErrors(failing(new Error('EIO')), metrics).name).toBe('this server');
});

test('speech is counted when it has been put into words', async () => {
  const metrics = createPrometheusMetrics(clock);
  let isWorking = true;
  const recognizer: SpeechToText = {
    name: 'test',
    concurrency: 2,
    recognize: () => (isWorking ? Promise.resolve([]) : Promise.reject(new Error('no model'))),
    close: () => Promise.resolve(),
  };
  const counted = countAudio(recognizer, metrics);
  const segment = { samples: new Float32Array(40_000), startSecond: 0 };
  await counted.recognize(segment);
  isWorking = false;
  await expect(counted.recognize(segment)).rejects.toThrow('no model');
  expect(await read(metrics)).toContain('lectern_audio_recognized_seconds_total 2.5');
  expect([counted.name, counted.concurrency]).toEqual(['test', 2]);
});

test('a process without a metrics endpoint counts nothing', async () => {
  const on = { token: undefined, workerPort: undefined };
  expect(await (await openMetrics(on, 'worker', clock)).expose()).toBeUndefined();
  expect(await (await openMetrics({ ...on, workerPort: 9100 }, 'worker', clock)).expose()).toBeDefined();
  expect(await (await openMetrics(on, 'api', clock)).expose()).toBeDefined();
});
