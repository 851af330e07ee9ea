import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { openDatabase, openPool } from '#server/database/database.ts';
import { insertPlatform } from '#server/features/lti/platform.store.ts';
import { readDeepLinkingResponse, TestPlatform } from '#server/features/lti/testing/test-platform.ts';
import { listViolations, listViolationsInBothSchemes, measureSidewaysScroll } from './accessibility.ts';
import { makeAccount, openBrowser, openSignedIn, signIn } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { clientOf, makeTextLesson, readLessonText } from './make-lessons.ts';

let platform: TestPlatform;
let administrator: Awaited<ReturnType<typeof makeAccount>>;
beforeAll(async () => {
  platform = await TestPlatform.start(inject('platformPort'));
  platform.tool = inject('origin');
  platform.toolKeys = `${platform.tool}/api/lti/keys/`;
  const pool = openPool(inject('databaseUrl'), { maximumConnections: 1, onError: () => undefined });
  const database = openDatabase(pool);
  const { frame_origins: origins } = platform.registration;
  const registration = {
    ...platform.registration,
    // Another site than Lectern's, for the browser.
    frame_origins: [...origins, origins.join('').replace('127.0.0.1', 'localhost')],
  };
  await insertPlatform(database, registration);
  // The first account of an installation is its administrator, whom no platform signs in.
  administrator = await makeAccount();
  await database
    .updateTable('users')
    .set({ is_staff: true })
    .where('id', '=', administrator.user_id)
    .execute();
  administrator.user.is_staff = true;
  await database.destroy();
});
afterAll(() => platform.close());

const QUESTIONS = 3;
const TEACHER = { subject: 'teacher', name: 'Ada Lovelace', roles: ['Instructor'] };

const frameOf = (page: Page) => page.frameLocator('iframe[title=Tool]');

/** The pages that a frame shows follow the system without a transition. */
async function expectFramePageAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await listViolations(page), colorScheme).toEqual([]);
  }
  expect(await measureSidewaysScroll(page)).toBe(0);
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  expect(await measureSidewaysScroll(page)).toBe(0);
}

test('an instructor links the account, places a quiz in a course, and a student takes it there', async () => {
  const { page, account } = await openSignedIn();
  const text = await readLessonText('history');
  const { lesson } = await makeTextLesson(account, text, { courseTitle: 'History', title: 'Cotton' });
  const client = clientOf(account);
  const { question_set: set } = await client.generateQuestions(lesson.id, QUESTIONS);
  await client.call(z.unknown(), '/api/question-sets/save/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question_set_id: set.id, name: 'Cotton and steam' }),
  });

  platform.wish = { ...TEACHER, deepLinking: true };
  await page.goto(`${platform.issuer}/course`);
  await frameOf(page).getByRole('heading', { name: 'Link your Lectern account' }).waitFor();
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    frameOf(page).getByRole('button', { name: 'Sign in to Lectern' }).click(),
  ]);
  await popup.getByText(`Ada Lovelace on Test Platform will then open the Lectern account`).waitFor();
  expect(new URL(popup.url()).hash).toBe('');
  await expectAccessible(popup);
  await popup.getByRole('button', { name: 'Link my account' }).click();
  await popup.getByRole('heading', { name: 'Your account is linked' }).waitFor();
  await popup.close();

  await frameOf(page).getByRole('heading', { name: 'Choose a quiz' }).waitFor();
  await frameOf(page).getByText('Cotton and steam').waitFor();
  await frameOf(page).getByRole('button', { name: 'Add “Cotton and steam” to the course' }).click();
  await frameOf(page).getByText('Content added').waitFor();
  const { items } = await readDeepLinkingResponse(platform, platform.deepLinkingResponse);
  expect(items).toMatchObject([{ title: 'Cotton and steam', lineItem: { scoreMaximum: QUESTIONS } }]);
  const custom = items[0]?.['custom'] as Record<string, string>;

  platform.wish = { ...TEACHER, custom };
  await page.goto(`${platform.issuer}/course`);
  const [results] = await Promise.all([
    page.waitForEvent('popup'),
    frameOf(page).getByRole('button', { name: 'Open “Cotton and steam”' }).click(),
  ]);
  await results.waitForURL(/\/quiz-results\/\d+$/u);
  await results.close();

  platform.wish = { subject: 'student', name: 'Grace Hopper', custom, lineItem: platform.lineItem };
  const student = (await openBrowser()).page;
  await student.goto(`${platform.issuer}/course`);
  const frame = frameOf(student);
  await frame.getByRole('heading', { name: 'Cotton and steam' }).waitFor();
  expect(await frame.getByLabel('Your name').count()).toBe(0);
  await frame.getByRole('button', { name: 'Start the quiz' }).click();
  for (let place = 1; place <= QUESTIONS; place += 1) {
    await frame.getByRole('heading', { name: `Question ${place} of ${QUESTIONS}` }).waitFor();
    await frame.getByRole('radio').first().check();
    await frame.getByText('All answers are saved.', { exact: true }).waitFor();
    await frame.getByRole('button', { name: 'Next' }).click();
  }
  await frame.getByRole('button', { name: 'Submit' }).click();
  await frame.getByRole('heading', { name: 'Submitted' }).waitFor();
  await eventually(() => platform.scores.map(({ body }) => body)).toMatchObject([
    { userId: 'student', scoreMaximum: QUESTIONS },
  ]);

  // The next launch shows the same attempt.
  await student.goto(`${platform.issuer}/course`);
  await frame.getByRole('heading', { name: 'Submitted' }).waitFor();
});

