import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { courseList } from '#contract/courses.ts';
import { health, type ComponentHealth, type Health } from '#contract/health.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { JobClaims } from '#server/platform/jobs/job-claims.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { eventually, startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import { WayToDatabase } from '#server/testing/way-to-database.ts';
import { version } from '#server/version.ts';
import { createReadinessCheck } from './check-readiness.ts';

const read = async (application: TestApplication, status = 200): Promise<Health> =>
  (await application.call('GET', '/api/health/')).read(status, health);

describe('a Lectern', () => {
  let application: TestApplication;
  let modelStates: Record<string, ComponentHealth>;
  beforeAll(async () => {
    application = await startTestApplication({
      overrides: () => ({ readModelStates: () => Promise.resolve(modelStates) }),
    });
  });
  afterAll(() => application.close());
  beforeEach(() => {
    modelStates = { 'speech-to-text': { status: 'ready' } };
  });

  test('that has all it needs is ready', async () => {
    expect(await read(application)).toMatchObject({
      status: 'ready',
      version,
      database: { status: 'ready' },
      job_queue: { status: 'ready', waiting: 0, running: 0, dead: 0 },
      file_store: { status: 'ready' },
      models: modelStates,
    });
  });

  test('reports the percentage of a download', async () => {
    modelStates = { 'speech-to-text': { status: 'downloading', percent: 40 } };
    expect(await read(application)).toMatchObject({ status: 'degraded', models: modelStates });
  });

  test('is not ready when the job queue has not answered for three seconds', async () => {
    const clock = new ManualClock();
    const asked = Promise.withResolvers<undefined>();
    const jobs = Object.assign(Object.create(application.dependencies.jobs) as Dependencies['jobs'], {
      countJobs: () => {
        asked.resolve(undefined);
        return new Promise(() => undefined);
      },
    });
    const check = createReadinessCheck({ ...application.dependencies, jobs, clock }, () => false);
    const refused = expect(check()).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
    await asked.promise;
    await clock.advance(3_000);
    await refused;
  });

  test('names the weakest confinement of the workers that run', async () => {
    expect((await read(application)).confinement).toBeNull();
    const connect = (confinement: 'bubblewrap' | 'permissions'): Promise<JobClaims> =>
      JobClaims.connect(application.databaseUrl, {
        queues: [],
        log: application.dependencies.log,
        clock: application.dependencies.clock,
        confinement,
      });
    const strong = await connect('bubblewrap');
    expect((await read(application)).confinement).toBe('bubblewrap');
    const weak = await connect('permissions');
    expect((await read(application)).confinement).toBe('permissions');
    await weak.close();
    await eventually('the weak worker to leave', async () =>
      (await read(application)).confinement === 'bubblewrap' ? true : undefined,
    );
    await strong.close();
  });
});

test('answers 503 without internal details while the database is gone, and recovers by itself', async () => {
  let way: WayToDatabase | undefined;
  const application = await startTestApplication({
    reroute: async (databaseUrl) => {
      way = await WayToDatabase.open(databaseUrl);
      return way.url;
    },
  });
  const owner = await application.register();
  await way?.close();
  const answer = await application.call('GET', '/api/health/');
  expect(answer.read(503, health)).toMatchObject({
    status: 'unavailable',
    database: {
      status: 'unavailable',
      reason: 'The database cannot be reached. Check that PostgreSQL is running, and DATABASE_URL.',
    },
    job_queue: { status: 'unavailable' },
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const refused = await owner.get('/api/courses/');
  expect(refused.readProblem(503)).toMatchObject({
    code: 'service_unavailable',
    detail: 'The database cannot be reached. Try again in a moment.',
  });
  expect(refused.headers.get('retry-after')).toBe('5');
  await way?.listen();
  (await owner.get('/api/courses/')).read(200, courseList);
  expect((await read(application)).database.status).toBe('ready');
  expect(application.takeErrors().join('\n')).toContain('ECONNREFUSED');
  await application.close();
  await way?.close();
});

test('models that are missing are named, with what to do and without a directory; Lectern serves on', async () => {
  const application = await startTestApplication({
    variables: {
      MODELS_DIR: '/nonexistent',
      LANGUAGE_MODEL_PROVIDER: 'local',
      LANGUAGE_MODEL: '/secret-place/mine.gguf',
    },
  });
  const state = await read(application);
  expect(state.status).toBe('degraded');
  const { 'language-model': languageModel, ...others } = state.models;
  for (const model of Object.values(others)) {
    expect(model).toEqual({
      status: 'unavailable',
      reason: expect.stringContaining('npm run models') as string,
      reason_coded: { code: 'model_missing', params: expect.any(Object) as object },
    });
  }
  expect(Object.keys(others).length).toBeGreaterThan(2);
  expect(languageModel).toEqual({
    status: 'unavailable',
    reason:
      'The language model file mine.gguf does not exist or cannot be read. Choose another file under Administration → Language model, or in LANGUAGE_MODEL.',
    reason_coded: { code: 'gguf_unreadable', params: { name: 'mine.gguf' } },
  });
  await application.close();
});

test('a file store that cannot be written to is reported, and asked once in a while', async () => {
  let asked = 0;
  const application = await startTestApplication({
    overrides: ({ files }) => ({
      files: Object.assign(Object.create(files) as typeof files, {
        check: () => {
          asked += 1;
          return Promise.reject(new Error('EROFS: read-only file system'));
        },
      }),
    }),
  });
  for (let count = 0; count < 5; count += 1) {
    expect(await read(application)).toMatchObject({
      status: 'degraded',
      file_store: {
        status: 'unavailable',
        reason: 'The file store cannot be reached. Check its address and its keys.',
        reason_coded: { code: 'health_file_store', params: {} },
      },
    });
  }
  expect(asked).toBe(1);
  await application.close();
});
