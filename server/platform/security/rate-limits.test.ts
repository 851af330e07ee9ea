import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { session } from '#contract/accounts.ts';
import {
  newEmail,
  startTestApplication,
  TEST_PASSWORD,
  type TestApplication,
  type TestApplicationOptions,
} from '#server/testing/test-application.ts';

async function withApplication(
  options: TestApplicationOptions,
  use: (application: TestApplication) => Promise<void>,
): Promise<void> {
  const application = await startTestApplication(options);
  try {
    await use(application);
  } finally {
    await application.close();
  }
}

test('ten failures close an account to a network for a while, at every process; a success forgives those before it', () =>
  withApplication({}, async (application) => {
    const { email } = (await application.register()).session;
    const other = (await application.register()).session;
    const second = await application.startAnother();
    const attempt = (password: string, address = email) =>
      application.post('/api/auth/login/', { email: address, password });
    const fail = async (times: number) => {
      for (let index = 0; index < times; index += 1) (await attempt('wrong')).readProblem(401);
    };
    await fail(9);
    (await attempt(TEST_PASSWORD)).read(200, session);
    await fail(10);
    const refused = await attempt(TEST_PASSWORD);
    expect(refused.readProblem(429).code).toBe('too_many_requests');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(900);
    const elsewhere = await application.call('POST', `${second.origin}/api/auth/login/`, {
      json: { email, password: TEST_PASSWORD },
    });
    elsewhere.readProblem(429);
    // Other accounts are unaffected.
    (await attempt(TEST_PASSWORD, other.email)).read(200, session);
    await second.close();
  }));

test('many guesses at once do not slip through together', () =>
  withApplication({}, async (application) => {
    const { email } = (await application.register()).session;
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => application.post('/api/auth/login/', { email, password: 'wrong' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(15).fill(429)]);
  }));

test('failures are counted by address over all accounts, and successes are not', () =>
  withApplication({ rateLimits: { loginFailuresPerAddress: 3 } }, async (application) => {
    const { email } = (await application.register()).session;
    const attempt = (address: string, password: string) =>
      application.post('/api/auth/login/', { email: address, password });
    for (let index = 0; index < 4; index += 1) (await attempt(email, TEST_PASSWORD)).read(200, session);
    for (let index = 0; index < 3; index += 1) (await attempt(newEmail(), 'wrong')).readProblem(401);
    (await attempt(newEmail(), 'wrong')).readProblem(429);
  }));

/** Logs in from an address, with the cookie of a device if given. */
const logInFrom =
  (application: TestApplication, email: string) =>
  (address: string, password: string, cookie = '') =>
    application.call('POST', '/api/auth/login/', {
      json: { email, password },
      headers: { 'x-forwarded-for': address, cookie },
    });

test('failures from one network close an account to that network alone, and an IPv6 /64 is one network', () =>
  withApplication(
    { variables: { TRUST_PROXY: 'loopback' }, rateLimits: { loginFailuresPerAccount: 2 } },
    async (application) => {
      const { email } = (await application.register()).session;
      const attempt = logInFrom(application, email);
      for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9']) {
        (await attempt(address, 'wrong')).readProblem(401);
      }
      (await attempt('2001:db8:1:2:abcd::3', TEST_PASSWORD)).readProblem(429);
      (await attempt('2001:db8:1:3::1', TEST_PASSWORD)).read(200, session);
      (await attempt('203.0.113.9', TEST_PASSWORD)).read(200, session);
    },
  ));

test('a device that signed in before is not locked out by others, wherever they guess from', () =>
  withApplication(
    { variables: { TRUST_PROXY: 'loopback' }, rateLimits: { loginFailuresPerAccount: 2 } },
    async (application) => {
      const { email } = (await application.register()).session;
      const other = (await application.register()).session;
      const attempt = logInFrom(application, email);
      const home = '203.0.113.1';
      const known = await attempt(home, TEST_PASSWORD);
      const set = known.headers.get('set-cookie') ?? '';
      expect(set).toMatch(
        /^lectern-device=[\w.-]+; Path=\/api\/auth\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
      );
      const cookie = set.slice(0, set.indexOf(';'));

      for (let network = 0; network < 10; network += 1) {
        await attempt(`198.51.100.${network}`, 'wrong');
        await attempt(`198.51.100.${network}`, 'wrong');
      }
      for (let index = 0; index < 3; index += 1) await attempt(home, 'wrong');
      (await attempt(home, TEST_PASSWORD)).readProblem(429);
      (await attempt('192.0.2.200', TEST_PASSWORD)).readProblem(429);
      (await attempt(home, TEST_PASSWORD, cookie)).read(200, session);

      // Its own failures count, and the cookie of one account does not help with another.
      (await attempt(home, 'wrong', cookie)).readProblem(401);
      (await attempt(home, 'wrong', cookie)).readProblem(401);
      (await attempt(home, TEST_PASSWORD, cookie)).readProblem(429);
      const elsewhere = logInFrom(application, other.email);
      for (let index = 0; index < 2; index += 1) (await elsewhere(home, 'wrong', cookie)).readProblem(401);
      (await elsewhere(home, TEST_PASSWORD, cookie)).readProblem(429);
      for (const forged of ['lectern-device=', 'lectern-device=a.b.c', `${cookie.slice(0, -3)}AAA`]) {
        (await attempt('192.0.2.201', TEST_PASSWORD, forged)).readProblem(429);
      }
    },
  ));

test('registrations from one address are limited', () =>
  withApplication({ rateLimits: { registrationsPerAddress: 2 } }, async (application) => {
    await application.register();
    await application.register();
    const answer = await application.post('/api/auth/register/', {
      email: newEmail(),
      password: TEST_PASSWORD,
      password2: TEST_PASSWORD,
    });
    expect(answer.readProblem(429).detail).toContain('Too many registrations');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }));

test('nginx sends the address that it sees, whatever the client claims', async () => {
  const settings = await readFile(join(import.meta.dirname, '../../../deploy/proxy/nginx.conf'), 'utf8');
  expect(settings).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/u);
  expect(settings).not.toContain('$proxy_add_x_forwarded_for');
});
