import { expect, test } from 'vitest';
import { openSignedIn } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { chooseFromMenu, expectFocusOn, press, tabTo, type } from './keyboard-steps.ts';
import { clientOf } from './make-lessons.ts';

test('manages courses by keyboard without losing the focus', async () => {
  const { page } = await openSignedIn();
  await page.goto('/courses');
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
  await press(creation.getByRole('button', { name: 'Add Course' }));
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
