import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { newEmail, TEST_PASSWORD } from '#server/testing/test-application.ts';
import { call, TestInstructor } from '#server/testing/test-instructor.ts';
import { session } from '#contract/accounts.ts';
import { createApp } from '#server/app.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

interface Line {
  readonly time: number;
  readonly security_event?: string;
  readonly outcome?: string;
  readonly status?: number;
  readonly address?: string;
  readonly request_id?: string;
  readonly instructor_id?: number;
}

let written = '';

const application = await useTestApplication({
  variables: { TRUST_PROXY: 'loopback' },
  rateLimits: { loginFailuresPerAccount: 3 },
});
await application.register();
const log = createLogger('api', {
  level: 'info',
  destination: { write: (text: string) => void (written += text) },
});
const app = await createApp({ ...application.dependencies, log }, { logger: log });
await app.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
afterAll(() => app.close());

const listEvents = (address: string): Line[] =>
  written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.security_event !== undefined && line.address === address);
const briefly = ({ security_event: event, outcome, status, instructor_id: id }: Line): unknown[] => [
  event,
  outcome,
  status,
  id,
];

test('logs sign-ins, attempts and changes with the address, but no name or secret', async () => {
  const from = '203.0.113.7';
  const headers = { 'x-forwarded-for': from };
  const email = newEmail();
  const send = (method: string, path: string, json: unknown, more: Record<string, string> = {}) =>
    call(origin, method, path, { json, headers: { ...headers, ...more } });
  const made = (
    await send('POST', '/api/auth/register/', { email, password: TEST_PASSWORD, password2: TEST_PASSWORD })
  ).read(201, session);
  (await send('POST', '/api/auth/login/', { email, password: 'not this one' })).readProblem(401);
  const again = (await send('POST', '/api/auth/login/', { email, password: TEST_PASSWORD })).read(
    200,
    session,
  );
  const signedIn = { authorization: `Bearer ${again.access}` };
  const passwords = { current_password: TEST_PASSWORD, new_password: 'another long password' };
  const wrong = { ...passwords, current_password: 'not this one' };
  (await send('POST', '/api/auth/password/', wrong, signedIn)).readProblem(400);
  expect((await send('POST', '/api/auth/password/', passwords, signedIn)).status).toBe(204);
  expect((await send('POST', '/api/auth/logout/', { refresh: again.refresh })).status).toBe(204);
  (await send('GET', '/api/courses/', undefined, signedIn)).readProblem(401);
  const id = made.user_id;
  await expect
    .poll(() => listEvents(from).map(briefly))
    .toEqual([
      ['registration', 'succeeded', 201, id],
      ['login', 'refused', 401, undefined],
      ['login', 'succeeded', 200, id],
      ['password_change', 'refused', 400, id],
      ['password_change', 'succeeded', 204, id],
      ['logout', 'succeeded', 204, id],
      ['refusal', 'refused', 401, undefined],
    ]);
  for (const event of listEvents(from)) expect(event.request_id).toMatch(/^[0-9a-f-]{36}$/);
  for (const told of [email, TEST_PASSWORD, again.access, again.refresh, made.api_key]) {
    expect(written).not.toContain(told);
  }
});

test('logs refusals for guessing', async () => {
  const from = '203.0.113.8';
  const json = { email: newEmail(), password: 'not this one' };
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await call(origin, 'POST', '/api/auth/login/', { json, headers: { 'x-forwarded-for': from } });
  }
  await expect.poll(() => listEvents(from).map(({ status }) => status)).toEqual([401, 401, 401, 429]);
});

test('every change to accounts, credentials and who may register is an event', () => {
  const changes = application.routes.filter(
    ({ method, url }) =>
      !['GET', 'HEAD'].includes(String(method)) &&
      /^\/api\/(?:auth|password-reset|admin\/(?:accounts|invitations|registration|two-factor))\//.test(url),
  );
  const silent = changes.filter(({ config }) => config?.securityEvent === undefined);
  // A profile and a budget contain neither an address nor a credential.
  expect(silent.map(({ method, url }) => `${String(method)} ${url}`).toSorted()).toEqual([
    'PATCH /api/auth/account/',
    'PUT /api/admin/accounts/:id/model-budget/',
  ]);
});

test('writes one line whatever a client sends, with the time in UTC', async () => {
  const from = '203.0.113.9';
  const owner = new TestInstructor(origin, (await application.register()).session);
  const before = Date.now();
  const forged = '\n{"level":30,"msg":"Security event.","security_event":"login","address":"203.0.113.10"}\n';
  const headers = { 'x-forwarded-for': from };
  const answers = [
    await owner.call('GET', `/api/nothing/${encodeURIComponent(forged)}`, { headers }),
    await owner.call('POST', '/api/auth/login/', { json: { email: forged, password: forged }, headers }),
    await owner.call('POST', '/api/courses/', { json: { title: forged, department: forged }, headers }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 401, 400]);
  await expect.poll(() => listEvents(from)).toHaveLength(1);
  expect(listEvents('203.0.113.10')).toEqual([]);
  const [line] = listEvents(from);
  expect(line?.time).toBeGreaterThanOrEqual(before);
  expect(line?.time).toBeLessThanOrEqual(Date.now());
});
