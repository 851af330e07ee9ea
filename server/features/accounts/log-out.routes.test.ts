import { expect, test } from 'vitest';
import { refreshedTokens } from '#contract/accounts.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication();

const refresh = (token: string) => application.post('/api/auth/refresh/', { refresh: token });
const logOut = (token: string) => application.post('/api/auth/logout/', { refresh: token });

test('signing out ends the session with every token of it, and no other session', async () => {
  const teacher = await application.register();
  const other = await application.register();
  const first = teacher.session.refresh;
  const second = (await refresh(first)).read(200, refreshedTokens).refresh;
  const answer = await logOut(first);
  expect([answer.status, answer.text]).toEqual([204, '']);
  for (const token of [first, second])
    expect((await refresh(token)).readProblem(401).code).toBe('token_invalid');
  (await teacher.get('/api/courses/')).readProblem(401);
  expect((await refresh(other.session.refresh)).status).toBe(200);
});

test('signing out twice gives the same answer', async () => {
  const { session } = await application.register();
  for (const token of [session.refresh, session.refresh, 'nonsense'])
    expect((await logOut(token)).status).toBe(204);
  expect((await logOut('')).readProblem(400).detail).toBe('The refresh token is missing.');
});

test('a refresh in flight during sign-out leaves no working token', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { session } = await application.register();
    const second = (await refresh(session.refresh)).read(200, refreshedTokens).refresh;
    const [refreshed] = await Promise.all([refresh(second), logOut(session.refresh)]);
    if (refreshed.status !== 200) continue;
    (await refresh(refreshed.read(200, refreshedTokens).refresh)).readProblem(401);
  }
});
