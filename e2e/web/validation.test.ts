import { expect, test } from 'vitest';
import { makeAccount, openBrowser, openSignedIn } from './browser-test.ts';
import { makeCourse } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import { fillCourse, fillLogin, openCourseForm, waitForAlert } from './screen-steps.ts';
import { countCalls } from './simulated-server.ts';

const CREATE_COURSE = { path: /^\/api\/courses\/$/u, method: 'POST' };

const TXT = { name: 'rivers.txt', mimeType: 'text/plain', buffer: Buffer.from('Rivers carry sand.') };
const PDF = { name: 'rivers.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 as good as') };
const MP4 = { name: 'rivers.mp4', mimeType: 'video/mp4', buffer: Buffer.from('as good as a video') };
const PNG = { name: 'rivers.png', mimeType: 'image/png', buffer: Buffer.from('a picture') };
/** A video by type, regardless of its name. */
const CLIP = { name: 'clip', mimeType: 'video/mp4', buffer: Buffer.from('as good as a video') };
const EMPTY = { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) };

test('requires both login fields before asking the server', async () => {
  const { page } = await openBrowser();
  await page.goto('/login');
  const countLogins = countCalls(page, { path: /^\/api\/auth\/login\/$/u });
  await eventually(() => page.getByRole('textbox', { name: 'Email' }).getAttribute('type')).toBe('email');
  for (const who of [
    { email: '', password: '' },
    { email: 'somebody@example.org', password: '' },
    { email: '', password: 'correct horse battery' },
  ]) {
    await fillLogin(page, who);
    await page.getByRole('button', { name: 'Login' }).click();
    await waitForAlert(page, 'Please fill in all fields.');
  }
  expect(countLogins()).toBe(0);
});

test('rejects a registration at the field that is wrong, without asking the server', async () => {
  const { page } = await openBrowser();
  const countRegistrations = countCalls(page, { path: /^\/api\/auth\/register\/$/u });
  await page.goto('/register');
  for (const [email, password, repeated, words] of [
    ['new@example.org', 'long enough', '', 'Please fill in all fields.'],
    ['new@example.org', 'short', 'shorter', 'Passwords do not match.'],
    ['new@example.org', '7 chars', '7 chars', 'Password must be at least 8 characters long.'],
    ['somebody', 'long enough', 'long enough', 'Enter a valid email address.'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password', { exact: true }).fill(repeated);
    await page.getByRole('button', { name: 'Register' }).click();
    await waitForAlert(page, words);
  }
  expect(countRegistrations()).toBe(0);
});

test('rejects an email that has an account and accepts a password of 8 characters', async () => {
  const account = await makeAccount();
  const { page } = await openBrowser();
  await page.goto('/register');
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill('8 chars.');
  await page.getByLabel('Confirm password', { exact: true }).fill('8 chars.');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('alert').getByText('An account with this email exists already.').waitFor();
  await page.getByRole('textbox', { name: 'Email' }).fill(`other-${account.email}`);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('/courses');
});

test('does not send a course without required fields and focuses the first of them', async () => {
  const { page } = await openSignedIn();
  await page.goto('/courses');
  const countCreations = countCalls(page, CREATE_COURSE);
  const dialog = await openCourseForm(page);
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await waitForAlert(page, 'Please fill out all required fields for course details.');
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title');
  await fillCourse(dialog, '   ');
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await waitForAlert(page, 'Please fill out all required fields for course details.');
  expect(countCreations()).toBe(0);
  await fillCourse(dialog, 'Now with a title');
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await page.getByRole('heading', { level: 1, name: 'Now with a title' }).waitFor();
});

test('replaces an instructor ID that is not a positive number with 1', async () => {
  const { page, account } = await openSignedIn();
  await page.goto('/courses');
  const dialog = await openCourseForm(page);
  await fillCourse(dialog, 'Of an instructor');
  const field = dialog.getByRole('textbox', { name: 'Instructor ID' });
  await eventually(() => field.inputValue()).toBe(String(account.instructor_id));
  for (const typed of ['abc', '0', '-4', '']) {
    await field.fill(typed);
    await field.blur();
    await eventually(() => field.inputValue(), typed).toBe('1');
  }
  await field.fill('abc');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /\/api\/courses\/$/u.test(request.url()),
  );
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ instructor_id: 1 });
  // The server refuses the ID of another instructor; the input stays.
  await waitForAlert(page, 'Failed to create course. Please try again.');
  await field.fill(String(account.instructor_id));
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await page.getByRole('heading', { level: 1, name: 'Of an instructor' }).waitFor();
});