test('an instructor without a session signs in in the window, and is then let in by the platform', async () => {
  const { page: registration, account } = await openSignedIn();
  await registration.close();
  const { page } = await openBrowser();
  platform.wish = { subject: 'teacher-2', roles: ['Instructor'] };
  await page.goto(`${platform.issuer}/course`);
  const open = async (name: string): Promise<Page> => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      frameOf(page).getByRole('button', { name }).click(),
    ]);
    return popup;
  };
  const popup = await open('Sign in to Lectern');
  await popup.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await popup.getByLabel('Password', { exact: true }).fill(account.password);
  await popup.getByRole('button', { name: 'Login' }).click();
  await popup.getByRole('button', { name: 'Link my account' }).click();
  await popup.waitForURL('**/courses');
  await popup.close();

  // In another browser, where no one is signed in.
  const { page: other } = await openBrowser();
  await other.goto(`${platform.issuer}/course`);
  const [window] = await Promise.all([
    other.waitForEvent('popup'),
    frameOf(other).getByRole('button', { name: 'Open Lectern' }).click(),
  ]);
  await window.waitForURL('**/courses');
  await window.goto('/account');
  await window.getByRole('heading', { name: 'Learning platforms' }).waitFor();
  await expectAccessible(window);
  await window.getByRole('button', { name: 'Unlink Test Platform' }).click();
  await window.getByRole('heading', { name: 'Learning platforms' }).waitFor({ state: 'detached' });
});

test('a browser that keeps cookies out of frames opens Lectern in a new window', async () => {
  const { page } = await openBrowser({ viewport: { width: 390, height: 844 } });
  platform.wish = { subject: 'teacher-3', roles: ['Instructor'] };
  // For the browser, another site than 127.0.0.1.
  await page.goto(`${platform.issuer.replace('127.0.0.1', 'localhost')}/course`);
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    frameOf(page).getByRole('link', { name: 'Open in a new window' }).click(),
  ]);
  await window.getByRole('heading', { name: 'Link your Lectern account' }).waitFor();
  await expectFramePageAccessible(window);
});

test('a launch that is refused says why', async () => {
  const { page } = await openBrowser({ viewport: { width: 390, height: 844 } });
  platform.wish = { subject: 'student-2', custom: { lectern_quiz: 'ZZZZZZ' } };
  await page.goto(`${platform.issuer}/course`);
  await frameOf(page).getByRole('alert').getByText('This link leads to no quiz').waitFor();
  await page.goto('/lti/0#refused=platform_unknown');
  await page.getByText('This learning platform is not registered with Lectern.').waitFor();
  await expectFramePageAccessible(page);
});

test('an administrator registers a platform and copies what to enter there', async () => {
  const { page, context } = await openBrowser();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(context, administrator);
  await page.goto('/admin/platforms');
  await page.getByRole('heading', { level: 1, name: 'Learning platforms' }).waitFor();
  await page.getByRole('combobox', { name: 'Product' }).selectOption('Canvas');
  const row = page.locator('dl > div').filter({ hasText: 'OpenID Connect Initiation Url' });
  await row.getByRole('button', { name: 'Copy' }).click();
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${platform.tool}/api/lti/login/`,
  );
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Register a platform' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Give the platform a name.').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('Moodle of the school');
  await dialog.getByLabel('Address of the platform').fill('https://moodle.example.edu/');
  expect(await dialog.getByLabel('Public keyset URL').inputValue()).toBe(
    'https://moodle.example.edu/mod/lti/certs.php',
  );
  await dialog.getByLabel('Client ID').fill('a1b2c3');
  await dialog.getByLabel('Deployment IDs').fill('1');
  expect(await listViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Edit Moodle of the school' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove Moodle of the school' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Edit Moodle of the school' }).waitFor({ state: 'detached' });
});

test('an instructor creates a webhook, and sees that a test did not arrive', async () => {
  const { page } = await openSignedIn();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await dialog.getByText('Choose at least one event.').waitFor();
  await dialog.getByLabel('Address').fill('https://10.0.0.1/lectern');
  await dialog.getByLabel('Quiz saved').check();
  expect(await listViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  expect(await dialog.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/u);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send a test to https://10.0.0.1/lectern' }).click();
  await page.getByRole('dialog').getByText('Failed').waitFor();
  expect(await listViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete the webhook https://10.0.0.1/lectern' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet.').waitFor();
});
