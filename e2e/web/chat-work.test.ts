import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { WireLesson } from '#contract/lessons.ts';
import { openSignedIn } from './browser-test.ts';
import { readQuote } from './by-screen.ts';
import { makeCourse, makeTextLesson, makeUnreadLesson } from './calls-over-http.ts';
import { logOf } from './chat-steps.ts';
import { answerWith } from './simulated-server.ts';
import { eventually } from './eventually.ts';

/* The assistant creates transcripts and summaries inside the conversation. */

async function choose(page: Page, card: string, course: string, lesson: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${card}`, 'u') })
    .click();
  await logOf(page).getByRole('button', { name: course }).last().click();
  await logOf(page)
    .getByRole('list', { name: 'Lessons' })
    .last()
    .getByRole('button', { name: lesson })
    .click();
}

test('creates a summary in the conversation and shows it on return', async () => {
  const { page, account } = await openSignedIn();
  const course = await makeCourse(account, 'Rivers');
  const lesson = await makeTextLesson(account, course.id, 'Deltas');
  await makeUnreadLesson(account, course.id, 'Not read');
  await page.goto('/chat');
  const log = logOf(page);
  const mend = await answerWith(page, { path: /^\/api\/summarize-file\/$/u }, 503, {
    error: 'The queue is full.',
  });
  await choose(page, 'Generate summary', 'Rivers', 'Deltas');
  // A lesson that cannot be summarized yet says why and links to the fix.
  const unread = log.getByRole('button', { name: 'Not read' });
  await eventually(() => unread.isDisabled()).toBe(true);
  await log.getByText(/^Not transcribed or ingested yet/u).waitFor();
  await log.getByRole('alert').getByText('Failed to create summary: The queue is full.').waitFor();
  await mend();
  await log.getByRole('button', { name: 'Try again' }).click();
  await log.getByText('The main points of “Deltas”:').waitFor({ timeout: 60_000 });
  const chips = log
    .getByRole('list')
    .getByRole('listitem')
    .getByRole('link', { name: /^Evidence: /u });
  await eventually(() => chips.count()).toBeGreaterThan(0);
  const chip = chips.first();
  const quote = await readQuote(chip);

  await page.waitForURL(/\/chat\?conversation=\d+$/u);
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Dashboard' })
    .click();
  await page.waitForURL('/dashboard');
  await page.getByRole('link', { name: 'AI Assistant' }).first().click();
  await page.getByRole('link', { name: /^Generate summary: Deltas/u }).click();
  await log.getByText('The main points of “Deltas”:').waitFor();
  await eventually(() => log.getByRole('link', { name: 'Open the summary' }).getAttribute('href')).toBe(
    `/lessons/${lesson.id}`,
  );
  await chip.click();
  await page.waitForURL(new RegExp(`/lessons/${lesson.id}\\?`, 'u'));
  const marks = page.getByRole('article', { name: 'Text of the lesson' }).locator('mark');
  await marks.first().waitFor();
  expect(quote).toContain((await marks.first().textContent())?.trim().slice(0, 12));
});

test('starts, follows and shows a transcription in the conversation', async () => {
  const { page, account } = await openSignedIn();
  await page.route('https://example.org/**', (route) => route.abort());
  const course = await makeCourse(account, 'Rivers');
  await makeTextLesson(account, course.id, 'Deltas');
  const video = await makeUnreadLesson(account, course.id, 'A talk', 'https://example.org/talk.mp4');
  let now: Partial<WireLesson> = {};
  await page.route(`**/api/lessons/${video.id}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as WireLesson), ...now } });
  });
  // Without events the page has to poll.
  await page.route('**/api/events/', (route) => route.abort());
  const transcribe = { path: /^\/api\/transcribe-video\/$/u };
  const mend = await answerWith(page, transcribe, 503, { error: 'The queue is full.' });
  await page.goto('/chat');
  const log = logOf(page);
  await choose(page, 'Transcribe a video', 'Rivers', 'A talk');
  // A text lesson cannot be transcribed.
  await eventually(() =>
    log.getByRole('list', { name: 'Lessons' }).getByRole('button').allTextContents(),
  ).toEqual(['A talk']);
  await log.getByRole('alert').getByText('Failed to start transcription job: The queue is full.').waitFor();
  await mend();
  await answerWith(page, transcribe, 202, { ...video, video_id: 'v1', transcription_progress: 0 });
  now = { video_id: 'v1', transcription_progress: 41 };
  await log.getByRole('button', { name: 'Try again' }).click();
  await log
    .getByText('Transcribe is in progress, please come back after sometime to see the transcription.')
    .waitFor();
  await log.getByText('41 %').waitFor();
  now = { video_id: null, transcription_error: 'The sound could not be read.' };
  await log.getByRole('alert').getByText('The transcription failed: The sound could not be read.').waitFor();
  const cues = Array.from({ length: 7 }, (_, index) => ({
    start_second: index * 65,
    end_second: index * 65 + 60,
    text: `Line ${index + 1}.`,
  }));
  now = {
    video_id: 'v2',
    transcription_error: null,
    audio_transcript: cues.map(({ text }) => text).join(' '),
    transcript_cues: cues,
  };
  await log.getByRole('button', { name: 'Try again' }).click();
  await log.getByText('Transcript of “A talk”:').waitFor();
  const lines = log.getByRole('listitem');
  await lines.filter({ hasText: 'Line 5.' }).waitFor();
  await eventually(() => lines.filter({ hasText: 'Line 6.' }).count()).toBe(0);
  await log.getByText('And 2 more lines.').waitFor();
  await eventually(() => log.getByRole('link', { name: 'Evidence: 1:05' }).getAttribute('href')).toMatch(
    new RegExp(`^/lessons/${video.id}\\?t=65.0&quote=Line`, 'u'),
  );
  await log.getByRole('link', { name: 'Open the transcript' }).click();
  await page.waitForURL(`/lessons/${video.id}`);
});
