import { expect, test } from 'vitest';
import { openSignedIn } from '../browser-test.ts';
import { lettersOf, readQuote } from '../by-screen.ts';
import { logOf } from '../chat-steps.ts';
import { eventually } from '../eventually.ts';
import { makeTextLesson, readLessonText } from '../make-lessons.ts';

test('finds a passage from any screen, opens it, and asks the assistant, whose evidence opens the lesson', async () => {
  const { page, account } = await openSignedIn();
  const text = await readLessonText('biology');
  const { lesson } = await makeTextLesson(account, text, { courseTitle: 'Biology', title: 'Photosynthesis' });
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search your lessons' });
  await eventually(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('Calvin cycle stroma');
  const group = page.getByRole('group', { name: 'Photosynthesis, in Biology' });
  const first = group.getByRole('option').first();
  await first.waitFor({ timeout: 60_000 });
  await page
    .getByRole('status')
    .getByText(/^\d+ passages? in 1 lesson$/u)
    .waitFor();
  await eventually(() => first.locator('mark').allTextContents()).toContain('Calvin');

  // Arrows choose while the focus stays in the field.
  await page.keyboard.press('ArrowUp');
  const ask = page.getByRole('option', { name: 'Ask the assistant about Calvin cycle stroma' });
  await eventually(() => ask.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowDown');
  await eventually(() => first.getAttribute('aria-selected')).toBe('true');
  const found = new URL((await first.getAttribute('href')) ?? '', 'http://lectern').searchParams.get('quote');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/lessons/${lesson.id}\\?`, 'u'));
  const marks = page.getByRole('article', { name: 'Text of the lesson' }).locator('mark');
  const marked = async (): Promise<string> => lettersOf((await marks.allTextContents()).join(' '));
  await eventually(marked).toBe(lettersOf(found ?? ''));

  await field.fill('Where does the Calvin cycle take place?');
  await page.getByRole('option', { name: /^Ask the assistant about/u }).click();
  await page.waitForURL(/\/chat/u);
  const log = logOf(page);
  await log.getByText('Let me check that for you...', { exact: true }).waitFor();
  await log
    .getByRole('paragraph')
    .filter({ hasText: /stroma/u })
    .first()
    .waitFor({ timeout: 60_000 });
  const sources = log.getByRole('list', { name: 'Evidence' });
  await eventually(() => sources.getByRole('link', { name: 'Photosynthesis' }).getAttribute('href')).toBe(
    `/lessons/${lesson.id}`,
  );
  const chip = log.getByRole('link', { name: /^Evidence: .*, Photosynthesis$/u }).first();
  const quote = await readQuote(chip);
  expect(lettersOf(text)).toContain(lettersOf(quote));
  await chip.click();
  await eventually(marked).toBe(lettersOf(quote));

  await page.goto('/chat');
  await page.getByRole('link', { name: /^Where does the Calvin cycle take place/u }).click();
  await eventually(() => readQuote(log.getByRole('link', { name: /^Evidence: / }).first())).toBe(quote);
});
