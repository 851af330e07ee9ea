import { expect, test } from 'vitest';
import { session } from '#contract/accounts.ts';
import { courseList } from '#contract/courses.ts';
import { TEST_PASSWORD } from '#server/testing/test-application.ts';
import { call } from '#server/testing/test-instructor.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ variables: { LECTERN_SECRET: 'a'.repeat(32) } });

test('a new root secret ends every session, and a login under it gets a new API key that works', async () => {
  const { email, refresh, api_key: oldKey } = (await application.register()).session;
  const restarted = await application.startAnother({ secret: 'b'.repeat(32) });
  const post = (path: string, json: unknown) => call(restarted.origin, 'POST', path, { json });
  (await post('/api/auth/refresh/', { refresh })).readProblem(401);

  const logins = await Promise.all(
    Array.from({ length: 4 }, () => post('/api/auth/login/', { email, password: TEST_PASSWORD })),
  );
  const keys = logins.map((answer) => answer.read(200, session).api_key);
  expect(new Set(keys).size).toBe(1);
  const list = (key = '') => call(restarted.origin, 'GET', '/api/courses/', { headers: { 'api-key': key } });
  (await list(keys[0])).read(200, courseList);
  (await list(oldKey)).readProblem(401);
  await restarted.close();
});

test('a restart with the same secret ends nothing', async () => {
  const { refresh } = (await application.register()).session;
  const first = await application.startAnother({ secret: 'c'.repeat(32) });
  const { refresh: later } = (
    await call(first.origin, 'POST', '/api/auth/login/', {
      json: { email: (await application.register()).session.email, password: TEST_PASSWORD },
    })
  ).read(200, session);
  const second = await application.startAnother({ secret: 'c'.repeat(32) });
  (await call(second.origin, 'POST', '/api/auth/refresh/', { json: { refresh } })).readProblem(401);
  expect((await call(second.origin, 'POST', '/api/auth/refresh/', { json: { refresh: later } })).status).toBe(
    200,
  );
  await Promise.all([first.close(), second.close()]);
});
