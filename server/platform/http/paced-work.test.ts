import Fastify from 'fastify';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { eventually, startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import type { Application } from './application.ts';
import { paceWork } from './paced-work.ts';
import { sendPieces } from './send-pieces.ts';

let application: TestApplication;
let clock: ManualClock;
let heavy: TestInstructor;
let other: TestInstructor;
beforeEach(async () => {
  clock = new ManualClock(new Date());
  // A burst is 16 ms, and the long description takes 3.5 ms in each direction.
  application = await startTestApplication({ limits: { workMillisecondsPerSecondPerInstructor: 1 }, clock });
  [heavy, other] = [await application.register(), await application.register()];
});
afterEach(() => application.close());

const LONG = { title: 'Rivers', description: 'x'.repeat(3_500), department: 'Geography' };
const send = async (): Promise<number> => (await heavy.post('/api/courses/', LONG)).status;
const list = async (instructor: TestInstructor): Promise<number> =>
  (await instructor.get('/api/courses/')).status;

/** While another account calls, `call` is answered only once the clock advances. */
async function expectToWait(
  call: () => Promise<number>,
  callOfOther = (): Promise<number> => list(other),
): Promise<void> {
  expect(await callOfOther()).toBe(200);
  let isAnswered = false;
  const waiting = call().finally(() => (isAnswered = true));
  expect(await callOfOther()).toBe(200);
  expect(isAnswered).toBe(false);
  await eventually('the call to be answered', async () => {
    await clock.advance(1_000);
    return isAnswered ? true : undefined;
  });
  expect(await waiting).toBe(200);
}

test.each([
  ['bodies', 2, send],
  ['answers', 4, () => list(heavy)],
])('an account with long %s waits while another one calls, and is answered later', async (_, calls, call) => {
  await send();
  for (let times = 0; times < calls; times += 1) await call();
  await expectToWait(() => list(heavy));
});

test('of two calls at once, the one that would wait for more than twenty seconds is refused, and the other is answered', async () => {
  for (let times = 0; times < 5; times += 1) await send();
  expect(await list(other)).toBe(200);
  let answered = 0;
  const sent = [send(), send()].map((each) => each.finally(() => (answered += 1)));
  await eventually('both calls to be answered', async () => {
    await list(other);
    await clock.advance(1_000);
    return answered === 2 ? true : undefined;
  });
  expect((await Promise.all(sent)).toSorted()).toEqual([201, 429]);
});

test('a body in chunks, which announces no size, counts as the longest that its route allows', async () => {
  for (let times = 0; times < 3; times += 1) {
    const { status } = await fetch(`${application.origin}/api/courses/`, {
      method: 'POST',
      headers: { ...heavy.headers, 'content-type': 'application/json' },
      body: new Blob(['{}']).stream(),
      duplex: 'half',
    });
    expect(status).toBe(400);
  }
  await expectToWait(() => list(heavy));
});

/** An application of nothing but the pacing; the header `account` says whose a call is. */
function pacedApp(): Application {
  const app = Fastify() as unknown as Application;
  app.decorateRequest('actor', null);
  app.decorateRequest('workContext', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.actor = { userId: 1, instructorId: Number(request.headers['account']) };
    request.workContext = {};
    done();
  });
  paceWork(app, application.dependencies);
  return app;
}

/** Calls of accounts to such an application. */
async function startAsking(app: Application) {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return (account: number, path: string, signal?: AbortSignal): Promise<Response> =>
    fetch(origin + path, {
      headers: { account: String(account) },
      ...(signal === undefined ? {} : { signal }),
    });
}

test('what a call does after its client has hung up counts', async () => {
  const app = pacedApp();
  let [begun, ended] = [0, 0];
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    ended += 1;
    done();
  });
  app.get('/long', async (_request, reply) => {
    begun += 1;
    await once(reply.raw, 'close');
    return 'x'.repeat(50_000);
  });
  app.get('/short', () => 'x');
  const ask = await startAsking(app);
  for (let times = 1; times <= 3; times += 1) {
    const hangUp = new AbortController();
    const asked = ask(1, '/long', hangUp.signal);
    await eventually('the call to begin', () => Promise.resolve(begun === times ? true : undefined));
    hangUp.abort();
    await expect(asked).rejects.toThrow();
    await eventually('the call to end', () => Promise.resolve(ended === times ? true : undefined));
  }
  await expectToWait(
    async () => (await ask(1, '/short')).status,
    async () => (await ask(2, '/short')).status,
  );
  await app.close();
});

test('an account does not wait while it is the only one', async () => {
  for (let times = 0; times < 6; times += 1) expect(await send()).toBe(201);
});

test('an answer of many megabytes pauses while another account calls, and only then', async () => {
  const app = pacedApp();
  app.get('/short', () => 'x');
  app.get('/long', async (_request, reply) => {
    async function* pieces(): AsyncGenerator<string> {
      for (let piece = 0; piece < 80; piece += 1) yield await Promise.resolve('x'.repeat(64 * 1024));
    }
    return sendPieces(reply, pieces());
  });
  const ask = await startAsking(app);
  const readLong = async (): Promise<number> => (await (await ask(1, '/long')).text()).length;
  const all = 80 * 64 * 1024;
  expect(await readLong()).toBe(all);
  await ask(2, '/short');
  const { waiting } = clock;
  let isRead = false;
  const reading = readLong().finally(() => (isRead = true));
  await clock.untilWaiting(waiting + 1);
  expect(isRead).toBe(false);
  await eventually('the answer to end', async () => {
    await clock.advance(1_000);
    return isRead ? true : undefined;
  });
  expect(await reading).toBe(all);
  await app.close();
});
