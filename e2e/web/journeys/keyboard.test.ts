import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeAccount, openBrowser, openSignedIn } from '../browser-test.ts';
import { eventually } from '../eventually.ts';
import { clientOf, makeTestDirectory, makeTextLesson, readLessonText } from '../make-lessons.ts';

/** More than the focusable elements of any screen. */
const MOST_PRESSES = 80;

const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

/** Moves the focus to the element with the Tab key only. */
async function tabTo(locator: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await locator.first().waitFor();
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await hasFocus(locator)) return;
    await locator.page().keyboard.press(key);
  }
  throw new Error(`The ${key} key does not lead to ${String(locator)}`);
}

async function press(locator: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(locator);
  await locator.page().keyboard.press(key);
}

async function type(locator: Locator, text: string): Promise<void> {
  await tabTo(locator);
  await locator.page().keyboard.press('ControlOrMeta+a');
  await locator.page().keyboard.type(text);
}

/** Chooses from an open menu with the arrow keys. */
async function chooseFromMenu(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true });
  await item.waitFor();
  for (let presses = 0; presses < 12; presses += 1) {
    if (await hasFocus(item)) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrow keys do not lead to ${name}`);
}

/** Chooses an option by typing its beginning. */
async function chooseOption(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.type(text);
  await eventually(() =>
    field.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? ''),
  ).toBe(text);
}

/** After a dialog closes, keyboard users need a focused element. */
async function expectFocusOn(locator: Locator): Promise<void> {
  await eventually(() => hasFocus(locator)).toBe(true);
}

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element === null ? 'nothing' : (element.getAttribute('aria-label') ?? element.textContent);
  });

test('logs in and manages courses by keyboard without losing the focus', async () => {
  const account = await makeAccount();
  const { page } = await openBrowser();
  await page.goto('/login');
  await type(page.getByRole('textbox', { name: 'Email' }), account.email);
  await type(page.getByLabel('Password', { exact: true }), account.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('/courses');

  const add = page.getByRole('button', { name: 'Add New Course' });
  await press(add);
  const creation = page.getByRole('dialog', { name: 'Add New Course' });
  // The first field gets the focus, and the dialog traps it.
  await expectFocusOn(creation.getByRole('textbox', { name: 'Title' }));
  await page.keyboard.press('Escape');
  await creation.waitFor({ state: 'detached' });
  await expectFocusOn(add);

  await page.keyboard.press('Enter');
  await expectFocusOn(creation.getByRole('textbox', { name: 'Title' }));
  await page.keyboard.type('Tidal flats');
  await type(creation.getByRole('textbox', { name: 'Description' }), 'What the sea leaves twice a day.');
  await type(creation.getByLabel('Department'), 'Geography');
  await press(creation.getByRole('button', { name: 'Add outcome' }));
  await type(creation.getByRole('textbox', { name: 'Short name' }), 'TIDE');
  await type(
    creation.getByRole('textbox', { name: 'What students will be able to do' }),
    'Read a tide table.',
  );
  await press(creation.getByRole('button', { name: 'Create Course' }));
  await creation.waitFor({ state: 'detached' });
  await expectFocusOn(page.getByRole('heading', { level: 1, name: 'Tidal flats' }));

  await page.goto('/courses');
  const menu = page.getByRole('button', { name: 'Actions for Tidal flats' });
  await tabTo(menu);
  await page.keyboard.press('Enter');
  await chooseFromMenu(page, 'Edit');
  const edition = page.getByRole('dialog', { name: 'Edit the course' });
  await expectFocusOn(edition.getByRole('textbox', { name: 'Title' }));
  await page.keyboard.press('End');
  await page.keyboard.type(' and marshes');
  await page.keyboard.press('Enter');
  await edition.waitFor({ state: 'detached' });
  const renamed = page.getByRole('button', { name: 'Actions for Tidal flats and marshes' });
  await expectFocusOn(renamed);

  // The question about unsaved input can keep or discard it.
  await page.keyboard.press('Enter');
  await chooseFromMenu(page, 'Edit');
  await expectFocusOn(edition.getByRole('textbox', { name: 'Title' }));
  await page.keyboard.type('Half a thought');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expectFocusOn(question.getByRole('button', { name: 'Keep editing' }));
  await press(question.getByRole('button', { name: 'Discard' }));
  await edition.waitFor({ state: 'detached' });
  await expectFocusOn(renamed);

  await page.keyboard.press('Enter');
  await chooseFromMenu(page, 'Delete');
  const deletion = page.getByRole('dialog', { name: 'Delete the course' });
  await expectFocusOn(deletion.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await deletion.waitFor({ state: 'detached' });
  await expectFocusOn(renamed);
  await page.keyboard.press('Enter');
  await chooseFromMenu(page, 'Delete');
  await expectFocusOn(deletion.getByRole('button', { name: 'Cancel' }));
  await press(deletion.getByRole('button', { name: 'Delete Course' }));
  await deletion.waitFor({ state: 'detached' });
  await page.getByText("You don't have any courses yet.").waitFor();
  await expectFocusOn(add);
});

test('uploads and summarizes a text and creates, saves and renames a quiz by keyboard', async () => {
  const { page, account } = await openSignedIn();
  await clientOf(account).createCourse('Biology');
  const file = join(await makeTestDirectory(), 'photosynthesis.txt');
  await writeFile(file, await readLessonText('biology'));

  await page.goto('/upload');
  await chooseOption(page.getByRole('combobox', { name: 'Target course' }), 'Biology');
  const picker = page.getByLabel('choose a file');
  await tabTo(picker);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
  await chooser.setFiles(file);
  await type(page.getByRole('textbox', { name: 'Display name' }), 'Photosynthesis');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/course\/\d+$/u);
  // The focus starts at the title of the new page.
  await expectFocusOn(page.getByRole('heading', { level: 1 }));

  await press(page.getByRole('link', { name: /^View Lesson Content/u }));
  await expectFocusOn(page.getByRole('heading', { level: 1, name: 'Photosynthesis' }));
  await press(page.getByRole('button', { name: 'Create Summary' }));
  await page.getByText('Summary created successfully', { exact: true }).waitFor({ timeout: 60_000 });
  await eventually(() => focusedName(page)).not.toBe('nothing');
  const chip = page
    .getByRole('tabpanel', { name: 'Summary' })
    .getByRole('link', { name: /^Evidence/u })
    .first();
  await press(chip);
  await page.getByRole('article', { name: 'Text of the lesson' }).locator('mark').first().waitFor();
  // Highlighting elsewhere on the page does not move the focus.
  await expectFocusOn(chip);

  await tabTo(page.getByRole('link', { name: 'Create quiz', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectFocusOn(page.getByRole('heading', { level: 1, name: 'Create New Quiz' }));
  await type(page.getByLabel('Quiz name'), 'By keys');
  await type(page.getByLabel('Number of questions'), '2');
  await press(page.getByRole('button', { name: 'Generate Quiz' }));
  const result = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await result.getByText('Question 2', { exact: true }).waitFor({ timeout: 60_000 });
  await eventually(() => hasFocus(result.locator(':focus'))).toBe(true);
  await press(result.getByRole('button', { name: 'Save', exact: true }));
  await result.getByText('Quiz saved successfully!', { exact: true }).waitFor();
  await press(result.getByRole('button', { name: 'Done' }));
  await result.waitFor({ state: 'detached' });
  await expectFocusOn(page.getByRole('button', { name: 'Generate Quiz' }));

  const saved = page.getByRole('region', { name: 'Saved quizzes' });
  const opener = saved.getByRole('button', { name: 'By keys', exact: true });
  await press(opener);
  await result.getByText('Question 1', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await result.waitFor({ state: 'detached' });
  await expectFocusOn(opener);

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
});

test('creates a quiz in the chat by keyboard and returns the focus to the input', async () => {
  const { page, account } = await openSignedIn();
  await makeTextLesson(account, await readLessonText('psychology'), {
    courseTitle: 'Psychology',
    title: 'Memory',
  });
  await page.goto('/chat');
  const message = page.getByRole('textbox', { name: 'Message' });
  await type(message, 'please create a quiz');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log', { name: 'Conversation' });
  const course = log.getByRole('button', { name: 'Psychology' });
  await course.waitFor();
  await tabTo(course, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await press(log.getByRole('button', { name: 'Memory' }));
  const form = page.getByRole('dialog', { name: 'Create New Quiz' });
  await form.waitFor();
  await type(form.getByLabel('Number of questions'), '1');
  await press(form.getByRole('checkbox', { name: 'Remember' }), 'Space');
  await press(form.getByRole('button', { name: 'Generate Quiz' }));
  const result = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await result.getByText('Question 1', { exact: true }).waitFor({ timeout: 60_000 });
  await press(result.getByRole('button', { name: 'Cancel' }));
  await expectFocusOn(result.getByRole('button', { name: 'Keep it open' }));
  await press(result.getByRole('button', { name: 'Close without saving' }));
  await result.waitFor({ state: 'detached' });
  await expectFocusOn(message);
});

test('offers to skip to the content on the first Tab', async () => {
  const { page } = await openSignedIn();
  await page.goto('/courses');
  await page.getByRole('button', { name: 'Add New Course' }).waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expectFocusOn(skip);
  await eventually(() => skip.evaluate((link) => link.getBoundingClientRect().top >= 0)).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expectFocusOn(page.getByRole('button', { name: 'Add New Course' }));
});

test('opens screens, search and help with single keys, but not while typing', async () => {
  const { page, account } = await openSignedIn();
  await clientOf(account).createCourse('Geology');
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const [key, path] of [
    ['c', '/courses'],
    ['u', '/upload'],
    ['q', '/quiz'],
    ['a', '/chat'],
    ['d', '/dashboard'],
    ['c', '/courses'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await page.waitForURL(path);
    await expectFocusOn(page.getByRole('heading', { level: 1 }));
  }
  await page.getByRole('link', { name: 'Geology', exact: true }).waitFor();
  const search = page.getByRole('searchbox', { name: 'Search courses' });
  // The dashboard also names the course and stays until the next screen is loaded.
  await search.waitFor();
  await page.keyboard.press('/');
  await expectFocusOn(page.getByRole('combobox', { name: 'Search your lessons' }));
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await expectFocusOn(search);
  // In a field they type characters.
  await page.keyboard.type('g c?/');
  await eventually(() => search.inputValue()).toBe('g c?/');
  expect(new URL(page.url()).pathname).toBe('/courses');
  await eventually(() => page.getByRole('dialog').count()).toBe(0);

  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  const link = page.getByRole('link', { name: 'Geology', exact: true });
  await tabTo(link);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Search your lessons').waitFor();
  await list.getByText('Search on this page').waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await expectFocusOn(link);
});
