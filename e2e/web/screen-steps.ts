import type { Locator, Page } from 'playwright-core';

/** What local storage contains while someone is signed in (docs/product.md, “Objects”). */
const STORED_NAMES = [
  'authToken',
  'refreshToken',
  'user',
  'instructorData',
  'apiKey',
  'api_key',
  'department',
  'instructorId',
];

/** Which of them local storage contains. */
export const listStoredEntries = (page: Page): Promise<string[]> =>
  page.evaluate((names) => names.filter((name) => localStorage.getItem(name) !== null), STORED_NAMES);

export async function fillLogin(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
}

export const openUserMenu = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /, (account of|cuenta de) /u }).click();

export async function logOut(page: Page): Promise<void> {
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

export const titleOf = (page: Page): Locator => page.getByRole('heading', { level: 1 });

export async function openCourseForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add New Course' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Course' });
  await dialog.waitFor();
  return dialog;
}

export async function fillCourse(dialog: Locator, title: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('What rivers carry.');
  await dialog
    .getByRole('combobox', { name: 'Department' })
    .or(dialog.getByLabel('Department'))
    .first()
    .fill('Geography');
}

export async function chooseFromCourseMenu(page: Page, title: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Navigates like a user, without loading the page again. */
export const goBySideNavigation = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name }).click();

/** Waits for an alert that consists of these words or contains them as an element. */
export function waitForAlert(page: Page, words: string): Promise<void> {
  const sentence = page.getByText(words, { exact: true });
  const alert = page.getByRole('alert');
  return alert
    .and(sentence)
    .or(alert.filter({ has: sentence }))
    .first()
    .waitFor();
}
