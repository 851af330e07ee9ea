import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSignedIn } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { makeLessonWithBank } from './make-lessons.ts';
import { fillCourse, fillLogin, openCourseForm } from './screen-steps.ts';

test('the first keys typed after opening a dialog are in its first field', async () => {
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
  await dialog.getByRole('button', { name: 'Create Course' }).click();
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

type Place = { courseId: number; lessonId: number; setId: number };

const FORMS: readonly (readonly [name: string, open: (page: Page, place: Place) => Promise<Locator>])[] = [
  [
    'the dialog of a lesson',
    async (page, { courseId }) => {
      await page.goto(`/course/${courseId}`);
      await page.getByRole('button', { name: 'Actions for The lesson' }).click();
      await page.getByRole('menuitem', { name: 'Edit, group or move' }).click();
      return page.getByRole('dialog').getByLabel('Week or topic');
    },
  ],
  [
    'the profile',
    async (page) => {
      await page.goto('/profile');
      return page.getByLabel('Department');
    },
  ],
  [
    'the question editor',
    async (page, { setId }) => {
      // So that the draft is not saved before the session ends.
      await page.route('**/api/question-sets/*/draft/', (route) =>
        route.request().method() === 'PUT' ? route.abort() : route.continue(),
      );
      await page.goto(`/quiz?set=${setId}`);
      await page.getByRole('button', { name: 'Edit questions' }).click();
      return page.getByLabel('Question text of question 1', { exact: true });
    },
  ],
];

test.each(FORMS)('%s has what was typed when the session ended elsewhere', async (_name, open) => {
  const { page, context, account } = await openSignedIn();
  const { client, course, lesson } = await makeLessonWithBank(account, 'history');
  const { question_set: set } = await client.generateQuestions(lesson.id, 1);
  const place = { courseId: course.id, lessonId: lesson.id, setId: set.id };
  await (await open(page, place)).fill('Typed before the end');
  await endSessionElsewhere(context, page);
  await logInAgain(page, account);
  const field = await open(page, place);
  await eventually(() => field.inputValue()).toBe('Typed before the end');
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
