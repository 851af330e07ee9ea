import type { Page } from 'playwright-core';
import pg from 'pg';
import { beforeAll, expect, inject, test } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import { administeredJobList } from '#contract/administration.ts';
import { listViolationsInBothSchemes, measureSidewaysScroll } from './accessibility.ts';
import { makeAccount, openBrowser, signIn } from './browser-test.ts';
import { call } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import { fillLogin, openUserMenu, titleOf } from './screen-steps.ts';

type Account = Session & { password: string };

let administrator: Account;
let teacher: Account;

/** What `npm run admin -- grant-administrator` does; the browser tests share one Lectern, whose first account is anyone's. */
async function query(text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  [administrator, teacher] = [await makeAccount(), await makeAccount()];
  await query('update users set is_staff = true where id = $1', [administrator.user.id]);
  administrator.user.is_staff = true;
});

async function openAsAdministrator(options = {}): Promise<Page> {
  const { page, context } = await openBrowser(options);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(context, administrator);
  return page;
}

const openAccount = async (page: Page, account: Account): Promise<void> => {
  await page.goto(`/admin/accounts/${account.user.id}`);
  await page.getByRole('heading', { level: 1, name: account.email }).waitFor();
};

test('shows the menu entry and the pages to administrators only', async () => {
  const { page, context } = await openBrowser();
  await signIn(context, teacher);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/admin/accounts');
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  expect(loaded.filter((url) => /administration|api\/admin/u.test(url))).toEqual([]);
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  await expect
    .poll(() => page.getByRole('menuitem', { name: 'Administration' }).count(), { timeout: 20_000 })
    .toBe(0);

  const own = await openAsAdministrator();
  await own.goto('/courses');
  await openUserMenu(own);
  await own.getByRole('menuitem', { name: 'Administration' }).click();
  await own.waitForURL('/admin/accounts');
  await own.goto('/admin/no-such-section');
  await own.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
});

/** Every change of who has access asks for the administrator's password in the same way. */
async function confirm(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(administrator.password);
  await dialog.getByRole('button', { name: button }).click();
}

test('finds, disables and enables an account', async () => {
  const page = await openAsAdministrator();
  await page.goto('/admin');
  await page.getByRole('searchbox', { name: /^Search by name/u }).fill(teacher.email.toUpperCase());
  await page.getByRole('status').getByText('1 account').waitFor();
  await page.getByRole('link', { name: teacher.email }).click();
  await page.getByRole('button', { name: 'Disable account' }).click();
  await page.getByRole('dialog', { name: 'Disable this account?' }).waitFor();
  await confirm(page, 'Disable account');
  await page.getByText('This account cannot sign in, and its API keys do not work.').waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Create reset link' }).count(), { timeout: 20_000 })
    .toBe(0);
  const other = (await openBrowser()).page;
  await other.goto('/login');
  await fillLogin(other, teacher);
  await other.getByRole('button', { name: 'Login' }).click();
  await other.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Enable account' }).click();
  await confirm(page, 'Enable account');
  await page.getByText('This account can sign in.').waitFor();
  await other.getByRole('button', { name: 'Login' }).click();
  await other.waitForURL('/courses');
  await page.goBack();
  await page.getByRole('link', { name: teacher.email }).waitFor();
});

