import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { passwordResetAnswer, passwordResetDone, session } from '#contract/accounts.ts';
import { createSmtpMailer } from '#server/platform/mail/smtp-mailer.ts';
import { MailServer, type Mail } from '#server/platform/mail/testing/mail-server.ts';
import {
  eventually,
  newEmail,
  startTestApplication,
  TEST_PASSWORD,
} from '#server/testing/test-application.ts';
import type { Answer } from '#server/testing/test-instructor.ts';
import { mailResetLink } from './account-links.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const PUBLIC_URL = 'https://lectern.example';
const CHOSEN = 'a freshly chosen password';

const mailServer = new MailServer();
afterAll(() => mailServer.close());
const smtpUrl = await mailServer.listen();
const application = await useTestApplication({
  worker: true,
  variables: { SMTP_URL: `${smtpUrl}?from=lectern@example.org`, PUBLIC_URL },
});

const request = (email: string, headers: Record<string, string> = {}): Promise<Answer> =>
  application.call('POST', '/api/password-reset/request/', { json: { email }, headers });
const confirm = (token: string, password = CHOSEN, password2 = password): Promise<Answer> =>
  application.post('/api/password-reset/confirm/', { token, password, password2 });
const mailTo = (email: string): Promise<Mail> =>
  eventually('the mail', () => Promise.resolve(mailServer.mails.find(({ to }) => to === email)));
const tokenIn = ({ text }: Mail): string => /#token=([\w-]{43})/.exec(text)?.[1] ?? '';

test('a mailed link sets a new password once, and ends every session', async () => {
  const owner = await application.register();
  const { email, refresh } = owner.session;
  // Whatever the request says of the address it came by, the link leads to Lectern.
  (await request(email.toUpperCase(), { 'x-forwarded-host': 'evil.example' })).read(202, passwordResetAnswer);
  const mail = await mailTo(email);
  expect(mail.text).toContain(`${PUBLIC_URL}/reset-password#token=`);
  expect(mail.text).not.toContain('evil.example');
  const token = tokenIn(mail);
  (await confirm(token, 'password123')).readProblem(400);
  (await confirm(token, CHOSEN, 'other words')).readProblem(400);
  const results = await Promise.all([confirm(token), confirm(token)]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
  (await application.post('/api/auth/refresh/', { refresh })).readProblem(401);
  (await application.post('/api/auth/login/', { email, password: TEST_PASSWORD })).readProblem(401);
  (await application.post('/api/auth/login/', { email, password: CHOSEN })).read(200, session);
});

test('the answer is the same for an address without an account, and nothing is sent there', async () => {
  const { email } = (await application.register()).session;
  const stranger = newEmail();
  const [known, unknown] = [await request(email), await request(stranger)];
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  await mailTo(email);
  // The queue is in order: the mail of a later request has come.
  const later = (await application.register()).session.email;
  await request(later);
  await mailTo(later);
  expect(mailServer.mails.filter(({ to }) => to === stranger)).toEqual([]);
});

test('the request reads no account, so its time does not show whether there is one', async () => {
  const { email } = (await application.register()).session;
  await application.dependencies.database.transaction().execute(async (transaction) => {
    // A request that reads accounts waits until the lock ends with an error.
    await sql`set local idle_in_transaction_session_timeout = '10s'`.execute(transaction);
    await sql`lock table users in access exclusive mode`.execute(transaction);
    for (const address of [email, newEmail()]) (await request(address)).read(202, passwordResetAnswer);
  });
});

test('a mail that the server refuses for now is sent again', async () => {
  const { email } = (await application.register()).session;
  mailServer.refusals = 1;
  await request(email);
  await eventually('the retry to be scheduled', async () => {
    const { rows } = await sql`
      update pgboss.job set start_after = now() where name = 'send-reset-mail' and state = 'retry'
      returning id`.execute(application.dependencies.database);
    return rows[0];
  });
  // Its announcement wakes the worker.
  await request(newEmail());
  const token = tokenIn(await mailTo(email));
  (await confirm(token)).read(200, passwordResetDone);
  expect(application.takeErrors()).toEqual([expect.stringContaining('451 Try later')]);
});

test('a link ends after an hour, with a change of password, and with the account', async () => {
  const { dependencies } = application;
  const mail = async () => {
    const owner = await application.register();
    await request(owner.session.email);
    return { owner, token: tokenIn(await mailTo(owner.session.email)) };
  };
  const late = await mail();
  await dependencies.database
    .updateTable('password_resets')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('user_id', '=', late.owner.id)
    .execute();
  (await confirm(late.token)).readProblem(400);
  const changed = await mail();
  const change = { current_password: TEST_PASSWORD, new_password: 'another long password' };
  expect((await changed.owner.post('/api/auth/password/', change)).status).toBe(204);
  (await confirm(changed.token)).readProblem(400);
  const disabled = await mail();
  const { id } = disabled.owner;
  await dependencies.database.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
  (await confirm(disabled.token)).readProblem(400);
});

test('no one fills a mailbox: three links are valid at once', async () => {
  const { email } = (await application.register()).session;
  const sent: string[] = [];
  const mailer = {
    send: ({ to }: { to: string }) => Promise.resolve(void sent.push(to)),
    close: () => undefined,
  };
  const dependencies = { ...application.worker.dependencies, mailer };
  for (let index = 0; index < 5; index += 1) {
    await mailResetLink(dependencies, email, crypto.randomUUID());
  }
  expect(sent).toEqual([email, email, email]);
});

test('requests are limited per network', async () => {
  const limited = await startTestApplication({ rateLimits: { passwordResetsPerAddress: 2 } });
  const ask = () => limited.post('/api/password-reset/request/', { email: newEmail() });
  expect((await ask()).read(202, passwordResetAnswer).delivery).toBe('administrator');
  await ask();
  (await ask()).readProblem(429);
  await limited.close();
});

test('a password is never sent to a mail server in clear', async () => {
  const mailer = createSmtpMailer({
    smtpUrl: smtpUrl.replace('smtp://', 'smtp://lectern:secret@'),
    from: 'lectern@example.org',
  });
  await expect(mailer.send({ to: newEmail(), subject: 'x', text: 'x' })).rejects.toThrow(/TLS/i);
  mailer.close();
});

test('a job that failed to send its mail, which holds the address, is deleted within an hour', async () => {
  const { rows } = await sql<{ deletion_seconds: number }>`
    select deletion_seconds from pgboss.queue where name = 'send-reset-mail'`.execute(
    application.dependencies.database,
  );
  expect(rows).toEqual([{ deletion_seconds: 3_600 }]);
});
