import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { session } from '#contract/accounts.ts';
import { DEMO_LESSONS } from '#server/features/courses/demo/demo-course.ts';
import { makeAnimatedWebp, type Frame } from '../animated-webp.ts';
import { createClient } from '../api-client.ts';
import { startLectern } from '../lectern-process.ts';
import { generateQuiz, openLesson, pickFileToUpload, waitUntilUploaded } from './by-screen.ts';
import { launchChromium } from './chromium.ts';

/**
 * `npm run record:journey` makes the animated picture of the README: from a PDF to a quiz whose questions name their evidence,
 * on a Lectern that it starts for that.
 */
const IMAGES = join(import.meta.dirname, '../../docs/images');
const SIZE = { width: 1120, height: 700 };
const QUALITY = 72;
const LOOK_MILLISECONDS = 2_200;
const READ_MILLISECONDS = 3_200;
const SETTLE_MILLISECONDS = 1_500;
/** What pdf.js marks in the text over a page. */
const MARKED_WORDS = '.textLayer .highlight';

const frames: Frame[] = [];

async function record(page: Page, milliseconds: number): Promise<void> {
  // Pages of a PDF are drawn again, and toasts leave.
  await page.waitForTimeout(SETTLE_MILLISECONDS);
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  frames.push({ picture: Buffer.from(data, 'base64'), milliseconds });
  await devtools.detach();
}

async function walk(page: Page, courseId: number, file: string): Promise<void> {
  await pickFileToUpload(page, courseId, file);
  await page.getByLabel('Display name').fill('The moving plates');
  await record(page, LOOK_MILLISECONDS);

  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await waitUntilUploaded(page, courseId, 'The moving plates');
  await openLesson(page, 'The moving plates');
  await page.locator('canvas').first().waitFor();
  await page.getByRole('button', { name: 'Create Summary' }).click();
  await page.getByText('Summary created successfully', { exact: true }).waitFor({ timeout: 120_000 });
  await record(page, READ_MILLISECONDS);

  const summary = page.getByRole('tabpanel', { name: 'Summary' });
  const evidence = { name: /^Evidence: (?!passage)/u };
  await summary.getByRole('listitem').getByRole('link', evidence).nth(1).click();
  await page.locator(MARKED_WORDS).first().waitFor();
  await record(page, READ_MILLISECONDS);

  await page.getByRole('link', { name: 'Create quiz', exact: true }).click();
  await page.getByLabel('Quiz name').fill('Plates: week 1');
  await record(page, LOOK_MILLISECONDS);

  const dialog = await generateQuiz(page);
  await record(page, READ_MILLISECONDS);
  await dialog.getByRole('link', evidence).first().click();
  await page.locator(MARKED_WORDS).first().waitFor();
  await record(page, READ_MILLISECONDS);
}

const directory = await mkdtemp(join(tmpdir(), 'lectern-journey-'));
const lectern = await startLectern({ dataDirectory: join(directory, 'data') });
const browser = await launchChromium();
try {
  const [email, password] = ['ada.byron@example.org', 'correct horse battery'];
  const response = await fetch(`${lectern.origin}/api/auth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, email, password, password2: password }),
  });
  const account = session.parse(await response.json());
  const course = await createClient(lectern.origin, account.api_key, account.access).createCourse(
    'Geology 101',
  );
  const lesson = DEMO_LESSONS.find(({ kind }) => kind === 'pdf');
  if (lesson === undefined) throw new Error('The demonstration has no PDF.');
  const file = lesson.path;

  const context = await browser.newContext({
    baseURL: lectern.origin,
    locale: 'en-GB',
    viewport: SIZE,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/courses');
  await walk(page, course.id, file);
  const picture = makeAnimatedWebp(SIZE.width, SIZE.height, frames);
  await writeFile(join(IMAGES, 'journey.webp'), picture);
  process.stdout.write(`journey.webp: ${frames.length} frames, ${Math.round(picture.length / 1_000)} kB\n`);
} finally {
  await browser.close();
  await lectern.stop();
  await rm(directory, { recursive: true, force: true });
}
