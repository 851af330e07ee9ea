import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { makeVideo, makeVideoFromAudio, readAllSamples } from '#server/media/testing/make-video.ts';
import { openSignedIn } from './browser-test.ts';
import { inOneLine, readQuote } from './by-screen.ts';
import { eventually } from './eventually.ts';
import { clientOf, makePdfOfLesson, makeTestDirectory } from './make-lessons.ts';

const readVideo = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    second: video.currentTime,
    isPaused: video.paused,
    speed: video.playbackRate,
  }));

const readSecond = async (page: Page): Promise<number> => (await readVideo(page)).second;

/** `Go to 1:05` names second 65. */
function secondOf(label: string): number {
  const [, minutes = '', seconds = ''] = /(\d+):(\d\d)/u.exec(label) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

const listNow = (lines: Locator): Locator => lines.and(lines.page().locator('[aria-current="true"]'));

test('transcribes, follows and summarizes a recorded lecture', { timeout: 240_000 }, async () => {
  const { page, account } = await openSignedIn();
  const client = clientOf(account);
  const course = await client.createCourse('Recorded lectures');
  const file = join(await makeTestDirectory(), 'two_cities.mp4');
  const { recordings } = await getTestModels(undefined);
  await makeVideoFromAudio({ audioPath: recordings.twoCities, outputPath: file, repeatSeconds: 45 });

  const lesson = await client.createLesson({
    title: 'two cities',
    file: await client.uploadVideo(file),
    course: course.id,
  });
  await page.goto(`/lessons/${lesson.id}`);
  await eventually(() => page.getByRole('tab', { name: 'Transcribe' }).getAttribute('aria-selected')).toBe(
    'true',
  );
  // This attribute shows at the end that the page was never reloaded.
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  await page.getByRole('button', { name: 'Create Transcription' }).click();
  await page
    .getByText(
      'Transcription job started successfully. The transcript will be available once processing is complete.',
      { exact: true },
    )
    .waitFor();
  await page
    .getByText('Transcribe is in progress, please come back after sometime to see the transcription.', {
      exact: true,
    })
    .waitFor();
  const transcript = page.getByRole('region', { name: 'Transcript', exact: true });
  const lines = transcript.getByRole('button', { name: /^Go to/u });
  await lines.first().waitFor({ timeout: 120_000 });
  await eventually(() => page.locator('body[data-same-page]').count()).toBe(1);
  const texts = transcript.getByRole('listitem');
  await eventually(async () => inOneLine((await texts.allTextContents()).join(' ')).toLowerCase()).toContain(
    'the best of times',
  );

  const third = lines.nth(2);
  const second = secondOf((await third.textContent()) ?? '');
  expect(second).toBeGreaterThan(0);
  await third.click();
  await eventually(() => readSecond(page)).toBeGreaterThanOrEqual(second);
  await eventually(() => readSecond(page)).toBeLessThan(second + 2);
  await eventually(() => third.getAttribute('aria-current')).toBe('true');
  await eventually(() => listNow(lines).count()).toBe(1);

  // The player's keys work when the focus is on an element that does not use them.
  await page.getByRole('heading', { level: 1 }).click();
  const before = await readSecond(page);
  await page.keyboard.press('ArrowRight');
  await eventually(() => readSecond(page)).toBeCloseTo(before + 5, 0);
  await page.keyboard.press('ArrowLeft');
  await eventually(() => readSecond(page)).toBeCloseTo(before, 0);
  await page.keyboard.press(']');
  await eventually(async () => (await readVideo(page)).speed).toBe(1.25);
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await eventually(async () => (await readVideo(page)).speed).toBe(0.75);
  await page.keyboard.press('Space');
  await eventually(async () => (await readVideo(page)).isPaused).toBe(false);
  await eventually(() => third.getAttribute('aria-current')).toBeNull();
  await eventually(() => listNow(lines).count()).toBe(1);
  const marked = secondOf((await listNow(lines).textContent()) ?? '');
  expect(marked).toBeGreaterThan(second);
  await page.keyboard.press('Space');
  await eventually(async () => (await readVideo(page)).isPaused).toBe(true);

  await page.locator('media-captions-button').click();
  const firstLine = inOneLine((await texts.first().textContent()) ?? '');
  await eventually(() =>
    page.locator('video').evaluate((video: HTMLVideoElement) => {
      const [track] = video.textTracks;
      const [cue] = track?.cues ?? [];
      return { kind: track?.kind, mode: track?.mode, text: (cue as VTTCue | undefined)?.text };
    }),
  ).toMatchObject({ kind: 'captions', mode: 'showing', text: expect.any(String) as string });
  const caption = await page
    .locator('video')
    .evaluate(
      (video: HTMLVideoElement) => (video.textTracks[0]?.cues?.[0] as VTTCue | undefined)?.text ?? '',
    );
  expect(firstLine.replace(/\s/gu, '')).toContain(caption.replace(/\s/gu, ''));

  await page.getByRole('tab', { name: 'Summary' }).click();
  await page.getByRole('button', { name: 'Create Summary' }).click();
  await page.getByText('Summary created successfully', { exact: true }).waitFor({ timeout: 60_000 });
  const chip = page
    .getByRole('tabpanel', { name: 'Summary' })
    .getByRole('link', { name: /^Evidence: \d+:\d\d$/u })
    .last();
  const spoken = secondOf((await chip.textContent()) ?? '');
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 40;
  });
  await chip.click();
  await eventually(async () => Math.abs((await readSecond(page)) - spoken)).toBeLessThan(2);
  await eventually(() => page.getByRole('tab', { name: 'Summary' }).getAttribute('aria-selected')).toBe(
    'true',
  );
  await eventually(() => page.locator('body[data-same-page]').count()).toBe(1);

  // A reload shows the same state.
  await page.reload();
  await page.getByRole('tab', { name: 'Transcribe' }).click();
  await lines.first().waitFor();
});