test('limits outcomes to ten and short names to five characters and does not send half a row', async () => {
  const { page } = await openSignedIn();
  await page.goto('/courses');
  const dialog = await openCourseForm(page);
  await fillCourse(dialog, 'With outcomes');
  const add = dialog.getByRole('button', { name: 'Add outcome' });
  for (let row = 1; row <= 10; row += 1) await add.click();
  const rows = dialog.getByRole('group', { name: /^Outcome \d+$/u });
  await eventually(() => rows.count()).toBe(10);
  await add.click();
  await waitForAlert(page, 'You can add a maximum of 10 outcomes.');
  await eventually(() => rows.count()).toBe(10);
  const shortNames = dialog.getByRole('textbox', { name: 'Short name' });
  const descriptions = dialog.getByRole('textbox', { name: 'What students will be able to do' });
  await shortNames.nth(1).pressSequentially('LO-12345');
  await eventually(() => shortNames.nth(1).inputValue()).toBe('LO-12');
  await descriptions.nth(1).fill('Say what a river carries.');
  await shortNames.nth(3).fill('HALF');
  await descriptions.nth(5).fill('Half a row as well.');
  await shortNames.nth(9).fill('LO2');
  await descriptions.nth(9).fill('Draw a delta.');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /\/api\/courses\/$/u.test(request.url()),
  );
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    title: 'With outcomes',
    outcomes: [
      { short_name: 'LO-12', description: 'Say what a river carries.' },
      { short_name: 'LO2', description: 'Draw a delta.' },
    ],
  });
  await page.getByRole('heading', { level: 1, name: 'With outcomes' }).waitFor();
});

test('reports what an upload is missing in the order of the form', async () => {
  const { page, account } = await openSignedIn();
  const course = await makeCourse(account, 'Rivers');
  await page.goto('/upload');
  const send = page.getByRole('button', { name: 'Upload', exact: true });
  await send.click();
  await waitForAlert(page, 'Please select a course and provide a display name.');
  await page.getByRole('combobox', { name: 'Target course' }).selectOption(String(course.id));
  await send.click();
  await waitForAlert(page, 'Please select a course and provide a display name.');
  await page.getByRole('textbox', { name: 'Display name' }).fill('Deltas');
  await send.click();
  await waitForAlert(page, 'Please select a file to upload.');
  await page.getByText('URL Input', { exact: true }).click();
  await send.click();
  await waitForAlert(page, 'Please provide a content URL.');
  for (const typed of ['not an address', 'ftp://example.org/rivers.pdf', 'javascript:alert(1)']) {
    await page.getByRole('textbox', { name: 'Content URL' }).fill(typed);
    await eventually(() => page.getByRole('alert').count()).toBe(0);
    await send.click();
    await waitForAlert(page, 'Invalid file URL format');
  }
  await page.getByRole('textbox', { name: 'Content URL' }).fill('https://example.org/rivers.pdf');
  await send.click();
  await page.waitForURL(`/course/${course.id}`);
  await page.getByText('Successfully uploaded the Deltas to the course.', { exact: true }).waitFor();
});

test('refuses an unsupported file before sending it', async () => {
  const { page, account } = await openSignedIn();
  const course = await makeCourse(account, 'Rivers');
  const countUploads = countCalls(page, { path: /^\/ai\//u });
  await page.goto(`/upload?course=${course.id}`);
  const file = page.locator('input[type="file"]');
  await file.setInputFiles(PNG);
  await waitForAlert(page, 'Unsupported file type. Please select MP4, PDF, or TXT files.');
  await page.getByText('For lessons, please select MP4 video, PDF, or TXT files.').waitFor();
  await file.setInputFiles(EMPTY);
  await waitForAlert(page, 'The file is empty. Choose another one.');
  for (const taken of [TXT, PDF, MP4, CLIP]) {
    await file.setInputFiles(taken);
    await page.getByText(taken.name, { exact: true }).waitFor();
    await eventually(() => page.getByRole('alert').count(), taken.name).toBe(0);
  }
  await page.getByText('Syllabus', { exact: true }).click();
  await waitForAlert(page, 'For syllabus, please select PDF or TXT files only.');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await waitForAlert(page, 'For syllabus, please select PDF or TXT files only.');
  await page.getByRole('button', { name: 'Remove the file' }).click();
  await file.setInputFiles(MP4);
  await waitForAlert(page, 'For syllabus, please select PDF or TXT files only.');
  for (const taken of [TXT, PDF]) {
    await file.setInputFiles(taken);
    await page.getByText(taken.name, { exact: true }).waitFor();
    await eventually(() => page.getByRole('alert').count(), taken.name).toBe(0);
  }
  expect(countUploads()).toBe(0);
});

test('reports a drop without a file', async () => {
  const { page, account } = await openSignedIn();
  const course = await makeCourse(account, 'Rivers');
  await page.goto(`/upload?course=${course.id}`);
  const nothing = await page.evaluateHandle(() => new DataTransfer());
  await page.getByText('Drag a file here, or').dispatchEvent('drop', { dataTransfer: nothing });
  await waitForAlert(page, 'Please select a file.');
});

test('explains that uploads need an API key', async () => {
  const { page, account } = await openSignedIn();
  const course = await makeCourse(account, 'Rivers');
  await page.goto('/welcome');
  await page.evaluate(() => {
    for (const name of ['apiKey', 'api_key', 'instructorData']) localStorage.removeItem(name);
  });
  await page.goto(`/upload?course=${course.id}`);
  await page.locator('input[type="file"]').setInputFiles(TXT);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page
    .getByRole('alert')
    .getByText(/^Uploads need an API key/u)
    .waitFor();
});
