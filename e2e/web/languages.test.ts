import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import { isLanguage, LANGUAGES } from '#contract/languages.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import quizzes from '#web/locales/ar/quizzes.json' with { type: 'json' };
import { listViolationsInBothSchemes, measureSidewaysScroll } from './accessibility.ts';
import { makeAccount, openBrowser, signIn } from './browser-test.ts';
import { call, makeCourse, makeTextLesson } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import { readLessonText } from './make-lessons.ts';

let owner: Session;
let courseId: number;
let lessonId: number;
let setId: number;

beforeAll(async () => {
  owner = await makeAccount();
  courseId = (await makeCourse(owner, 'Rivers of the world')).id;
  const text = await makeTextLesson(owner, courseId, 'The steam engine', await readLessonText('history'));
  lessonId = text.id;
  const made = questionSetWithQuestions.parse(
    await call(owner, 'POST', '/api/question-sets/generate/', { lesson_id: lessonId, n: 3 }),
  );
  setId = made.question_set.id;
});

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[role="status"][aria-busy="true"]') === null);
}

/** Language and direction of the page. */
const readPage = (page: Page): Promise<string> =>
  page.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dir}`);

test.for(Object.keys(LANGUAGES).filter(isLanguage))(
  'starts in %s when the browser prefers it, and fits a phone of 320 px',
  async (language) => {
    const { page, context } = await openBrowser({ locale: language, viewport: { width: 320, height: 900 } });
    const sideways: string[] = [];
    const look = async (path: string): Promise<void> => {
      await show(page, path);
      const pixels = await measureSidewaysScroll(page);
      if (pixels > 0) sideways.push(`${path}: ${pixels} px wider than the window`);
    };
    await look('/login');
    expect(await readPage(page)).toBe(`${language} ${language === 'ar' ? 'rtl' : 'ltr'}`);
    await signIn(context, owner);
    for (const path of ['/dashboard', `/course/${courseId}`, `/lessons/${lessonId}`, '/account'])
      await look(path);
    expect(sideways).toEqual([]);
  },
);

test.for([320, 1440])('is accessible from right to left at %d px', async (width) => {
  const { page, context } = await openBrowser({ locale: 'ar', viewport: { width, height: 900 } });
  const found: string[] = [];
  const look = async (screen: string): Promise<void> => {
    for (const violation of await listViolationsInBothSchemes(page)) found.push(`${screen}, ${violation}`);
    const pixels = await measureSidewaysScroll(page);
    if (pixels > 0) found.push(`${screen}: ${pixels} px wider than the window`);
  };
  await show(page, '/login');
  await look('login');
  await signIn(context, owner);
  await show(page, `/course/${courseId}`);
  await look('course');
  await page.goto(`/quiz?set=${setId}`);
  await page.getByRole('button', { name: quizzes.edit }).click();
  await page.getByRole('dialog', { name: quizzes.edit }).locator('textarea').first().waitFor();
  await look('editor');
  expect(found).toEqual([]);
});

test('turns around when the language is chosen, and back', async () => {
  const { page } = await openBrowser();
  await show(page, '/login');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('العربية');
  await eventually(() => readPage(page)).toBe('ar rtl');
  await page.reload();
  await eventually(() => readPage(page)).toBe('ar rtl');
  await page.getByRole('combobox').selectOption('English');
  await eventually(() => readPage(page)).toBe('en ltr');
});