test('reads and searches a PDF and opens it at the evidence of a summary point', async () => {
  const { page, account } = await openSignedIn();
  const client = clientOf(account);
  const course = await client.createCourse('Readings');
  const file = join(await makeTestDirectory(), 'photosynthesis.pdf');
  const pages = await makePdfOfLesson('biology', file);
  const { url, docsource_id: source } = await client.uploadDocument(file);
  const { id } = await client.createLesson({
    title: 'photosynthesis',
    file: url,
    course: course.id,
    docsource_id: source,
  });
  await page.goto(`/lessons/${id}`);
  const viewer = page.getByRole('region', { name: 'Document: photosynthesis' });
  const pageField = viewer.getByRole('textbox', { name: 'Page' });
  await viewer.getByText(`of ${pages.length}`, { exact: true }).waitFor();
  await eventually(() => pageField.inputValue()).toBe('1');
  await viewer.locator('[data-page-number="1"] canvas').waitFor();
  await viewer.locator('[data-page-number="1"] .textLayer').getByText('How plants capture energy').waitFor();
  // Only videos have a transcript.
  await eventually(() => page.getByRole('tab', { name: 'Transcribe' }).count()).toBe(0);

  const search = viewer.getByRole('searchbox', { name: 'Search this document' });
  await search.fill('chlorophyll');
  const found = pages.join(' ').match(/chlorophyll/giu)?.length ?? 0;
  expect(found).toBeGreaterThan(2);
  await viewer.getByText(`1 of ${found}`, { exact: true }).waitFor();
  await viewer.getByRole('button', { name: 'Next match' }).click();
  await viewer.getByText(`2 of ${found}`, { exact: true }).waitFor();
  await search.fill('no such word in it');
  await viewer.getByText('0 of 0', { exact: true }).waitFor();
  await search.fill('');

  await page.getByRole('button', { name: 'Create Summary' }).click();
  await page.getByText('Summary created successfully', { exact: true }).waitFor({ timeout: 60_000 });
  const chips = page
    .getByRole('tabpanel', { name: 'Summary' })
    .getByRole('link', { name: /^Evidence: p\. \d+$/u });
  const chip = chips.filter({ hasNotText: /^p\. 1$/u }).last();
  const number = Number(/\d+/u.exec((await chip.textContent()) ?? '')?.[0]);
  const quote = await readQuote(chip);
  expect(inOneLine(pages[number - 1] ?? '')).toContain(quote);
  await chip.click();
  await eventually(() => pageField.inputValue()).toBe(String(number));
  const highlighted = viewer.locator(`[data-page-number="${number}"] .textLayer .highlight`);
  await eventually(() => highlighted.count()).toBeGreaterThan(0);
  const marked = inOneLine((await highlighted.allTextContents()).join(' ')).replace(/\s/gu, '');
  expect(quote.replace(/\s/gu, '')).toContain(marked);
  expect(marked.length).toBeGreaterThan(quote.replace(/\s/gu, '').length / 2);

  // The words are visible below the header, also on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await chips.first().click();
  await eventually(() => pageField.inputValue()).toBe('1');
  const first = viewer.locator('[data-page-number="1"] .textLayer .highlight').first();
  await eventually(async () => (await first.boundingBox())?.y).toBeGreaterThan(110);
  await eventually(async () => (await first.boundingBox())?.y).toBeLessThan(700);
  await page.setViewportSize({ width: 1280, height: 900 });

  const awaited = page.waitForEvent('download');
  await viewer.getByRole('link', { name: 'Download PDF' }).click();
  const download = await awaited;
  expect(download.suggestedFilename()).toMatch(/\.pdf$/u);
  expect(Buffer.compare(await readFile(await download.path()), await readFile(file))).toBe(0);
});

