import { afterAll, expect, test } from 'vitest';
import { account, passwordResetDone, registrationLinkAnswer, session } from '#contract/accounts.ts';
import { administeredRegistration, newInvitation, registrationOptions } from '#contract/administration.ts';
import { MailServer, type Mail } from '#server/platform/mail/testing/mail-server.ts';
import { eventually, newEmail, TEST_PASSWORD } from '#server/testing/test-application.ts';
import { TestInstructor, type Answer } from '#server/testing/test-instructor.ts';
import { readFirstAdministratorLink } from './first-administrator.ts';
import { mailRegistrationLink } from './registration-links.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const PUBLIC_URL = 'https://lectern.example';
const password = { password: TEST_PASSWORD };

const mailServer = new MailServer();
afterAll(() => mailServer.close());
const application = await useTestApplication({
  worker: true,
  variables: {
    SMTP_URL: `${await mailServer.listen()}?from=lectern@example.org`,
    PUBLIC_URL,
  },
});
const options = (await application.call('GET', '/api/auth/registration/')).read(200, registrationOptions);
expect(options.needs_link).toBe(false);
// The first account needs no mailed link, since mail may not work yet.
const link = await readFirstAdministratorLink(application.dependencies, { isNew: false });
const email = newEmail();
const first = await application.post('/api/auth/register/', {
  email,
  ...password,
  password2: TEST_PASSWORD,
  invitation: link?.split('#token=')[1],
});
expect(first.read(201, session).user.is_staff).toBe(true);
const administrator = new TestInstructor(application.origin, first.read(201, session));

const requestLink = (email: string, more: object = {}): Promise<Answer> =>
  application.post('/api/auth/registration/link/', { email, ...more });
const register = (email: string, more: object = {}): Promise<Answer> =>
  application.post('/api/auth/register/', { email, ...password, password2: TEST_PASSWORD, ...more });
const mailTo = (email: string): Promise<Mail> =>
  eventually('the mail to come', () => Promise.resolve(mailServer.mails.find(({ to }) => to === email)));
const tokenIn = ({ text }: Mail): string => /#verification=([\w-]{43})/.exec(text)?.[1] ?? '';
const setRegistration = (json: object): Promise<Answer> =>
  administrator.call('PUT', '/api/admin/registration/', { json: { ...json, ...password } });

test('an account exists only once the mailed link is used, and is then verified', async () => {
  const email = newEmail();
  const refused = (await register(email)).readProblem(400);
  expect(refused.errors?.[0]?.field).toBe('verification');
  (await requestLink(email.toUpperCase())).read(202, registrationLinkAnswer);
  const mail = await mailTo(email);
  expect(mail.text).toContain(`${PUBLIC_URL}/register#verification=`);
  (await application.post('/api/auth/login/', { email, ...password })).readProblem(401);
  const verification = tokenIn(mail);
  (await register(newEmail(), { verification })).readProblem(400);
  (await register(email, { verification: 'x'.repeat(43) })).readProblem(400);
  const results = await Promise.all([register(email, { verification }), register(email, { verification })]);
  expect(results.map(({ status }) => status).sort()).toEqual([201, 400]);
  const opened = (await application.post('/api/auth/login/', { email, ...password })).read(200, session);
  const read = await application.call('GET', '/api/auth/account/', {
    headers: { authorization: `Bearer ${opened.access}` },
  });
  expect(read.read(200, account).email_verified_at).not.toBeNull();
});

test('the answer is the same for an address with an account, whose owner gets a mail', async () => {
  const known = (await application.register()).session.email;
  const stranger = newEmail();
  const answers = [await requestLink(known), await requestLink(stranger)];
  expect(answers[0]?.text).toBe(answers[1]?.text);
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  const [direct, unknown] = [await register(known), await register(stranger)];
  expect([direct.status, direct.readProblem(400).detail]).toEqual([
    unknown.status,
    unknown.readProblem(400).detail,
  ]);
  const mail = await mailTo(known);
  expect(mail.text).toContain('you already have an account');
  expect(tokenIn(mail)).toBe('');
});

test('a mailed reset link verifies the address of an account from before', async () => {
  const owner = await application.register();
  const { database } = application.dependencies;
  const { email, api_key: key } = owner.session;
  await database.updateTable('users').set({ email_verified_at: null }).where('id', '=', owner.id).execute();
  await application.post('/api/password-reset/request/', { email });
  const { text } = await mailTo(email);
  const done = await application.post('/api/password-reset/confirm/', {
    token: /#token=([\w-]{43})/.exec(text)?.[1] ?? '',
    password: 'a freshly chosen password',
    password2: 'a freshly chosen password',
  });
  expect(done.read(200, passwordResetDone)).toMatchObject({
    verified_now: true,
    ended: { sessions: 1, api_keys: 1 },
  });
  expect((await application.call('GET', '/api/courses/', { headers: { 'api-key': key } })).status).toBe(401);
});

test('a domain or an invitation counts before a mail is sent, and when the link is used', async () => {
  await setRegistration({ mode: 'open', allowed_domains: ['example.org'] });
  expect((await requestLink(newEmail())).readProblem(400).email?.[0]).toContain('example.org');
  const settings = (await administrator.get('/api/admin/registration/')).read(200, administeredRegistration);
  expect(settings.verifies_addresses).toBe(true);

  await setRegistration({ mode: 'invite', allowed_domains: [] });
  const email = newEmail();
  (await requestLink(email)).readProblem(403);
  (await requestLink(email, { invitation: 'unknown' })).readProblem(400);
  const { url } = (await administrator.post('/api/admin/invitations/', { email, ...password })).read(
    201,
    newInvitation,
  );
  const invitation = url.replace(/.*#token=/u, '');
  (await requestLink(email, { invitation })).read(202, registrationLinkAnswer);
  const verification = tokenIn(await mailTo(email));
  await setRegistration({ mode: 'closed', allowed_domains: [] });
  (await register(email, { verification })).readProblem(403);
  await setRegistration({ mode: 'invite', allowed_domains: [] });
  (await register(email, { verification })).read(201, session);
  (await requestLink(email, { invitation })).readProblem(400);
  await setRegistration({ mode: 'open', allowed_domains: [] });
});

test('no one fills a mailbox: three links to an address are valid at once, for a day', async () => {
  const sent: string[] = [];
  const mailer = {
    send: ({ text }: { text: string }) => Promise.resolve(void sent.push(text)),
    close: () => undefined,
  };
  const dependencies = { ...application.worker.dependencies, mailer };
  const known = (await application.register()).session.email;
  for (const email of [newEmail(), known]) {
    sent.length = 0;
    for (let index = 0; index < 5; index += 1) {
      await mailRegistrationLink(dependencies, { email, invitation: undefined }, crypto.randomUUID());
    }
    expect(sent).toHaveLength(3);
  }
  const email = newEmail();
  await mailRegistrationLink(dependencies, { email, invitation: undefined }, crypto.randomUUID());
  await application.dependencies.database
    .updateTable('registration_links')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('email', '=', email)
    .execute();
  const verification = tokenIn({ to: email, text: sent.at(-1) ?? '' });
  expect(verification).not.toBe('');
  (await register(email, { verification })).readProblem(400);
});