test('asks for the password before it shows a reset link, once', async () => {
  const page = await openAsAdministrator();
  await openAccount(page, teacher);
  await page.getByRole('button', { name: 'Create reset link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('not this one');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByRole('alert').getByText('This is not your password. Nothing was changed.').waitFor();
  await dialog.getByLabel('Your password').fill(administrator.password);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link).toMatch(/\/reset-password#token=[\w-]{43}$/u);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Copy link');
  await page.keyboard.press('Enter');
  await page.getByText('Link copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Create reset link');
});

test('changes a limit and a role, but not those that would lock administrators out themselves', async () => {
  const page = await openAsAdministrator();
  await openAccount(page, teacher);
  await page.getByRole('button', { name: 'Change limit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'A limit for this account' }).check();
  await dialog.getByRole('textbox', { name: 'Limit in GB' }).fill('1.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('0 bytes of 1.5 GB used. The limit was set for this account.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The limit is the default of this installation.').waitFor();
  await page.getByRole('button', { name: 'Make administrator' }).click();
  await dialog.getByLabel('Your password').fill(administrator.password);
  await dialog.getByRole('button', { name: 'Make administrator' }).click();
  await page.getByRole('button', { name: 'Remove role' }).click();
  await dialog.getByLabel('Your password').fill(administrator.password);
  await dialog.getByRole('button', { name: 'Remove role' }).click();
  await page.getByText('Instructor. Sees only their own courses.').waitFor();
  await openAccount(page, administrator);
  await expect
    .poll(() => page.getByRole('button', { name: /^(?:Disable account|Remove role)$/u }).count(), {
      timeout: 20_000,
    })
    .toBe(0);
});

test('deletes an account once its email address is typed, by keyboard', async () => {
  const leaving = await makeAccount();
  const page = await openAsAdministrator();
  await openAccount(page, leaving);
  await page.getByRole('button', { name: 'Delete account...' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
  await dialog.getByText('the profile and all sessions').waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  const field = dialog.getByRole('textbox', { name: 'Email address of the account' });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(teacher.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(administrator.password);
  await page.keyboard.press('Enter');
  await dialog.getByText('This is not the email address of the account.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Delete account...');
  await page.keyboard.press('Enter');
  await field.fill(leaving.email.toUpperCase());
  await dialog.getByLabel('Your password').fill(administrator.password);
  await page.keyboard.press('Enter');
  await page.getByText('Account deleted').waitFor();
  await page.waitForURL('/admin/accounts');
  await page.goto(`/admin/accounts/${leaving.user.id}`);
  await page.getByRole('heading', { name: 'Account not found' }).waitFor();
  await openAccount(page, administrator);
  await expect
    .poll(() => page.getByRole('button', { name: 'Delete account...' }).count(), { timeout: 20_000 })
    .toBe(0);
});

test('invites a colleague while registration is by invitation and revokes the invitation', async () => {
  const page = await openAsAdministrator();
  await page.goto('/admin/registration');
  await page.getByRole('textbox', { name: 'Allowed email domains' }).fill('domain!');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^domain! is not a domain\./u).waitFor();
  await page.getByRole('link', { name: 'Invitations' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  const domains = page.getByRole('textbox', { name: 'Allowed email domains' });
  await domains.fill('@Example.org');
  await page.getByText('no one checks that an address belongs to the person').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await confirm(page, 'Save');
  await page.getByText('Registration settings saved').waitFor();
  expect(await domains.inputValue()).toBe('example.org');
  await domains.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await confirm(page, 'Save');
  await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Invitations' }).click();
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByRole('textbox', { name: 'Email address (optional)' }).fill('colleague');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByText('Enter a valid email address.').waitFor();
  await dialog.getByRole('textbox', { name: 'Email address (optional)' }).fill('colleague@example.org');
  await confirm(page, 'Create link');
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link).toMatch(/\/register#token=[\w-]{43}$/u);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke the invitation for colleague@example.org' }).click();
  await confirm(page, 'Revoke');
  await page.getByText('Invitation revoked').waitFor();
  await expect.poll(() => page.getByText('colleague@example.org').count()).toBe(0);
});

test('retries a failed job, shows its reason, and cancels a waiting one', async () => {
  await call(teacher, 'POST', '/api/transcribe/create', { video_url: 'https://example.invalid/a.mp4' });
  const list = async () => {
    const address = `${inject('origin')}/api/admin/jobs/?account_id=${teacher.user.id}`;
    const headers = { authorization: `Bearer ${administrator.access}` };
    return administeredJobList.parse(await (await fetch(address, { headers })).json());
  };
  await eventually(async () => (await list())[0]?.state).toBe('completed');
  const [job] = await list();
  const set = (state: string): Promise<void> =>
    query(
      `update pgboss.job set state = $2::pgboss.job_state, retry_limit = 0,
        completed_on = case when $2 = 'failed' then now() end,
        start_after = case when $2 = 'failed' then now() else now() + interval '1 hour' end,
        output = '{"message": "The worker was killed."}' where id = $1`,
      [job?.id, state],
    );
  await query(`update transcriptions set status = 'running', error = null where instructor_id = $1`, [
    teacher.user.id,
  ]);
  await set('failed');
  const page = await openAsAdministrator();
  await page.goto(`/admin/jobs?state=failed&account=${teacher.user.id}`);
  await page.getByText(`Only jobs of ${teacher.email}`).waitFor();
  await page.getByText('The worker was killed.').waitFor();
  await page.getByRole('button', { name: `Retry Transcription of ${teacher.email}` }).click();
  await page.getByText('Job queued again').waitFor();
  await page.getByText('No job has failed.').waitFor();
  await eventually(async () => (await list())[0]?.state).toBe('completed');
  await set('created');
  await page.goto(`/admin/jobs?account=${teacher.user.id}`);
  await page.getByRole('button', { name: `Cancel job: Transcription of ${teacher.email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click();
  await page.getByText('Job cancelled').waitFor();
  await page.getByRole('cell', { name: 'Cancelled' }).waitFor();
});

test('filters and downloads the audit log', async () => {
  const page = await openAsAdministrator();
  await page.goto('/admin/audit');
  await page.getByRole('textbox', { name: 'Email address or account number' }).fill('nothing');
  await page.getByRole('button', { name: 'Show entries' }).click();
  await page.getByText('Enter an email address or the number of an account.').waitFor();
  await page.getByRole('textbox', { name: 'Email address or account number' }).fill(teacher.email);
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Registration');
  await page.getByLabel('From', { exact: true }).fill(new Date().toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Show entries' }).click();
  await page.waitForURL(/account=.*&action=registration&from=/u);
  await page.getByText('No more entries').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^lectern-audit-log-[\d-]+\.csv$/u);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.waitForURL('/admin/audit');
});

test('shows models, storage and health in English and Spanish', async () => {
  const page = await openAsAdministrator({ locale: 'es-ES' });
  await page.goto('/admin/models');
  await eventually(() => titleOf(page).textContent()).toBe('Modelos');
  await page.getByRole('heading', { name: 'Reconocimiento de voz' }).waitFor();
  await page.getByRole('link', { name: 'Almacenamiento' }).click();
  await page.getByText('Espacio libre').waitFor();
  await page.getByRole('link', { name: 'Versión y estado' }).click();
  await page.getByText(/^PostgreSQL \d/u).waitFor();
});

const SCREENS = [
  'accounts',
  'registration',
  'invitations',
  'jobs',
  'models',
  'storage',
  'system',
  'audit',
] as const;

test.for([320, 768, 1440])(
  'administrators’ screens are accessible in both schemes at %d px',
  async (width) => {
    const page = await openAsAdministrator({ viewport: { width, height: 900 } });
    const found: string[] = [];
    const look = async (name: string): Promise<void> => {
      for (const violation of await listViolationsInBothSchemes(page)) found.push(`${name}, ${violation}`);
      const sideways = await measureSidewaysScroll(page);
      if (sideways > 0) found.push(`${name}: ${sideways} px wider than the window`);
    };
    for (const name of SCREENS) {
      await page.goto(`/admin/${name}`);
      await titleOf(page).waitFor();
      await page.waitForFunction(() => document.querySelector('[role="status"][aria-busy="true"]') === null);
      await look(name);
    }
    await openAccount(page, teacher);
    await look('an account');
    await page.getByRole('button', { name: 'Create reset link' }).click();
    await page.getByRole('dialog').waitFor();
    await look('a reset link');
    expect(found).toEqual([]);
  },
);