test('embeds YouTube with a height of 400 pixels from the domain without cookies', async () => {
  const { page, context, account } = await openSignedIn();
  const client = clientOf(account);
  const course = await client.createCourse('Seen elsewhere');
  const asked: string[] = [];
  await context.route(/^https?:\/\/[^/]*(?:youtube|ytimg|google)/u, async (route) => {
    asked.push(new URL(route.request().url()).host);
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A player</title>' });
  });
  const { id } = await client.createLesson({
    title: 'A talk',
    file: 'https://www.youtube.com/watch?v=M7lc1UVf-VE',
    course: course.id,
  });
  await page.goto(`/lessons/${id}`);
  const frame = page.locator('iframe');
  await frame.waitFor();
  const address = new URL((await frame.getAttribute('src')) ?? '');
  expect(`${address.origin}${address.pathname}`).toBe('https://www.youtube-nocookie.com/embed/M7lc1UVf-VE');
  await eventually(async () => (await frame.boundingBox())?.height).toBe(400);
  await frame.contentFrame().locator('html').waitFor({ state: 'attached' });
  await eventually(() => frame.evaluate((element: HTMLIFrameElement) => element.title)).toBe('Video: A talk');
  await eventually(() => asked).toContain('www.youtube-nocookie.com');
  expect(new Set(asked)).toEqual(new Set(['www.youtube-nocookie.com']));
  await page.getByRole('button', { name: 'Create Transcription' }).waitFor();
});

test(
  'says what the browser cannot play of a recording, and what to do when it has no speech',
  { timeout: 240_000 },
  async () => {
    const { page, account } = await openSignedIn();
    const client = clientOf(account);
    const course = await client.createCourse('Recordings as they are');
    const file = join(await makeTestDirectory(), 'recording.mp4');
    const openRecording = async (title: string): Promise<void> => {
      const { id } = await client.createLesson({
        title,
        file: await client.uploadVideo(file),
        course: course.id,
      });
      await page.goto(`/lessons/${id}`);
      await page.getByRole('button', { name: 'Create Transcription' }).click();
    };

    makeVideo({ outputPath: file, samples: new Float32Array(3 * 16_000) });
    await openRecording('no speech');
    await page.getByText('Nothing to transcribe', { exact: true }).waitFor({ timeout: 60_000 });
    await eventually(() => page.getByRole('button', { name: 'Create Transcription' }).count()).toBe(0);
    await eventually(() => page.getByRole('link', { name: 'Upload another file' }).getAttribute('href')).toBe(
      `/upload?course=${course.id}`,
    );
    await page.getByRole('button', { name: 'Paste or upload a transcript' }).click();
    await page.getByRole('textbox', { name: 'Paste or upload a transcript' }).waitFor();
    await page.getByRole('tab', { name: 'Summary' }).click();
    await page.getByText('this recording has no speech', { exact: false }).waitFor();
    await eventually(() => page.getByRole('button', { name: 'Create Summary' }).count()).toBe(0);

    const { recordings } = await getTestModels(undefined);
    const spoken = await readAllSamples(recordings.beckett);
    makeVideo({
      outputPath: file,
      samples: new Float32Array(spoken.length),
      secondTrack: spoken,
      hasNoPicture: true,
    });
    await openRecording('speech on the second track, without a picture');
    const note = page.getByRole('note');
    await note.getByText('on a sound track that browsers do not play').waitFor({ timeout: 60_000 });
    await note.getByText('Sound only: this recording has no picture.').waitFor();
    await page.getByText(/fail better/iu).waitFor();
  },
);
