import { expect, test } from 'vitest';
import { openSignedIn } from './browser-test.ts';
import { makeCourse } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import { fillCourse, openCourseForm, waitForAlert } from './screen-steps.ts';
import { countCalls } from './simulated-server.ts';

/* How each form shows what is wrong. Which input is wrong is tested with the checks of the forms, in web/features. */

test('does not send a course without required fields, focuses the first, and sends the outcomes that are complete', async () => {
  const { page } = await openSignedIn();
  await page.goto('/courses');
  const dialog = await openCourseForm(page);
  const create = dialog.getByRole('button', { name: 'Add Course' });
  const countCreations = countCalls(page, { path: /^\/api\/courses\/$/u, method: 'POST' });
  await create.click();
  await waitForAlert(page, 'Please fill out all required fields for course details.');
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title');
  expect(countCreations()).toBe(0);

  await fillCourse(dialog, 'With outcomes');
  const add = dialog.getByRole('button', { name: 'Add outcome' });
  for (let row = 1; row <= 10; row += 1) await add.click();
  const rows = dialog.getByRole('group', { name: /^Outcome \d+$/u });
  await eventually(() => rows.count()).toBe(10);
  await add.click();
  await waitForAlert(page, 'You can add a maximum of 10 outcomes.');
  await eventually(() => rows.count()).toBe(10);
  const shortNames = dialog.getByRole('textbox', { name: 'Short name' });
  await shortNames.nth(1).pressSequentially('LO-12345');
  await eventually(() => shortNames.nth(1).inputValue()).toBe('LO-12');
  const descriptions = dialog.getByRole('textbox', { name: 'What students will be able to do' });
  await descriptions.nth(1).fill('Say what a river carries.');
  await shortNames.nth(3).fill('HALF');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /courses\/$/u.test(request.url()),
  );
  await create.click();
  expect((await sent).postDataJSON()).toMatchObject({
    title: 'With outcomes',
    outcomes: [{ short_name: 'LO-12', description: 'Say what a river carries.' }],
  });
  await page.getByRole('heading', { level: 1, name: 'With outcomes' }).waitFor();
});

test('shows what an upload is missing until it is given, before sending anything', async () => {
  const { page, account } = await openSignedIn();
  const course = await makeCourse(account, 'Rivers');
  const countUploads = countCalls(page, { path: /^\/ai\//u });
  await page.goto('/upload');
  const send = page.getByRole('button', { name: 'Upload', exact: true });
  await send.click();
  await waitForAlert(page, 'Please select a course and provide a display name.');
  await page.getByRole('combobox', { name: 'Target course' }).selectOption(String(course.id));
  expect(countUploads()).toBe(0);

  await page.getByText('URL Input', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Deltas');
  await page.getByRole('textbox', { name: 'Content URL' }).fill('javascript:alert(1)');
  await send.click();
  await waitForAlert(page, 'Invalid file URL format');
  await page.getByRole('textbox', { name: 'Content URL' }).fill('https://example.org/rivers.pdf');
  await eventually(() => page.getByRole('alert').count()).toBe(0);
  await send.click();
  await page.waitForURL(`/course/${course.id}`);
  await page.getByText('Successfully uploaded the Deltas to the course.', { exact: true }).waitFor();
});
