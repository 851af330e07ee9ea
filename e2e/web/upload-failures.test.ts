import { expect, test } from 'vitest';
import { openSignedIn } from './browser-test.ts';
import { call, makeCourse } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import { answerWith, countCalls, holdAnswers, INTERNAL_ERROR } from './simulated-server.ts';

const UPLOAD = { path: /^\/ai\//u };
const CREATE_LESSON = { path: /^\/api\/lessons\/$/u, method: 'POST' };
const TXT = {
  name: 'deltas.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Deltas grow where rivers end.'),
};

/** The upload screen with everything chosen. */
async function openReadyToUpload(file: typeof TXT) {
  const visitor = await openSignedIn();
  const course = await makeCourse(visitor.account, 'Rivers');
  await visitor.page.goto(`/upload?course=${course.id}`);
  await visitor.page.locator('input[type="file"]').setInputFiles(file);
  await visitor.page.getByRole('textbox', { name: 'Display name' }).fill('On deltas');
  const upload = (): Promise<void> =>
    visitor.page.getByRole('button', { name: 'Upload', exact: true }).click();
  const listLessons = (): Promise<unknown> =>
    call(visitor.account, 'GET', `/api/lessons/by_course/?course_id=${course.id}`);
  return { ...visitor, course, upload, listLessons };
}

test("shows the server's answer when the lesson could not be created, and does not send the file again", async () => {
  const { page, course, upload, listLessons } = await openReadyToUpload(TXT);
  const countUploads = countCalls(page, UPLOAD);
  for (const [body, message] of [
    ['The disk is full.', 'Failed to upload content: The disk is full.'],
    [INTERNAL_ERROR, `Failed to upload content: ${INTERNAL_ERROR.detail}`],
  ] as const) {
    const mend = await answerWith(page, CREATE_LESSON, 500, body);
    await upload();
    await page.getByRole('alert').getByText(message, { exact: true }).waitFor();
    await mend();
  }
  await upload();
  await page.waitForURL(`/course/${course.id}`);
  expect(countUploads()).toBe(1);
  await eventually(() => listLessons()).toHaveLength(1);
});

test('shows each step in the overlay and cancels the upload', async () => {
  const { page, course, upload, listLessons } = await openReadyToUpload(TXT);
  const releaseUpload = await holdAnswers(page, UPLOAD);
  const releaseLesson = await holdAnswers(page, CREATE_LESSON);
  await upload();
  const overlay = page.getByRole('dialog', { name: 'Upload in progress' });
  await overlay.getByText(/^(?:Uploading file to .+|Processing)\.\.\.$/u).waitFor();
  // At 0 % the bar exists but has no width.
  await overlay.getByRole('progressbar').waitFor({ state: 'attached' });
  await overlay.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').getByText('Upload cancelled. Your entries are still here.').waitFor();
  releaseUpload();
  await eventually(() => listLessons()).toEqual([]);
  await upload();
  await overlay.getByText('Creating lesson...', { exact: true }).waitFor();
  await eventually(() => overlay.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
  releaseLesson();
  await page.waitForURL(`/course/${course.id}`);
});
