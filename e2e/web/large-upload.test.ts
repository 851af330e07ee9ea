import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import type { WireLesson } from '#contract/lessons.ts';
import { makeVideo } from '#server/testing/test-tus-client.ts';
import { makeBreakableConnection } from './breakable-connection.ts';
import { openSignedIn } from './browser-test.ts';
import { call, makeCourse } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const MEGABYTE = 1024 ** 2;
const video = makeVideo(40 * MEGABYTE);
const CUT_AFTER_BYTES = 22 * MEGABYTE;
/** The whole file once, plus bytes in flight when the connection broke, plus the page. */
const SENT_AT_MOST_BYTES = video.length + 12 * MEGABYTE;

const directory = await useDirectory();
let file: string;
beforeAll(async () => {
  file = join(directory, 'rivers.mp4');
  await writeFile(file, video);
});

/** Opens the upload screen with the large file over a connection that can be cut. */
async function openReadyToUpload() {
  const connection = await makeBreakableConnection(inject('origin'));
  const visitor = await openSignedIn({ baseURL: connection.origin });
  const { page, account } = visitor;
  const course = await makeCourse(account, 'Rivers');
  const choose = async (): Promise<void> => {
    await page.goto(`/upload?course=${course.id}`);
    await page.locator('input[type="file"]').setInputFiles(file);
  };
  await choose();
  const upload = (): Promise<void> => page.getByRole('button', { name: 'Upload', exact: true }).click();
  const readUploaded = async (): Promise<Buffer> => {
    await page.waitForURL(`**/course/${course.id}`, { timeout: 100_000 });
    const lessons = (await call(
      account,
      'GET',
      `/api/lessons/by_course/?course_id=${course.id}`,
    )) as WireLesson[];
    expect(lessons).toHaveLength(1);
    const response = await fetch(new URL(lessons[0]!.file, inject('origin')));
    return Buffer.from(await response.arrayBuffer());
  };
  return { ...visitor, connection, choose, upload, readUploaded };
}

const LOST = 'Connection lost. The upload continues when you are back online.';

test('resumes a large upload after the connection breaks', async () => {
  const { page, connection, upload, readUploaded } = await openReadyToUpload();
  // The first retry may be refused as busy, which must not restart the upload.
  let refusals = 0;
  await page.route(/\/ai\/uploads\/[^/]+\/$/u, async (route) => {
    if (route.request().method() !== 'HEAD' || refusals > 0) return route.fallback();
    refusals += 1;
    return route.fulfill({ status: 503 });
  });
  connection.cutAfter(CUT_AFTER_BYTES);
  await upload();
  await page.getByText(LOST, { exact: true }).waitFor();
  await page.getByText(/^Uploading file to .*\.\.\.$/u).waitFor();
  connection.mend();
  const uploaded = await readUploaded();
  expect(uploaded.equals(video)).toBe(true);
  expect(refusals).toBe(1);
  expect(connection.sentBytes()).toBeGreaterThan(video.length);
  expect(connection.sentBytes()).toBeLessThan(SENT_AT_MOST_BYTES);
});

test('resumes a large upload when the same file is chosen after a reload', async () => {
  const { page, connection, choose, upload, readUploaded } = await openReadyToUpload();
  connection.cutAfter(CUT_AFTER_BYTES);
  await upload();
  await page.getByText(LOST, { exact: true }).waitFor();
  connection.mend();
  page.once('dialog', (question) => void question.accept());
  await choose();
  await upload();
  const uploaded = await readUploaded();
  expect(uploaded.equals(video)).toBe(true);
  expect(connection.sentBytes()).toBeLessThan(SENT_AT_MOST_BYTES);
});

test('deletes a cancelled large upload on the server', async () => {
  const { page, account, connection, upload } = await openReadyToUpload();
  connection.stallAfter(CUT_AFTER_BYTES);
  const begun = page.waitForResponse((response) => /\/ai\/uploads\/$/u.test(response.url()));
  await upload();
  const location = (await begun).headers()['location'] ?? '';
  await eventually(() => connection.sentBytes()).toBeGreaterThan(CUT_AFTER_BYTES);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText('Upload cancelled.', { exact: false }).waitFor();
  const readStatus = async (): Promise<number> => {
    const headers = { 'api-key': account.api_key, 'tus-resumable': '1.0.0' };
    return (await fetch(new URL(location, inject('origin')), { method: 'HEAD', headers })).status;
  };
  await eventually(readStatus).toBe(404);
});
