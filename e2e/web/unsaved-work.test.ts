import { expect, test } from 'vitest';
import { makeAccount, openSignedIn } from './browser-test.ts';
import { makeCourse } from './calls-over-http.ts';
import { makeQuiz, openEditor, stemOf } from './editor-steps.ts';
import { eventually } from './eventually.ts';
import { fillLogin, logOut } from './screen-steps.ts';
import { holdAnswers } from './simulated-server.ts';

const SAVE_DRAFT = { path: /^\/api\/question-sets\/\d+\/draft\/$/u, method: 'PUT' };
const TYPED = 'What was typed during a logout?';

test('a logout during a save loses no edit, and leaves nothing for the next account', async () => {
  const { page, context, account } = await openSignedIn();
  const { title } = await makeCourse(account, 'Rivers');
  const quiz = await makeQuiz(account, { count: 1 });
  const signInAs = async (who: { email: string; password: string }): Promise<void> => {
    await page.goto('/login');
    await fillLogin(page, who);
    await page.getByRole('button', { name: 'Login', exact: true }).last().click();
    await page.waitForURL('/courses');
    await page.getByRole('heading', { level: 1, name: 'My Courses' }).waitFor();
  };

  // The answer to the save never arrives: another tab signs out first.
  const release = await holdAnswers(page, SAVE_DRAFT);
  const editor = await openEditor(page, quiz);
  const saving = page.waitForRequest((request) => request.method() === 'PUT');
  await stemOf(editor, 1).fill(TYPED);
  await saving;
  const other = await context.newPage();
  await other.goto('/courses');
  await logOut(other);
  await page.waitForURL('/welcome');
  await other.close();
  release();
  await page.unrouteAll();

  await signInAs(account);
  const again = await openEditor(page, quiz);
  await eventually(() => stemOf(again, 1).inputValue()).toBe(TYPED);
  await again.getByText(/^Draft saved /u).waitFor();

  await page.goto('/courses');
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Course' }).click();
  await page.getByText('Rivers was moved to the trash.').waitFor();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await logOut(page);
  await page.waitForURL('/welcome');
  // Only in-app links from here on: the page must have reloaded by itself.
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  const next = await makeAccount();
  await fillLogin(page, next);
  await page.getByRole('button', { name: 'Login', exact: true }).last().click();
  await page.getByRole('heading', { level: 1, name: 'My Courses' }).waitFor();
  await eventually(() => page.evaluate(() => 'isSamePage' in window)).toBe(false);
  await eventually(() => page.getByText('Rivers was moved to the trash.').count()).toBe(0);
  const kept = await page.evaluate(() =>
    Object.keys(sessionStorage).filter((name) => name.startsWith('own:')),
  );
  expect(kept.filter((name) => !name.startsWith(`own:${next.user.id}:`))).toEqual([]);
});
