/**
 * The web app as its users meet it: the code of every screen, how soon it is painted over a slow line on a slow processor,
 * how little it shifts, and whether long lists scroll as smoothly as a plain page does.
 */
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { registerClient } from '#e2e/api-client.ts';
import { launchChromium } from '#e2e/web/chromium.ts';
import { paths } from '#web/ui/paths.ts';
import { withLectern } from '../lectern.ts';
import { percentile, printResult } from '../result.ts';
import { measureScreen } from './measure-screen.ts';
import { storageOf } from './storage-of.ts';

/** Compressed, before a screen can be used. */
const PUBLIC_KILOBYTES = 150;
const SIGNED_IN_KILOBYTES = 200;

/** The 95th percentile of the time between two frames while the page or a part of it is scrolled, in milliseconds. */
async function measureScrolling(page: Page, selector: string | undefined): Promise<number> {
  const gaps = await page.evaluate(async (target) => {
    const element = target === undefined ? document.scrollingElement : document.querySelector(target);
    if (element === null) throw new Error(`Nothing on the page matches ${String(target)}`);
    const times: number[] = [];
    for (let frame = 0; frame < 240; frame += 1) {
      element.scrollTop += 90;
      times.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
    }
    if (element.scrollTop < 5_000) throw new Error(`It scrolled only ${element.scrollTop} px`);
    return times.slice(1).map((time, index) => time - (times[index] ?? time));
  }, selector);
  return percentile(gaps, 0.95);
}

async function measureList(
  browser: Browser,
  name: string,
  open: (page: Page) => Promise<string | undefined>,
  storage: Record<string, string>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    await context.addInitScript((entries: Record<string, string>) => {
      for (const [entry, value] of Object.entries(entries)) localStorage.setItem(entry, value);
    }, storage);
    const page = await context.newPage();
    const selector = await open(page);
    const ours = await measureScrolling(page, selector);
    const plain = await context.newPage();
    await plain.setContent(
      Array.from({ length: 2_000 }, (_, index) => `<p style="height:80px">Line ${index}</p>`).join(''),
    );
    await plain.bringToFront();
    const theirs = await measureScrolling(plain, undefined);
    printResult({
      name: `${name}: time between frames while scrolling (p95)`,
      value: `${ours.toFixed(1)} ms`,
      peer: `plain page ${theirs.toFixed(1)} ms`,
      ratio: ours / theirs,
      goal: 'at most 2 (no second frame missed)',
      met: ours / theirs <= 2,
    });
  } finally {
    await context.close();
  }
}

/** Cues of a two-hour lecture, as subtitles that a person brings. */
function makeSubtitles(count: number): string {
  const stamp = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(11, 19)}.000`;
  const cues = Array.from(
    { length: count },
    (_, index) =>
      `${stamp(index * 1.4)} --> ${stamp(index * 1.4 + 1.3)}\nSentence ${index} of a long lecture, of which there are many.`,
  );
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

await withLectern(async (lectern) => {
  const client = await registerClient(lectern.origin);
  const first = await client.createCourse('Course 1');
  for (let count = 2; count <= 1_000; count += 1) await client.createCourse(`Course ${count}`);
  const lesson = await client.createLesson({
    title: 'A long lecture',
    file: 'https://example.org/lecture.mp4',
    course: first.id,
  });
  await client.call(z.unknown(), `/api/lessons/${lesson.id}/transcript/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: makeSubtitles(5_000) }),
  });
  const storage = await storageOf(client);
  const browser = await launchChromium();
  try {
    for (const path of [paths.welcome, paths.login, paths.register, paths.resetPassword])
      await measureScreen(browser, path, lectern.origin + path, { limitKilobytes: PUBLIC_KILOBYTES });
    const signedIn = [
      ...[paths.courses, paths.dashboard, paths.chat, paths.upload, paths.quiz, paths.trash],
      ...[paths.profile, paths.account, paths.notifications, paths.course(first.id)],
      ...[paths.lesson(lesson.id), paths.questionBank(lesson.id)],
    ];
    for (const path of signedIn) {
      const limitKilobytes = SIGNED_IN_KILOBYTES;
      await measureScreen(browser, path, lectern.origin + path, { storage, limitKilobytes });
    }
    await measureList(
      browser,
      '1,000 courses',
      async (page) => {
        await page.goto(`${lectern.origin}/courses`);
        await page.getByRole('link', { name: 'Course 1000' }).waitFor();
        return undefined;
      },
      storage,
    );
    await measureList(
      browser,
      'transcript of 5,000 cues',
      async (page) => {
        await page.goto(`${lectern.origin}/lessons/${lesson.id}`);
        await page.getByText('Sentence 0 of a long lecture').waitFor();
        return '[data-scrolls-transcript]';
      },
      storage,
    );
  } finally {
    await browser.close();
  }
});
