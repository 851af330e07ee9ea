import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSignedIn } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { fillCourse, fillLogin, openCourseForm } from './screen-steps.ts';

test('puts the first keys typed after opening a dialog into its first field', async () => {
  const { page } = await openSignedIn();
  await page.goto('/courses');
  await page.getByRole('button', { name: 'Add New Course' }).click();
  await page.keyboard.type('Rivers', { delay: 5 });
  const title = page.getByRole('dialog', { name: 'Add New Course' }).getByRole('textbox', { name: 'Title' });
  await eventually(() => title.inputValue()).toBe('Rivers');
});

test('a session that expires while a dialog is open is renewed over the dialog, and the save continues', async () => {
  const { page, account } = await openSignedIn();
  await page.goto('/courses');
  const dialog = await openCourseForm(page);
  await fillCourse(dialog, 'Typed before the end');
  await page.evaluate(() => {
    localStorage.setItem('authToken', 'expired');
    localStorage.setItem('refreshToken', 'expired');
    // The event that other tabs receive.
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken', newValue: 'expired' }));
  });
  await dialog.getByRole('button', { name: 'Add Course' }).click();
  const again = page.getByRole('dialog', { name: 'Log in again' });
  const password = again.getByLabel('Password', { exact: true });
  await password.waitFor();
  expect(new URL(page.url()).pathname).toBe('/courses');
  await eventually(() => again.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(account.email);
  await eventually(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
  await eventually(() => dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(
    'Typed before the end',
  );
  await page.keyboard.press('Escape');
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Typed before the end' }).waitFor();
  await again.waitFor({ state: 'detached' });
});

/** As when a request of another tab finds that the session has expired. */
async function endSessionElsewhere(context: BrowserContext, page: Page): Promise<void> {
  const other = await context.newPage();
  await other.goto('/no-such-page');
  await other.evaluate(() => localStorage.clear());
  await page.waitForURL('/welcome');
  await other.close();
}

async function logInAgain(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, account);
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await page.waitForURL('/courses');
}

/** web/app/leave-account.test.ts tests that every form keeps what was typed. */
test('a form keeps what was typed when the session ends in another tab', async () => {
  const { page, context, account } = await openSignedIn();
  const department = page.getByLabel('Department');
  await page.goto('/profile');
  await department.fill('Typed before the end');
  await endSessionElsewhere(context, page);
  await logInAgain(page, account);
  await page.goto('/profile');
  await eventually(() => department.inputValue()).toBe('Typed before the end');
});

test('asks about unsaved input when its user signs out, and discards it', async () => {
  const { page, account } = await openSignedIn();
  await page.goto('/profile');
  await page.getByLabel('Department').fill('Typed before the end');
  await page.getByRole('button', { name: /, account of /u }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await page.waitForURL(/\/(?:welcome|login)$/u);
  await logInAgain(page, account);
  await page.goto('/profile');
  const department = page.getByLabel('Department');
  await eventually(() => department.inputValue()).toBe(account.department);
});
