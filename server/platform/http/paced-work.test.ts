import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { eventually, startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';

let application: TestApplication;
let clock: ManualClock;
let heavy: TestInstructor;
let other: TestInstructor;
beforeEach(async () => {
  clock = new ManualClock(new Date());
  // A burst is 8 ms, and the long description takes 2.5 ms in each direction.
  application = await startTestApplication({ limits: { workMillisecondsPerSecondPerInstructor: 1 }, clock });
  [heavy, other] = [await application.register(), await application.register()];
});
afterEach(() => application.close());

const LONG = { title: 'Rivers', description: 'x'.repeat(5_000), department: 'Geography' };
const send = async (): Promise<number> => (await heavy.post('/api/courses/', LONG)).status;
const list = async (instructor: TestInstructor): Promise<number> =>
  (await instructor.get('/api/courses/')).status;

test.each([
  ['bodies', send],
  ['answers', () => list(heavy)],
])('an account with long %s waits while another one calls, and is answered later', async (_, call) => {
  await send();
  await call();
  await call();
  expect(await list(other)).toBe(200);
  let isAnswered = false;
  const waiting = list(heavy).finally(() => (isAnswered = true));
  expect(await list(other)).toBe(200);
  expect(isAnswered).toBe(false);
  await eventually('the call to be answered', async () => {
    await clock.advance(1_000);
    return isAnswered ? true : undefined;
  });
  expect(await waiting).toBe(200);
});

test('a call that would wait for more than ten seconds is refused', async () => {
  for (let times = 0; times < 5; times += 1) await send();
  expect(await list(other)).toBe(200);
  const refused = await heavy.get('/api/courses/');
  expect(refused.readProblem(429).code).toBe('too_many_requests');
});

test('an account does not wait while it is the only one', async () => {
  for (let times = 0; times < 6; times += 1) expect(await send()).toBe(201);
});
