import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { WireLesson } from '#contract/lessons.ts';
import { openSignedIn, type Visitor } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { makeTextLesson, readLessonText } from './make-lessons.ts';
import { listViolations } from './accessibility.ts';
import { countCalls } from './simulated-server.ts';

async function openSummary(width: number): Promise<Visitor & { lesson: WireLesson }> {
  const visitor = await openSignedIn({ viewport: { width, height: 844 } });
  const { lesson } = await makeTextLesson(visitor.account, await readLessonText('economics'), {
    courseTitle: 'Economics',
    title: 'Supply and demand',
  });
  const { page } = visitor;
  await page.goto(`/lessons/${lesson.id}`);
  await page.getByRole('button', { name: 'Create Summary' }).click();
  await page.getByText('Summary created successfully', { exact: true }).waitFor({ timeout: 60_000 });
  return { ...visitor, lesson };
}

const panelOf = (page: Page) => page.getByRole('tabpanel', { name: 'Summary' });
const choose = (page: Page, length: string) => page.getByText(length, { exact: true }).click();

test('edits, moves, adds and removes points and key terms, each with evidence, and switches lengths at once', async () => {
  const { page } = await openSummary(1280);
  const points = panelOf(page).getByRole('listitem');
  await choose(page, 'Long');
  const long = await points.count();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' || request.method() === 'PUT') requests.push(request.url());
  });
  await choose(page, 'Short');
  await eventually(() => points.count()).toBeLessThan(long);
  expect(requests.filter((url) => url.includes('/summarize'))).toEqual([]);
  const before = await points.allTextContents();

  await panelOf(page).getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('form', { name: 'Summary, Short' });
  await form
    .getByRole('textbox', { name: 'Point 1', exact: true })
    .fill('Prices tell people what is scarce.');
  await form.getByRole('button', { name: 'Move down: Point 1', exact: true }).click();
  await form.getByRole('button', { name: 'Add a point' }).click();
  const added = form.getByRole('textbox', { name: `Point ${before.length + 1}`, exact: true });
  await added.fill('Equilibrium');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.getByRole('alert').getByText('Choose the words of the lesson that this rests on.').waitFor();
  await form.getByRole('button', { name: `Choose evidence: Point ${before.length + 1}` }).click();
  const picker = form.getByRole('region', { name: `Choose evidence: Point ${before.length + 1}` });
  await picker.getByRole('listitem').getByRole('button').first().click();
  await form.getByRole('button', { name: 'Remove: Key term 1', exact: true }).click();
  expect(await listViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Summary saved', { exact: true }).waitFor();
  await page.reload();
  await eventually(() => points.count()).toBe(before.length + 1);
  await eventually(() => points.nth(1).textContent()).toContain('Prices tell people what is scarce.');
  await eventually(() =>
    points
      .last()
      .getByRole('link', { name: /^Evidence: (?!passage)/u })
      .count(),
  ).toBe(1);
});

test('on a phone, content and summary are a tap apart, and a button returns from the target of a chip', async () => {
  const { page } = await openSummary(390);
  const parts = page.getByRole('navigation', { name: 'Parts of this lesson' });
  const article = page.getByRole('article', { name: 'Text of the lesson' });
  const isInSight = (name: 'panel' | 'content') =>
    page
      .getByRole('region', { name: name === 'panel' ? 'Transcript and summary' : 'Lesson content' })
      .evaluate((part) => {
        const { top } = part.getBoundingClientRect();
        return top >= 60 && top < window.innerHeight;
      });
  // The row of parts replaces the tabs.
  await eventually(() => page.getByRole('tab').count()).toBe(0);
  await parts.getByRole('button', { name: 'Content' }).click();
  await eventually(() => isInSight('content')).toBe(true);
  await parts.getByRole('button', { name: 'Summary' }).click();
  await eventually(() => isInSight('panel')).toBe(true);
  await eventually(() => isInSight('content')).toBe(false);
  const chip = panelOf(page)
    .getByRole('link', { name: /^Evidence: /u })
    .first();
  await chip.click();
  await article.locator('mark').first().waitFor();
  await eventually(() => isInSight('panel')).toBe(false);
  await parts.getByRole('button', { name: 'Back' }).click();
  await eventually(() => isInSight('panel')).toBe(true);
  await eventually(() => chip.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await listViolations(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('keeps the same elements when the window crosses 900 px, and prints the summary alone', async () => {
  const { page } = await openSummary(1280);
  await page.getByRole('article', { name: 'Text of the lesson' }).evaluate((article) => {
    article.dataset['same'] = 'yes';
  });
  await page.setViewportSize({ width: 800, height: 844 });
  await page.setViewportSize({ width: 1280, height: 844 });
  await eventually(() => page.locator('article[data-same]').count()).toBe(1);
  const divider = page.getByRole('separator', { name: 'Divider between panel and content' });
  const before = Number(await divider.getAttribute('aria-valuenow'));
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  await eventually(() => divider.getAttribute('aria-valuenow')).toBe(String(before + 2));

  await page.emulateMedia({ media: 'print' });
  await panelOf(page).getByRole('listitem').first().waitFor();
  await eventually(() => page.getByRole('article', { name: 'Text of the lesson' }).isVisible()).toBe(false);
  await eventually(() => page.getByRole('banner').isVisible()).toBe(false);
  await eventually(() =>
    page.getByRole('button', { name: 'More actions for this summary' }).isVisible(),
  ).toBe(false);
  const hidden = await panelOf(page).evaluate((panel) => {
    const scroller = panel.firstElementChild ?? panel;
    return scroller.scrollHeight - scroller.clientHeight;
  });
  expect(hidden).toBeLessThanOrEqual(1);
});

test('a text says that its encoding was guessed and that characters were lost', async () => {
  const { page, account } = await openSignedIn({ viewport: { width: 1280, height: 844 } });
  const text =
    'The caf\u00e9 sells sm\uFFFDrbr\uFFFDd, which is bread with butter and fish, to every guest of the ';
  const bytes = Buffer.concat([Buffer.from(text), Buffer.from('Br\u00fccke.', 'latin1')]);
  const { lesson } = await makeTextLesson(account, bytes, { courseTitle: 'Food', title: 'Bread' });
  await page.goto(`/lessons/${lesson.id}`);
  const notes = page.getByRole('article', { name: 'Text of the lesson' }).getByRole('note');
  await notes.filter({ hasText: '2 characters of this text were lost' }).waitFor();
  await notes.filter({ hasText: 'read it as UTF-8' }).waitFor();
  expect(await listViolations(page)).toEqual([]);
});

test('shows a new name without fetching the lesson again', async () => {
  const { page, account } = await openSignedIn();
  const text = await readLessonText('economics');
  const { lesson } = await makeTextLesson(account, text, { courseTitle: 'Economics', title: 'Markets' });
  await page.goto(`/lessons/${lesson.id}`);
  await page.getByRole('button', { name: 'More for this lesson' }).click();
  const countFetches = countCalls(page, { path: /^\/api\/lessons\/\d+\/$/u, method: 'GET' });
  await page.getByRole('menuitem', { name: 'Edit, group or move' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the lesson' });
  await dialog.getByLabel('Name').fill('Supply and demand');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Supply and demand' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(countFetches()).toBe(0);
});
