import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { makeAccount, openBrowser } from '../browser-test.ts';
import { eventually } from '../eventually.ts';
import {
  chooseFromMenu,
  chooseOption,
  expectFocusOn,
  hasFocus,
  press,
  tabTo,
  type,
} from '../keyboard-steps.ts';
import { clientOf, makeTestDirectory, readLessonText } from '../make-lessons.ts';
import { insertBank } from '../question-banks.ts';

test('logs in, uploads a text, and generates, saves, renames, deletes and restores a quiz by keyboard', async () => {
  const account = await makeAccount();
  const client = clientOf(account);
  const course = await client.createCourse('Biology');
  const file = join(await makeTestDirectory(), 'photosynthesis.txt');
  await writeFile(file, await readLessonText('biology'));
  const { page } = await openBrowser();
  await page.goto('/login');
  await type(page.getByRole('textbox', { name: 'Email' }), account.email);
  await type(page.getByLabel('Password', { exact: true }), account.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('/courses');
  await page.getByRole('link', { name: 'Biology', exact: true }).waitFor();

  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await page.waitForURL('/upload');
  // Playwright intercepts the dialog a moment after it is asked to.
  const choosing = page.waitForEvent('filechooser');
  await chooseOption(page.getByRole('combobox', { name: 'Target course' }), 'Biology');
  const picker = page.getByLabel('choose a file');
  await tabTo(picker);
  await page.keyboard.press('Space');
  await (await choosing).setFiles(file);
  await type(page.getByRole('textbox', { name: 'Display name' }), 'Photosynthesis');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/course\/\d+$/u);
  // The focus starts at the title of the new page.
  await expectFocusOn(page.getByRole('heading', { level: 1 }));
  await press(page.getByRole('link', { name: /^View Lesson Content/u }));
  await expectFocusOn(page.getByRole('heading', { level: 1, name: 'Photosynthesis' }));
  await insertBank(await client.getLesson(Number(/\/lessons\/(\d+)/u.exec(page.url())?.[1])), course);

  await tabTo(page.getByRole('link', { name: 'Create quiz', exact: true }));
  await page.keyboard.press('Enter');
  await expectFocusOn(page.getByRole('heading', { level: 1, name: 'Create New Quiz' }));
  await type(page.getByLabel('Quiz name'), 'By keys');
  await type(page.getByLabel('Number of questions'), '2');
  await press(page.getByRole('button', { name: 'Generate Quiz' }));
  const result = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await result.getByText('Question 2', { exact: true }).waitFor();
  await eventually(() => hasFocus(result.locator(':focus'))).toBe(true);
  await press(result.getByRole('button', { name: 'Save', exact: true }));
  await result.getByText('Quiz saved successfully!', { exact: true }).waitFor();
  await press(result.getByRole('button', { name: 'Done' }));
  await result.waitFor({ state: 'detached' });
  await expectFocusOn(page.getByRole('button', { name: 'Generate Quiz' }));

  const saved = page.getByRole('region', { name: 'Saved quizzes' });
  const opener = saved.getByRole('button', { name: 'By keys', exact: true });
  await press(opener);
  await page.waitForURL(/\/quiz\/\d+$/u);
  await page.getByRole('heading', { name: 'Question 1', exact: true }).waitFor();
  await press(page.getByRole('button', { name: 'Done' }));
  await opener.waitFor();

  await press(saved.getByRole('button', { name: 'Menu of By keys' }));
  await chooseFromMenu(page, 'Rename');
  const rename = page.getByRole('dialog', { name: 'Rename the quiz' });
  await expectFocusOn(rename.getByRole('textbox', { name: 'Quiz name' }));
  await page.keyboard.press('End');
  await page.keyboard.type(' alone');
  await page.keyboard.press('Enter');
  await rename.waitFor({ state: 'detached' });
  await expectFocusOn(saved.getByRole('button', { name: 'Menu of By keys alone' }));

  await page.keyboard.press('Enter');
  await chooseFromMenu(page, 'Delete');
  const deletion = page.getByRole('dialog', { name: 'Delete the quiz' });
  await expectFocusOn(deletion.getByRole('button', { name: 'Cancel' }));
  await press(deletion.getByRole('button', { name: 'Delete Quiz' }));
  await deletion.waitFor({ state: 'detached' });
  await expectFocusOn(saved.getByRole('heading', { name: 'Saved quizzes' }));
  await page.getByText('By keys alone was moved to the trash.').waitFor();
  await press(page.getByRole('button', { name: 'Undo' }));
  await saved.getByRole('button', { name: 'By keys alone', exact: true }).waitFor();
});
