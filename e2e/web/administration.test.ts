import type { BrowserContextOptions } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { ADMINISTRATION_SECTIONS } from '#contract/administration-sections.ts';
import { administeredJobList } from '#contract/administration.ts';
import { startLooking } from './accessibility.ts';
import { confirm } from './account-steps.ts';
import { makeAdministrator, openAccount, openAs } from './administration-steps.ts';
import { makeAccount, openSignedIn } from './browser-test.ts';
import { call } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import { query } from './question-banks.ts';
import { openUserMenu, titleOf } from './screen-steps.ts';

/** Each test has its own administrator, and an account to administer. */
async function openAdministration(options: BrowserContextOptions = {}) {
  const [administrator, teacher] = [await makeAdministrator(), await makeAccount()];
  return { administrator, teacher, page: await openAs(administrator, options) };
}

test('shows the menu entry and the pages to administrators only', async () => {
  // First: the first account of an installation is an administrator.
  const { page: own } = await openAdministration();
  const { page } = await openSignedIn();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/admin/accounts');
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  expect(loaded.filter((url) => /administration|api\/admin/u.test(url))).toEqual([]);
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  await eventually(() => page.getByRole('menuitem', { name: 'Administration' }).count()).toBe(0);

  await own.goto('/admin/no-such-section');
  await own.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
});

test('asks for the password before it shows a reset link, once', async () => {
  const { page, administrator, teacher } = await openAdministration();
  await openAccount(page, teacher);
  await page.getByRole('button', { name: 'Create reset link' }).click();
  const dialog = page.getByRole('dialog');
  await confirm(page, 'not this one', 'Create link');
  await dialog.getByText('This is not your password. Nothing was changed.').waitFor();
  await confirm(page, administrator.password, 'Create link');
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link).toMatch(/\/reset-password#token=[\w-]{43}$/u);
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Copy link');
  await page.keyboard.press('Enter');
  await page.getByText('Link copied').waitFor();
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Create reset link');
});

