import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { editableTranscript } from '#contract/transcript-editing/edits.ts';
import { lesson as lessonSchema, type WireLesson } from '#contract/lessons.ts';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { listViolations, measureSidewaysScroll } from './accessibility.ts';
import { openSignedIn, PHONE, type Visitor } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { clientOf, makeTestDirectory } from './make-lessons.ts';
import type { ApiClient } from '../api-client.ts';
import { makeUnreachable } from './simulated-server.ts';

/** Of the recording of "A Tale of Two Cities", with errors of a recognizer. */
const VTT = `WEBVTT

00:00.900 --> 00:05.500
It was the best of thymes, it was the worst of times,

00:05.500 --> 00:10.400
it was the age of wisdom, it was the age of foolishness,

00:10.400 --> 00:15.500
it was the epic of belief, it was the epic of incredulity,

00:15.500 --> 00:20.800
it was the season of Light, it was the season of Darkness.
`;

const EDITS = { path: /^\/api\/lessons\/\d+\/transcript\/edits\/$/u };

async function openLecture(
  options?: BrowserContextOptions,
): Promise<Visitor & { client: ApiClient; lesson: WireLesson }> {
  const visitor = await openSignedIn(options);
  const client = clientOf(visitor.account);
  const file = join(await makeTestDirectory(), 'lecture.mp4');
  const { recordings } = await getTestModels(undefined);
  await makeVideoFromAudio({ audioPath: recordings.twoCities, outputPath: file, repeatSeconds: 40 });
  const course = await client.createCourse('Literature');
  const lesson = await client.createLesson({
    title: 'Two cities',
    file: await client.uploadVideo(file),
    course: course.id,
  });
  await client.call(lessonSchema, `/api/lessons/${lesson.id}/transcript/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: VTT }),
  });
  return { ...visitor, client, lesson };
}

const openStudio = async (page: Page, { id }: WireLesson): Promise<void> => {
  await page.goto(`/lessons/${id}/transcript`);
  await linesOf(page).getByRole('listitem').first().waitFor();
};

const linesOf = (page: Page) => page.getByRole('region', { name: 'Lines of the transcript' });
const word = (page: Page, text: string) => linesOf(page).getByText(text, { exact: true }).first();
const line = (page: Page, number: number) =>
  page.getByRole('textbox', { name: new RegExp(`^Line ${number},`, 'u') });
const saved = (page: Page) => page.getByText('All changes saved', { exact: true });
const storedTexts = async (client: ApiClient, { id }: WireLesson): Promise<string[]> => {
  const { cues } = await client.call(editableTranscript, `/api/lessons/${id}/transcript/`);
  return cues.map(({ text }) => text);
};
const readVideo = (page: Page) =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => ({ second: video.currentTime, isPaused: video.paused }));

test('corrects while listening, with the keyboard alone after the first click', async () => {
  const { page, client, lesson } = await openLecture();
  await page.goto(`/lessons/${lesson.id}`);
  await page.locator('video').waitFor();
  await page.getByRole('link', { name: 'Correct', exact: true }).click();
  // Tab and the arrows continue from there.
  await eventually(() =>
    linesOf(page)
      .getByRole('button', { name: /best of thymes/u })
      .evaluate((each) => each === document.activeElement),
  ).toBe(true);

  // The word is spoken in the first half of the line.
  await word(page, 'thymes,').click();
  await eventually(async () => (await readVideo(page)).second).toBeGreaterThan(2);
  await eventually(() =>
    line(page, 1).evaluate((field: HTMLTextAreaElement) =>
      field.value.slice(field.selectionStart, field.selectionEnd),
    ),
  ).toBe('thymes,');
  await page.keyboard.type('times,');
  // It stops at the end of the line.
  await eventually(async () => (await readVideo(page)).isPaused).toBe(true);
  await eventually(async () => (await readVideo(page)).second).toBeLessThan(7);

  await page.keyboard.press('Tab');
  await eventually(() => line(page, 2).evaluate((field) => field === document.activeElement)).toBe(true);
  await eventually(async () => (await readVideo(page)).second).toBeGreaterThanOrEqual(5.4);
  await saved(page).waitFor();
  await eventually(() => storedTexts(client, lesson)).toEqual([
    'It was the best of times, it was the worst of times,',
    'it was the age of wisdom, it was the age of foolishness,',
    'it was the epic of belief, it was the epic of incredulity,',
    'it was the season of Light, it was the season of Darkness.',
  ]);

  // Split after the comma, then merge again.
  await page.keyboard.press('Control+Home');
  for (let presses = 0; presses < 'it was the age of wisdom,'.length; presses += 1)
    await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await eventually(() => line(page, 3).inputValue()).toBe('it was the age of foolishness,');
  await eventually(() => storedTexts(client, lesson)).toHaveLength(5);
  await page.keyboard.press('Backspace');
  await eventually(() => line(page, 2).inputValue()).toBe(
    'it was the age of wisdom, it was the age of foolishness,',
  );

  await page.keyboard.press('Control+z');
  await eventually(() => storedTexts(client, lesson)).toHaveLength(5);
  await page.keyboard.press('Control+y');
  await eventually(() => storedTexts(client, lesson)).toHaveLength(4);

  await page.keyboard.press('Control+h');
  const dialog = page.getByRole('dialog', { name: 'Find and replace' });
  await dialog.getByRole('textbox', { name: 'Find' }).fill('epic');
  await dialog.getByRole('textbox', { name: 'Replace with' }).fill('epoch');
  const preview = dialog.getByRole('list', { name: 'Lines that change' });
  await eventually(() => preview.getByRole('listitem').count()).toBe(1);
  await preview.getByText('it was the epoch of belief, it was the epoch of incredulity,').waitFor();
  expect(await listViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Replace in 1 line' }).click();
  await eventually(() => storedTexts(client, lesson)).toContain(
    'it was the epoch of belief, it was the epoch of incredulity,',
  );

  // What is read elsewhere follows.
  await eventually(
    async () => (await client.getLesson(lesson.id)).audio_transcript,
    'The text follows',
    60_000,
  ).toContain('epoch');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('it was the epoch of belief, it was the epoch of incredulity,').first().waitFor();
});

test('corrects the clicked word in place, plays from a clicked time, and works with the keyboard', async () => {
  const { page, client, lesson } = await openLecture();
  await page.goto('/courses');
  await page.goto(`/lessons/${lesson.id}`);
  const transcript = page.getByRole('region', { name: 'Transcript', exact: true });
  const words = transcript.getByRole('button', { name: /epic of belief/u });
  await words.waitFor();
  await page.locator('video').evaluate((video) => video.setAttribute('data-same-video', ''));
  const search = page.getByRole('searchbox', { name: 'Search the transcript' });
  await search.fill('Darkness');

  await transcript.getByRole('button', { name: 'Go to 0:05', exact: true }).click();
  await eventually(async () => (await readVideo(page)).second).toBeCloseTo(5.5, 1);
  await page.waitForURL(/\/lessons\/\d+$/u);

  const epic = await words.evaluate((element) => {
    const range = document.createRange();
    const text = element.firstChild ?? element;
    range.setStart(text, 'it was the '.length);
    range.setEnd(text, 'it was the epic'.length);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  // Typed at once, while the editor loads.
  await page.mouse.click(epic.x, epic.y);
  await page.keyboard.type('epoch');
  const field = line(page, 3);
  await saved(page).waitFor();
  await eventually(async () => (await storedTexts(client, lesson))[2]).toMatch(/^it was the epoch/u);
  await page.keyboard.press('Control+z');
  await eventually(async () => (await storedTexts(client, lesson))[2]).toMatch(/^it was the epic/u);
  await page.keyboard.press('Control+y');
  await page.getByRole('button', { name: 'Done' }).click();
  await transcript.getByText(/^it was the epoch/u).waitFor();
  // The same player, at the line that was corrected.
  await eventually(() => page.locator('video[data-same-video]').count()).toBe(1);
  const current = transcript.getByRole('button', { name: 'Go to 0:10', exact: true });
  await eventually(() => current.getAttribute('aria-current')).toBe('true');
  await eventually(() => search.inputValue()).toBe('Darkness');

  await current.focus();
  await page.keyboard.press('F2');
  await eventually(() => field.evaluate((each) => each === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Done' }).click();
  await transcript.waitFor();
  await page.goBack();
  await page.waitForURL('/courses');
});

test('shows the last edits when it is opened again while they are sent', async () => {
  const { page, client, lesson } = await openLecture();
  await page.goto(`/lessons/${lesson.id}/transcript?line=3`);
  const field = line(page, 3);
  await field.fill('it was the epoch of belief,');
  await page.route('**/transcript/edits/', async (route) => {
    await setTimeout(1_000);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Go to 0:10', exact: true }).press('F2');
  await eventually(() => field.inputValue()).toBe('it was the epoch of belief,');
  await field.press('End');
  await page.keyboard.type(' it was the epoch of incredulity,');
  await eventually(async () => (await storedTexts(client, lesson))[2]).toBe(
    'it was the epoch of belief, it was the epoch of incredulity,',
  );
});

test('loses nothing when the server is away and the tab is closed', async () => {
  const { page, context, client, lesson } = await openLecture();
  await openStudio(page, lesson);
  const restore = await makeUnreachable(context, EDITS);
  await word(page, 'thymes,').click();
  await page.keyboard.type('times,');
  await page.keyboard.press('Tab');
  await page
    .getByText(/^The server cannot be reached\. \d+ changes? (?:is|are) kept in this browser/u)
    .waitFor();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' said Dickens');
  // At once, before the pause after which a line is an edit.
  await page.close();
  await restore();
  await eventually(async () => (await storedTexts(client, lesson))[0]).toContain('thymes');

  const again = await context.newPage();
  await openStudio(again, lesson);
  await again.getByText(/changes that were kept in this browser have been added\.$/u).waitFor();
  await eventually(() => storedTexts(client, lesson)).toEqual([
    'It was the best of times, it was the worst of times,',
    'it was the age of wisdom, it was the age of foolishness, said Dickens',
    expect.stringContaining('epic'),
    expect.stringContaining('Darkness'),
  ]);
  await again.reload();
  await saved(again).waitFor();
  await eventually(() => again.getByText(/have been added/u).count()).toBe(0);
});

test('reports a conflict between tabs, and makes edits again in lines that are the same', async () => {
  const { page, context, client, lesson } = await openLecture();
  await openStudio(page, lesson);
  const other = await context.newPage();
  await openStudio(other, lesson);
  await word(page, 'thymes,').click();
  await page.keyboard.type('times,');
  await saved(page).waitFor();
  await eventually(async () => (await storedTexts(client, lesson))[0]).toContain('times, it');

  await word(other, 'thymes,').click();
  await other.keyboard.type('herbs,');
  await other.keyboard.press('Tab');
  await other.keyboard.press('Control+End');
  await other.keyboard.type(' indeed');
  await other.keyboard.press('Tab');
  const alert = other.getByRole('alert');
  await alert.getByText('This transcript was changed elsewhere, perhaps in another tab.').waitFor();
  expect(await listViolations(other)).toEqual([]);
  await alert.getByRole('button', { name: 'Load the newer version' }).click();
  await other.getByText('This line was changed elsewhere. You wrote:').waitFor();
  await other.getByText('It was the best of herbs, it was the worst of times,').waitFor();
  await eventually(() => storedTexts(client, lesson)).toEqual([
    'It was the best of times, it was the worst of times,',
    'it was the age of wisdom, it was the age of foolishness, indeed',
    expect.stringContaining('epic'),
    expect.stringContaining('Darkness'),
  ]);
});

test('on a phone, corrects a line, shifts times and restores an earlier version', async () => {
  const { page, client, lesson } = await openLecture(PHONE);
  await openStudio(page, lesson);
  await eventually(() => measureSidewaysScroll(page)).toBe(0);
  await word(page, 'thymes,').tap();
  await page.keyboard.type('times,');
  await saved(page).waitFor();
  await eventually(async () => (await storedTexts(client, lesson))[0]).toContain('times, it');
  await page.getByRole('button', { name: 'Shift times' }).tap();
  const times = page.getByRole('dialog', { name: 'Shift times' });
  await times.getByRole('textbox', { name: 'Shift by' }).fill('-2');
  await times.getByRole('button', { name: 'Apply' }).click();
  await times
    .getByRole('alert')
    .getByText(/^The lines cannot be there\./u)
    .waitFor();
  await times.getByRole('textbox', { name: 'Shift by' }).fill('1.5');
  await times.getByRole('button', { name: 'Apply' }).click();
  const first = async () =>
    (await client.call(editableTranscript, `/api/lessons/${lesson.id}/transcript/`)).cues[0]?.start_second;
  await eventually(first).toBe(2.4);
  await saved(page).waitFor();
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Earlier versions' });
  await versions.getByText(/Original/u).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await versions.getByRole('button', { name: /^Restore the version of/u }).tap();
  await eventually(first).toBe(0.9);
  await versions.waitFor({ state: 'detached' });
});
