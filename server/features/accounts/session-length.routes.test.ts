import { expect, test } from 'vitest';
import { refreshedTokens } from '#contract/accounts.ts';
import { readConfig } from '#server/config.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const DAY_MILLISECONDS = 24 * 3600 * 1000;
const application = await useTestApplication({ variables: { SESSION_DAYS: '7' } });

const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MILLISECONDS);
const readSession = (userId: number) =>
  application.dependencies.database
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
const moveSession = (userId: number, change: { created_at?: Date; last_used_at?: Date }) =>
  application.dependencies.database
    .updateTable('sessions')
    .set(change as object)
    .where('user_id', '=', userId)
    .execute();
const refresh = (token: string) => application.post('/api/auth/refresh/', { refresh: token });
const daysLeft = async (userId: number): Promise<number> =>
  Math.round(((await readSession(userId)).expires_at.getTime() - Date.now()) / DAY_MILLISECONDS);

test('a session ends SESSION_DAYS after its last use, and always after six times as long', async () => {
  const { id, session } = await application.register();
  expect(await daysLeft(id)).toBe(7);
  await moveSession(id, { created_at: daysFromNow(-5) });
  const renewed = (await refresh(session.refresh)).read(200, refreshedTokens);
  expect(await daysLeft(id)).toBe(7);
  await moveSession(id, { created_at: daysFromNow(-38) });
  const last = (await refresh(renewed.refresh)).read(200, refreshedTokens);
  expect(await daysLeft(id)).toBe(4);
  await moveSession(id, { created_at: daysFromNow(-42.1) });
  expect((await refresh(last.refresh)).readProblem(401).code).toBe('token_invalid');
});

test('a shorter setting ends sessions that began under a longer one', async () => {
  const { id, session } = await application.register();
  await application.dependencies.database
    .updateTable('refresh_tokens')
    .set({ expires_at: daysFromNow(30) })
    .where('user_id', '=', id)
    .execute();
  await moveSession(id, { last_used_at: daysFromNow(-8) });
  expect((await refresh(session.refresh)).readProblem(401).code).toBe('token_invalid');
});

test('the default is 30 days, and 180 at most', () => {
  expect(readConfig({}).sessions).toEqual({ days: 30, maximumDays: 180 });
});
