import { expect, test } from 'vitest';
import { confirm, logIn, press, renew, section } from '../account-steps.ts';
import { makeAccount, openBrowser } from '../browser-test.ts';
import { call, makeCourse } from '../calls-over-http.ts';
import { eventually } from '../eventually.ts';
import { fillLogin, listStoredEntries, logOut, openUserMenu } from '../screen-steps.ts';

test('logs in, changes name and password, uses an API key, and logs out', async () => {
  const account = await makeAccount();
  await makeCourse(account, 'Only for me');
  const { page, context } = await openBrowser();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/login');
  await fillLogin(page, account);
  await press(page, 'Login');
  await page.waitForURL('/courses');
  await page.getByRole('link', { name: 'Only for me' }).waitFor();
  await eventually(() => listStoredEntries(page)).toEqual([
    ...['authToken', 'refreshToken', 'user', 'instructorData', 'apiKey', 'department', 'instructorId'],
  ]);

  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Profile Settings' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await page.getByLabel('Department').fill('Computing');
  await press(page, 'Save');
  await page.getByRole('status').getByText('Saved').waitFor();
  await page.getByRole('button', { name: 'GR, account of Grace Hopper' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'GR, account of Grace Hopper' }).waitFor();
  await eventually(() => page.getByLabel('Department').inputValue()).toBe('Computing');

  await logIn(account.email, account.password);
  await page.goto('/account');
  const keys = section(page, 'API keys');
  await keys.getByText('Sign-in key').waitFor();
  await press(keys, 'Create API key');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Import script');
  await dialog.getByLabel('Expires').selectOption('never');
  await confirm(page, account.password, 'Create API key');
  const apiKey = await dialog.getByLabel('API key', { exact: true }).inputValue();
  await press(dialog, 'Copy key');
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(apiKey);
  expect(await call({ api_key: apiKey }, 'GET', '/api/courses/')).toHaveLength(1);
  await press(dialog, 'Done');
  await keys.getByText('Import script').waitFor();
  await eventually(() => page.content()).not.toContain(apiKey);

  const sessions = section(page, 'Sessions');
  await sessions.getByRole('listitem').filter({ hasText: 'Windows' }).waitFor();
  const password = section(page, 'Password');
  await password.getByLabel('Current password', { exact: true }).fill(account.password);
  await password.getByLabel('New password', { exact: true }).fill('a new long password');
  await password.getByLabel('Repeat the new password', { exact: true }).fill('a new long password');
  await password.getByRole('checkbox', { name: 'Revoke all API keys too' }).check();
  await press(password, 'Change password');
  await password
    .getByText('Password changed. All other sessions were signed out, and all API keys were revoked.')
    .waitFor();
  await sessions.getByRole('listitem').filter({ hasText: 'Windows' }).waitFor({ state: 'detached' });
  await expect(call({ api_key: apiKey }, 'GET', '/api/courses/')).rejects.toThrow('401');
  // The browser continues with the key that replaced the old one.
  const own = await page.evaluate(() => localStorage.getItem('apiKey'));
  expect(await call({ api_key: own ?? '' }, 'GET', '/api/courses/')).toHaveLength(1);

  const refresh = await page.evaluate(() => localStorage.getItem('refreshToken'));
  await logOut(page);
  await page.waitForURL('/welcome');
  // The page reloads, but the server still ends the session.
  await eventually(() => renew(refresh)).toBe(401);
  await eventually(() => listStoredEntries(page)).toEqual([]);
  await page.goBack();
  await page.waitForURL('/welcome');
  await eventually(() => page.getByText('Only for me').count()).toBe(0);
  expect((await logIn(account.email, account.password)).status).toBe(401);
  expect((await logIn(account.email, 'a new long password')).status).toBe(200);
});
