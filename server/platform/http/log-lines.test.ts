import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { session } from '#contract/accounts.ts';
import { uploadedDocument } from '#contract/uploads.ts';
import { openWorkerDependencies } from '#server/open-dependencies.ts';
import { workerJobs } from '#server/features/jobs.ts';
import { runJobs } from '../jobs/run-jobs.ts';
import { createLogger } from '../logger.ts';
import {
  newEmail,
  startTestApplication,
  TEST_PASSWORD,
  type TestApplication,
} from '#server/testing/test-application.ts';
import { call, TestInstructor } from '#server/testing/test-instructor.ts';
import { createApp } from '#server/app.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly request_id?: string;
  readonly instructor_id?: number;
  readonly job?: string;
  readonly job_id?: string;
  readonly req?: { method: string; path: string };
}

/** A whole Lectern that logs everything it can, as its processes do. */
let application: TestApplication;
let origin: string;
let close: () => Promise<void>;
let written = '';
const listLines = (): Line[] =>
  written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

beforeAll(async () => {
  application = await startTestApplication({ variables: { TRUST_PROXY: 'loopback', LOG_LEVEL: 'trace' } });
  await application.register();
  const { config } = application.dependencies;
  const settings = {
    level: 'trace',
    format: 'json' as const,
    destination: { write: (text: string) => void (written += text) },
  };
  const log = createLogger('api', settings);
  const app = await createApp({ ...application.dependencies, log }, { logger: log });
  await app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const worker = await openWorkerDependencies({
    config,
    databaseUrl: application.databaseUrl,
    log: createLogger('worker', settings),
  });
  const jobs = await runJobs(worker.boss, worker.dependencies, workerJobs);
  close = async () => {
    await app.close();
    await jobs.stop();
    await worker.close();
    await application.close();
  };
});
afterAll(() => close());

const register = async (): Promise<TestInstructor> => {
  const email = newEmail();
  const json = { username: email, email, password: TEST_PASSWORD, password2: TEST_PASSWORD };
  return new TestInstructor(
    origin,
    (await call(origin, 'POST', '/api/auth/register/', { json })).read(201, session),
  );
};

const TEXT = 'A river carries what the rain washes into it, and leaves it where the water slows. '.repeat(20);

test('no line at any level holds a token, a key, a password, a signature or an email address', async () => {
  const owner = await register();
  const { email, access, refresh, api_key: apiKey } = owner.session;
  const secrets = [TEST_PASSWORD, email, access, refresh, apiKey];
  const wrong = { email, password: 'a wrong password that somebody typed' };
  (await call(origin, 'POST', '/api/auth/login/', { json: wrong })).readProblem(401);
  const login = await call(origin, 'POST', '/api/auth/login/', { json: { email, password: TEST_PASSWORD } });
  const again = login.read(200, session);
  const refreshed = await call(origin, 'POST', '/api/auth/refresh/', { json: { refresh: again.refresh } });
  const tokens = JSON.parse(refreshed.text) as { access: string; refresh: string };
  secrets.push(wrong.password, again.access, again.refresh, again.api_key, tokens.access, tokens.refresh);
  const { url } = (await owner.uploadDocument(TEXT, 'a.txt')).read(200, uploadedDocument);
  const signature = new URL(url).searchParams.get('signature') ?? '';
  secrets.push(signature);
  expect((await fetch(url)).status).toBe(200);
  // What is refused is logged most.
  (await call(origin, 'GET', url.replace('signature=', 'signature=x'))).readProblem(404);
  (await owner.get(`/api/nothing/?token=${access}&api_key=${apiKey}`)).readProblem(404);
  (
    await owner.call('POST', '/api/courses/', {
      body: `{"password": "${TEST_PASSWORD}"`,
      headers: { 'content-type': 'application/json' },
    })
  ).readProblem(400);
  (
    await call(origin, 'GET', '/api/courses/', {
      headers: { authorization: `Bearer ${refresh}x`, 'api-key': `${apiKey}x`, cookie: `session=${access}` },
    })
  ).readProblem(401);
  (
    await call(origin, 'GET', '/metrics', {
      headers: { authorization: `Bearer ${access}`, 'x-forwarded-for': '203.0.113.9' },
    })
  ).readProblem(404);

  const lines = listLines();
  expect(lines.some(({ level }) => level <= 20)).toBe(true);
  expect(lines.length).toBeGreaterThan(10);
  expect(secrets.every((secret) => secret.length > 8)).toBe(true);
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
});

test('every line of a request carries its id and whose it is, and so does every line of its job', async () => {
  const owner = await register();
  const requestId = 'edge.of-the-test-1';
  const form = new FormData();
  form.append('file', new Blob([TEXT]), 'a.txt');
  const answer = await owner.call('POST', '/ai/upload_doc_qagen/', {
    body: form,
    headers: { 'x-request-id': requestId },
  });
  answer.read(200, uploadedDocument);
  expect(answer.headers.get('x-request-id')).toBe(requestId);
  const ofRequest = () => listLines().filter((line) => line.request_id === requestId);
  await expect
    .poll(
      () =>
        ofRequest()
          .filter(({ msg }) => msg === 'A job is done.')
          .map(({ job }) => job)
          .sort(),
      { timeout: 50_000 },
    )
    .toEqual(['embed-passages', 'ingest-file']);
  const answered = ofRequest().filter(({ msg }) => msg === 'Answered.');
  expect(answered).toEqual([
    expect.objectContaining({
      instructor_id: owner.id,
      req: { method: 'POST', path: '/ai/upload_doc_qagen/' },
    }),
  ]);
  for (const line of ofRequest()) {
    expect([line.msg, line.instructor_id]).toEqual([line.msg, owner.id]);
    if (line.job !== undefined) expect(line.job_id).toMatch(/^[0-9a-f-]{36}$/);
  }
  // A line says each id once.
  const raw = written.split('\n').filter((line) => line.includes(requestId));
  expect(raw.filter((line) => line.split('"request_id"').length !== 2)).toEqual([]);
});
