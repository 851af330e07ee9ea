import { afterEach, expect, test } from 'vitest';
import { session } from '#contract/accounts.ts';
import { registrationOptions } from '#contract/administration.ts';
import { readConfig } from '#server/config.ts';
import { MailServer } from '#server/platform/mail/testing/mail-server.ts';
import { deriveSecrets } from '#server/platform/security/secrets.ts';
import {
  newEmail,
  startTestApplication,
  TEST_PASSWORD,
  type TestApplication,
} from '#server/testing/test-application.ts';
import type { Answer } from '#server/testing/test-instructor.ts';
import { announceFirstAdministrator, readFirstAdministratorLink } from './first-administrator.ts';
import { createAccount } from './registration.ts';

const PUBLIC = { HOST: '0.0.0.0', PUBLIC_URL: 'https://lectern.example' };
let application: TestApplication;
afterEach(() => application.close());

const start = async (variables: Record<string, string>): Promise<void> => {
  application = await startTestApplication({ variables });
};
const register = (more: object = {}, email = newEmail()): Promise<Answer> =>
  application.post('/api/auth/register/', {
    username: email,
    email,
    password: TEST_PASSWORD,
    password2: TEST_PASSWORD,
    ...more,
  });
const readLink = (isNew = false) => readFirstAdministratorLink(application.dependencies, { isNew });
const tokenOf = (link: string | undefined): string => link?.split('#token=')[1] ?? '';
const options = async () =>
  (await application.call('GET', '/api/auth/registration/')).read(200, registrationOptions);

test('on loopback the first account is the administrator', async () => {
  await start({});
  expect((await options()).awaits_first_administrator).toBe(false);
  expect((await register()).read(201, session).user.is_staff).toBe(true);
  expect((await register()).read(201, session).user.is_staff).toBe(false);
});

test.each([
  { HOST: '0.0.0.0' },
  { HOST: '192.0.2.7' },
  { PUBLIC_URL: 'https://lectern.example' },
  { TRUST_PROXY: 'loopback' },
])('with %o no visitor becomes the administrator', async (variables) => {
  await start(variables);
  expect((await options()).awaits_first_administrator).toBe(true);
  const refused = (await register()).readProblem(403);
  expect([refused.code, refused.detail]).toEqual([
    'registration_closed',
    expect.stringContaining('register with the link in its log'),
  ]);
  expect((await register({ invitation: 'guessed' })).status).toBe(403);
});

test('the link in the log registers the administrator once, and then others may register', async () => {
  await start(PUBLIC);
  await announceFirstAdministrator(application.dependencies);
  const line = application.log.findLast(({ msg }) => msg.includes('There is no account yet'))?.msg ?? '';
  const link = /https:\/\/lectern\.example\/register#token=[\w-]{43}$/u.exec(line)?.[0];
  expect(link).toBeDefined();
  // The same after a restart and in every process.
  expect(await readLink()).toBe(link);
  const invitation = tokenOf(link);
  expect((await register({ invitation })).read(201, session).user.is_staff).toBe(true);
  expect((await options()).awaits_first_administrator).toBe(false);
  expect(await readLink()).toBeUndefined();
  expect((await register({ invitation })).readProblem(400).errors?.[0]?.field).toBe('invitation');
  expect((await register()).read(201, session).user.is_staff).toBe(false);
  const lines = application.log.length;
  await announceFirstAdministrator(application.dependencies);
  expect(application.log.length).toBe(lines);
});

test.each([
  [
    'the first person whom the sign-in provider admits',
    { emailVerifiedAt: new Date(), firstAdministratorEmail: undefined },
  ],
  ['whoever types FIRST_ADMIN_EMAIL', { emailVerifiedAt: null, firstAdministratorEmail: 'ada@example.org' }],
])('%s does not become the administrator', async (_who, { emailVerifiedAt, firstAdministratorEmail }) => {
  await start(PUBLIC);
  const config = { ...application.dependencies.config, firstAdministratorEmail };
  const dependencies = { ...application.dependencies, config };
  const user = await dependencies.database.transaction().execute((transaction) =>
    createAccount(dependencies, transaction, {
      email: 'ada@example.org',
      name: undefined,
      department: '',
      passwordHash: '',
      hasPassword: false,
      emailVerifiedAt,
      hasFirstLink: false,
    }),
  );
  expect(user?.is_staff).toBe(false);
});

test('of several people who use the link at the same time, exactly one becomes the administrator', async () => {
  await start(PUBLIC);
  const invitation = tokenOf(await readLink());
  const answers = await Promise.all(Array.from({ length: 5 }, () => register({ invitation })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400]);
});

test('a new link, or another root secret, makes the earlier link invalid', async () => {
  await start(PUBLIC);
  const earlier = await readLink();
  const later = await readLink(true);
  expect(later).not.toBe(earlier);
  const secrets = deriveSecrets(Buffer.from('another root secret'));
  const other = await readFirstAdministratorLink({ ...application.dependencies, secrets }, { isNew: false });
  expect(other).not.toBe(later);
  expect((await register({ invitation: tokenOf(earlier) })).status).toBe(403);
  expect((await register({ invitation: tokenOf(later) })).read(201, session).user.is_staff).toBe(true);
});

test('the owner of FIRST_ADMIN_EMAIL becomes the administrator with the mailed link, even if others register first', async () => {
  const mail = new MailServer();
  await start({
    ...PUBLIC,
    SMTP_URL: `${await mail.listen()}?from=lectern@example.org`,
    FIRST_ADMIN_EMAIL: 'Ada@Example.org',
  });
  try {
    expect(await options()).toMatchObject({ awaits_first_administrator: false, needs_link: true });
    expect((await register({}, 'ada@example.org')).readProblem(400).errors?.[0]?.field).toBe('verification');
    // `register` of the application uses a mailed link.
    expect((await application.register()).session.user.is_staff).toBe(false);
    expect((await application.register('ada@example.org')).session.user.is_staff).toBe(true);
  } finally {
    await mail.close();
  }
});

test('FIRST_ADMIN_EMAIL requires something that verifies addresses', () => {
  expect(() => readConfig({ FIRST_ADMIN_EMAIL: 'ada@example.org' })).toThrow(
    'FIRST_ADMIN_EMAIL: requires SMTP_URL or OIDC_ISSUER',
  );
});
