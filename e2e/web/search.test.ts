import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { SearchResults } from '#contract/search.ts';
import { startLooking } from './accessibility.ts';
import { openSignedIn } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { answerWith, INTERNAL_ERROR } from './simulated-server.ts';

const SEARCH = { path: /^\/api\/search\/$/u };

const fieldOf = (page: Page): Locator => page.getByRole('combobox', { name: 'Search your lessons' });
const optionsOf = (page: Page): Locator =>
  page.getByRole('listbox', { name: 'Passages found' }).getByRole('option');
const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

const evidence = (quote: string) => ({
  quote,
  page: null,
  start_second: null,
  end_second: null,
  passage_id: quote,
});

const FOUND: SearchResults = {
  hit_count: 3,
  by_meaning: false,
  courses: [
    {
      course_id: 1,
      course_title: 'Rivers',
      lessons: [
        {
          lesson_id: 11,
          lesson_title: 'Deltas',
          kind: 'pdf',
          hits: [
            { heading: 'The Nile', evidence: { ...evidence('Its delta is large.'), page: 7 } },
            { heading: null, evidence: { ...evidence('Deltas grow.'), page: 9 } },
          ],
        },
      ],
    },
    {
      course_id: 2,
      course_title: 'Seas',
      lessons: [
        {
          lesson_id: 12,
          lesson_title: 'A talk',
          kind: 'video',
          hits: [{ heading: null, evidence: { ...evidence('The delta ends.'), start_second: 65 } }],
        },
      ],
    },
  ],
};

test('groups results by course and lesson with their place and opens them in a new tab', async () => {
  const { page, context } = await openSignedIn();
  await answerWith(page, SEARCH, 200, FOUND);
  await page.goto('/courses');
  const before = page.getByRole('button', { name: 'Add New Course' });
  await before.focus();
  await page.keyboard.press('/');
  await page.keyboard.type('d');
  await page.getByText('Type at least two characters.').waitFor();
  await eventually(() => fieldOf(page).getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.type('elta');
  await page.getByRole('status').getByText('3 passages in 2 lessons', { exact: true }).waitFor();
  await eventually(() => fieldOf(page).getAttribute('aria-expanded')).toBe('true');
  await eventually(() =>
    page
      .getByRole('listbox')
      .getByRole('group')
      .evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-label'))),
  ).toEqual(['Deltas, in Rivers', 'A talk, in Seas']);
  await eventually(async () =>
    (await optionsOf(page).allInnerTexts()).map((text) => text.replace(/\s+/gu, ' ').trim()),
  ).toEqual([
    'The Nile Its delta is large. p. 7',
    'Deltas grow. p. 9',
    'The delta ends. 1:05',
    'Ask the assistant about delta',
  ]);
  await eventually(() => page.getByRole('listbox').locator('mark').allTextContents()).toEqual([
    'delta',
    'Deltas',
    'delta',
  ]);
  await page.getByText(/^These results match your words only/u).waitFor();
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    optionsOf(page)
      .nth(2)
      .click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await tab.waitForURL(/\/lessons\/12\?t=65\.0&/u);
  await tab.close();
  await fieldOf(page).focus();
  await page.keyboard.press('Escape');
  await fieldOf(page).blur();
  await before.focus();
  await page.keyboard.press('/');
  await page.getByRole('listbox').waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => hasFocus(before)).toBe(true);
});

test('shows the first passages of a lesson and the others on request', async () => {
  const { page } = await openSignedIn();
  const hits = Array.from({ length: 7 }, (_, index) => ({
    heading: null,
    evidence: { ...evidence(`Delta ${index + 1}.`), page: index + 1 },
  }));
  const [river, sea] = FOUND.courses;
  await answerWith(page, SEARCH, 200, {
    hit_count: 8,
    by_meaning: true,
    courses: [{ ...river, lessons: [{ ...river?.lessons[0], hits }] }, sea],
  });
  await page.goto('/courses');
  await fieldOf(page).fill('delta');
  const more = page.getByRole('option', { name: '3 more passages in this lesson' });
  await more.waitFor();
  await eventually(() => optionsOf(page).count()).toBe(4 + 1 + 1 + 1);
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
  await eventually(() => more.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Enter');
  await more.waitFor({ state: 'detached' });
  await eventually(() => page.getByRole('option', { name: 'Delta 5.' }).getAttribute('aria-selected')).toBe(
    'true',
  );
  await page.keyboard.press('ArrowDown');
  await eventually(() => page.getByRole('option', { name: 'Delta 6.' }).getAttribute('aria-selected')).toBe(
    'true',
  );

  await fieldOf(page).fill('deltas');
  await more.click();
  await eventually(() => optionsOf(page).count()).toBe(7 + 1 + 1);
  await eventually(() => hasFocus(fieldOf(page))).toBe(true);
});

test('finds commands, which Enter runs', async () => {
  const { page } = await openSignedIn();
  await page.goto('/courses');
  await page.getByRole('button', { name: 'Add New Course' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('new course');
  await optionsOf(page).getByText('Add New Course', { exact: true }).waitFor();
  await page.getByRole('status').getByText('No passages in your lessons').waitFor();
  await eventually(() => page.getByText('Nothing found for').count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Add New Course' }).waitFor();
});

test('reports a failed search, which works later, and says what to do when nothing is found', async () => {
  const { page } = await openSignedIn();
  await page.goto('/courses');
  const mend = await answerWith(page, SEARCH, 422, INTERNAL_ERROR);
  await fieldOf(page).fill('delta');
  const alert = page.getByRole('search').getByRole('alert');
  await alert.getByText('The search failed. Try again.').waitFor();
  await mend();
  await answerWith(page, SEARCH, 200, {
    courses: [],
    hit_count: 0,
    by_meaning: true,
  } satisfies SearchResults);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('status').getByText('Nothing found for delta').waitFor();
  await page.getByRole('search').getByRole('link', { name: 'Upload a lesson' }).waitFor();
  await eventually(() => alert.count()).toBe(0);
  await eventually(() => optionsOf(page).count()).toBe(1);
});

test('takes the room there is on a phone, and is accessible', async () => {
  const long = 'w'.repeat(180);
  const [river, sea] = FOUND.courses;
  const { page } = await openSignedIn({ viewport: { width: 390, height: 844 } });
  await answerWith(page, SEARCH, 200, {
    ...FOUND,
    courses: [
      { ...river, course_title: long },
      { ...sea, course_title: `Seas ${long}` },
    ],
  });
  await page.goto('/courses');
  const opener = page.getByRole('button', { name: 'Search your lessons' });
  await opener.click();
  await eventually(() => hasFocus(fieldOf(page))).toBe(true);
  await page.keyboard.type('delta');
  await page.getByRole('status').getByText('3 passages in 2 lessons').waitFor();
  await eventually(async () => (await fieldOf(page).boundingBox())?.width).toBeGreaterThan(390 * 0.6);
  const look = startLooking();
  await look.at(page, 'passages found');
  expect(look.found).toEqual([]);
  await page.keyboard.press('Escape');
  await eventually(() => hasFocus(opener)).toBe(true);
  await fieldOf(page).waitFor({ state: 'hidden' });
});
