import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { courseList } from '#contract/courses.ts';
import { health, type Health } from '#contract/health.ts';
import { JobClaims } from '#server/jobs/job-claims.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import { WayToDatabase } from '#server/testing/way-to-database.ts';
import { version } from '#server/version.ts';

const read = async (application: TestApplication, status = 200): Promise<Health> =>
  (await application.call('GET', '/api/health/')).read(status, health);

test('all is well', async () => {
  const application = await startTestApplication();
  expect(await read(application)).toMatchObject({
    status: 'ready',
    version,
    database: { status: 'ready' },
    job_queue: { status: 'ready', waiting: 0, running: 0, dead: 0 },
    file_store: { status: 'ready' },
  });
  const { models } = await read(application);
  expect(Object.keys(models).length).toBeGreaterThan(2);
  await application.close();
});

test('the database is gone: 503, and nothing of the inside is told; it comes back by itself', async () => {
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
    database: { status: 'unavailable', reason: 'The database cannot be reached.' },
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

test('models that are not there yet are named, with what to do; Lectern serves on', async () => {
  const application = await startTestApplication({ variables: { MODELS_DIR: '/nonexistent' } });
  const state = await read(application);
  expect(state.status).toBe('degraded');
  for (const model of Object.values(state.models)) {
    expect(model).toEqual({
      status: 'unavailable',
      reason: expect.stringContaining('npm run models') as string,
      reason_coded: { code: 'model_missing', params: expect.any(Object) as object },
    });
  }
  await application.close();
});

test('names the weakest confinement of the workers that run', async () => {
  const application = await startTestApplication();
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
  await expect.poll(async () => (await read(application)).confinement).toBe('bubblewrap');
  await strong.close();
  await application.close();
});

test('a download shows its percentage', async () => {
  const application = await startTestApplication({
    overrides: () => ({
      readModelStates: () =>
        Promise.resolve({ 'speech-to-text': { status: 'downloading', percent: 40 } as const }),
    }),
  });
  expect(await read(application)).toMatchObject({
    status: 'degraded',
    models: { 'speech-to-text': { status: 'downloading', percent: 40 } },
  });
  await application.close();
});

test('reports a local language model whose file is missing, without the directory', async () => {
  const application = await startTestApplication({
    variables: { LANGUAGE_MODEL_PROVIDER: 'local', LANGUAGE_MODEL: '/secret-place/mine.gguf' },
  });
  const { models } = await read(application);
  expect(models['language-model']).toEqual({
    status: 'unavailable',
    reason:
      'The language model file mine.gguf does not exist or cannot be read. Check LANGUAGE_MODEL, then restart Lectern.',
    reason_coded: { code: 'gguf_unreadable', params: { name: 'mine.gguf' } },
  });
  await application.close();
});

test('a file store that cannot be written to is told', async () => {
  const application = await startTestApplication({
    overrides: ({ files }) => ({
      files: Object.assign(Object.create(files) as typeof files, {
        check: () => Promise.reject(new Error('EROFS: read-only file system')),
      }),
    }),
  });
  expect(await read(application)).toMatchObject({
    status: 'degraded',
    file_store: {
      status: 'unavailable',
      reason: 'The file store cannot be reached.',
      reason_coded: { code: 'health_file_store', params: {} },
    },
  });
  await rm(application.dataDirectory, { recursive: true, force: true });
  await application.close();
});

test('however often somebody asks, the file store is asked once in a while', async () => {
  let asked = 0;
  const application = await startTestApplication({
    overrides: ({ files }) => ({
      files: Object.assign(Object.create(files) as typeof files, {
        check: () => {
          asked += 1;
          return Promise.resolve();
        },
      }),
    }),
  });
  for (let count = 0; count < 5; count += 1) await read(application);
  expect(asked).toBe(1);
  await application.close();
});
