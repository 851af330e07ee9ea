import { expect, test } from 'vitest';
import { confirm } from '../account-steps.ts';
import { makeAdministrator, openAs } from '../administration-steps.ts';
import { makeAccount, openBrowser } from '../browser-test.ts';
import { eventually } from '../eventually.ts';
import { fillLogin, openUserMenu } from '../screen-steps.ts';

test('finds, disables and enables an account, and shows it in the audit log', async () => {
  const [administrator, teacher] = [await makeAdministrator(), await makeAccount()];
  const page = await openAs(administrator);
  await page.goto('/courses');
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await page.waitForURL('/admin/accounts');
  await page.getByRole('searchbox', { name: /^Search by name/u }).fill(teacher.email.toUpperCase());
  await page.getByRole('status').getByText('1 account', { exact: true }).waitFor();
  await page.getByRole('link', { name: teacher.email }).click();
  await page.getByRole('button', { name: 'Disable account' }).click();
  await page.getByRole('dialog', { name: 'Disable this account?' }).waitFor();
  await confirm(page, administrator.password, 'Disable account');
  await page.getByText('This account cannot sign in, and its API keys do not work.').waitFor();
  await page.getByRole('button', { name: 'Create reset link' }).waitFor({ state: 'detached' });

  const other = (await openBrowser()).page;
  await other.goto('/login');
  await fillLogin(other, teacher);
  await other.getByRole('button', { name: 'Login' }).click();
  await other.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Enable account' }).click();
  await confirm(page, administrator.password, 'Enable account');
  await page.getByText('This account can sign in.').waitFor();
  await other.getByRole('button', { name: 'Login' }).click();
  await other.waitForURL('/courses');
  await page.goBack();
  await page.getByRole('link', { name: teacher.email }).waitFor();

  await page.goto('/admin/audit');
  await page.getByRole('textbox', { name: 'Email address or account number' }).fill(teacher.email);
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Registration');
  await page.getByLabel('From', { exact: true }).fill(new Date().toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Show entries' }).click();
  await page.waitForURL(/account=.*&action=registration&from=/u);
  await page.getByText('No more entries').waitFor();
  await eventually(() => page.getByRole('row').count()).toBe(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^lectern-audit-log-[\d-]+\.csv$/u);
});