test('changes limits and a role, but not those that would lock administrators out themselves', async () => {
  const { page, administrator, teacher } = await openAdministration();
  await openAccount(page, teacher);
  await page.getByRole('button', { name: 'Change limit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'A limit for this account' }).check();
  await dialog.getByRole('textbox', { name: 'Limit in GB' }).fill('1.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('0 bytes of 1.5 GB used. The limit was set for this account.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The limit is the default of this installation.').waitFor();
  await page.getByRole('button', { name: 'Change budget' }).click();
  await dialog.getByLabel('Tokens').fill('plenty');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a number, 0 or more').waitFor();
  await eventually(() =>
    dialog.getByLabel('Tokens').evaluate((field) => field === document.activeElement),
  ).toBe(true);
  await dialog.getByLabel('Tokens').fill('500,000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('0 of 500,000 tokens. Monthly limits were set for this account.').waitFor();
  await page.getByRole('button', { name: 'Make administrator' }).click();
  await confirm(page, administrator.password, 'Make administrator');
  await page.getByRole('button', { name: 'Remove role' }).waitFor();
  await openAccount(page, administrator);
  await eventually(() =>
    page.getByRole('button', { name: /^(?:Disable account|Remove role)$/u }).count(),
  ).toBe(0);
});

test('deletes an account once its email address is typed, by keyboard', async () => {
  const { page, administrator, teacher } = await openAdministration();
  const leaving = await makeAccount();
  await openAccount(page, leaving);
  await page.getByRole('button', { name: 'Delete account...' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
  await dialog.getByText('the profile and all sessions').waitFor();
  const field = dialog.getByRole('textbox', { name: 'Email address of the account' });
  await eventually(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(teacher.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(administrator.password);
  await page.keyboard.press('Enter');
  await dialog.getByText('This is not the email address of the account.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Delete account...');
  await page.keyboard.press('Enter');
  await field.fill(leaving.email.toUpperCase());
  await dialog.getByLabel('Your password', { exact: true }).fill(administrator.password);
  await page.keyboard.press('Enter');
  await page.getByText('Account deleted').waitFor();
  await page.waitForURL('/admin/accounts');
  await page.goto(`/admin/accounts/${leaving.user.id}`);
  await page.getByRole('heading', { name: 'Account not found' }).waitFor();
  await openAccount(page, administrator);
  await eventually(() => page.getByRole('button', { name: 'Delete account...' }).count()).toBe(0);
});

test('invites a colleague while registration is by invitation and revokes the invitation', async () => {
  const { page, administrator } = await openAdministration();
  await page.goto('/admin/registration');
  await page.getByRole('textbox', { name: 'Allowed email domains' }).fill('domain!');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^domain! is not a domain\./u).waitFor();
  await page.getByRole('link', { name: 'Invitations' }).click();
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  const domains = page.getByRole('textbox', { name: 'Allowed email domains' });
  await domains.fill('@Example.org');
  await page.getByText('no one checks that an address belongs to the person').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await confirm(page, administrator.password, 'Save');
  await page.getByText('Registration settings saved').waitFor();
  await eventually(() => domains.inputValue()).toBe('example.org');
  await domains.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await confirm(page, administrator.password, 'Save');
  await eventually(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Invitations' }).click();
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByRole('textbox', { name: 'Email address (optional)' }).fill('colleague');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByText('Enter a valid email address.').waitFor();
  await dialog.getByRole('textbox', { name: 'Email address (optional)' }).fill('colleague@example.org');
  await confirm(page, administrator.password, 'Create link');
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link).toMatch(/\/register#token=[\w-]{43}$/u);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke the invitation for colleague@example.org' }).click();
  await confirm(page, administrator.password, 'Revoke');
  await page.getByText('Invitation revoked').waitFor();
  await eventually(() => page.getByText('colleague@example.org').count()).toBe(0);
});

test('retries a failed job, shows its reason, and cancels a waiting one', async () => {
  const { page, administrator, teacher } = await openAdministration();
  await call(teacher, 'POST', '/api/transcribe/create', { video_url: 'https://example.invalid/a.mp4' });
  const list = async () => {
    const address = `${inject('origin')}/api/admin/jobs/?account_id=${teacher.user.id}`;
    const headers = { authorization: `Bearer ${administrator.access}` };
    return administeredJobList.parse(await (await fetch(address, { headers })).json());
  };
  await eventually(async () => (await list())[0]?.state).toBe('completed');
  const [job] = await list();
  const set = (state: string): Promise<unknown> =>
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

test('shows models, storage and health in English and Spanish', async () => {
  const { page } = await openAdministration({ locale: 'es-ES' });
  await page.goto('/admin/models');
  await eventually(() => titleOf(page).textContent()).toBe('Modelos');
  await page.getByRole('heading', { name: 'Reconocimiento de voz' }).waitFor();
  await page.getByRole('link', { name: 'Almacenamiento' }).click();
  await page.getByText('Espacio libre').waitFor();
  await page.getByRole('link', { name: 'Versión y estado' }).click();
  await page.getByText(/^PostgreSQL \d/u).waitFor();
});

test(
  'shows administrators screens that are accessible in both schemes and scroll sideways at no width',
  { timeout: 360_000 },
  async () => {
    const { page, teacher } = await openAdministration();
    const look = startLooking();
    for (const name of ADMINISTRATION_SECTIONS) {
      await page.goto(`/admin/${name}`);
      await titleOf(page).waitFor();
      await page.waitForFunction(() => document.querySelector('[role="status"][aria-busy="true"]') === null);
      await look.at(page, name);
    }
    await openAccount(page, teacher);
    await look.at(page, 'an account');
    await page.getByRole('button', { name: 'Delete account...' }).click();
    await page.getByRole('dialog').getByText('the profile and all sessions').waitFor();
    await look.at(page, 'deleting an account');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create reset link' }).click();
    await page.getByRole('dialog').waitFor();
    await look.at(page, 'a reset link');
    expect(look.found).toEqual([]);
  },
);
