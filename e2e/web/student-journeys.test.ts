import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Question } from '#contract/quizzes.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { attemptResult, quizResults } from '#contract/quiz-results.ts';
import { sharedQuiz, type ChangeSharedQuizRequest, type SharedQuiz } from '#contract/shared-quizzes.ts';
import type { ApiClient } from '../api-client.ts';
import { listViolations, measureSidewaysScroll } from './accessibility.ts';
import { makeAccount, openBrowser } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { makeTextLesson, readLessonText } from './make-lessons.ts';
import { asJson, share } from './student-calls.ts';

const PHONE = { viewport: { width: 320, height: 640 } };
const SAVED = 'All answers are saved.';

interface Shared {
  readonly client: ApiClient;
  readonly quiz: SharedQuiz;
  readonly questions: readonly Question[];
}

async function shareQuiz(
  count: number,
  settings: ChangeSharedQuizRequest = {},
  style = 'multiple_choice',
): Promise<Shared> {
  const account = await makeAccount();
  const text = await readLessonText('history');
  const { lesson, client } = await makeTextLesson(account, text, { courseTitle: 'History', title: 'Cotton' });
  const { question_set: set, questions } = await client.call(
    questionSetWithQuestions,
    '/api/question-sets/generate/',
    asJson('POST', { lesson_id: lesson.id, answer_style: style, n: count }),
  );
  const { id } = await share(client, set.id, 'Cotton and steam');
  const quiz = await client.call(
    sharedQuiz,
    `/api/shared-quizzes/${id}/`,
    asJson('PATCH', { shuffle_questions: false, shuffle_options: false, ...settings }),
  );
  return { client, quiz, questions };
}

async function joinAs(page: Page, { quiz }: Shared, name: string): Promise<void> {
  await page.goto(`/q/${quiz.code}`);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Start the quiz' }).click();
  await page.getByRole('heading', { name: /^Question 1 of/u }).waitFor();
}

const optionOf = ({ options }: Question, isKey: boolean): string =>
  options.find(({ is_correct: isCorrect }) => isCorrect === isKey)?.text ?? '';

const choose = (page: Page, text: string): Promise<void> =>
  page.getByRole('radio', { name: text, exact: true }).check();

/** What the server has of the only attempt, in the order of the questions. */
async function readAnswers({ client, quiz }: Shared): Promise<(string | null)[]> {
  const path = `/api/shared-quizzes/${quiz.id}/results/`;
  const { students } = await client.call(quizResults, path);
  expect(students).toHaveLength(1);
  const { answers } = await client.call(attemptResult, `${path}${students[0]?.attempt_id ?? 0}/`);
  return answers.map(({ choice, answer, options }) =>
    choice === null ? answer : (options[choice]?.text ?? ''),
  );
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await listViolations(page), colorScheme).toEqual([]);
  }
  expect(await measureSidewaysScroll(page)).toBe(0);
}

test('a minute without a connection and a reload in it lose no answer', async () => {
  const shared = await shareQuiz(2);
  const [first, second] = shared.questions as [Question, Question];
  const { page, context } = await openBrowser(PHONE);
  await page.clock.install();
  await joinAs(page, shared, 'Ada');
  await context.route('**/api/attempt/**', (route) => route.abort('internetdisconnected'));
  await choose(page, optionOf(first, true));
  await page.getByText('No connection. 1 answer is kept on this device', { exact: false }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await choose(page, optionOf(second, true));
  await page.getByText('No connection. 2 answers are kept on this device', { exact: false }).waitFor();
  await page.clock.runFor(60_000);
  await page.getByText('No connection. 2 answers', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('alert').filter({ hasText: 'Your answers are safe; try again.' }).waitFor();
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'Lectern cannot be reached.' }).waitFor();
  await expectAccessible(page);
  await context.unroute('**/api/attempt/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(SAVED, { exact: true }).waitFor();
  await eventually(() => readAnswers(shared)).toEqual([optionOf(first, true), optionOf(second, true)]);
});

test('a second device continues the attempt with its code, and hears that it was submitted', async () => {
  const shared = await shareQuiz(2);
  const [first, second] = shared.questions as [Question, Question];
  const { page: phone } = await openBrowser(PHONE);
  await joinAs(phone, shared, 'Ada');
  await choose(phone, optionOf(first, true));
  await phone.getByText(SAVED, { exact: true }).waitFor();
  const words = (await phone.getByText('To continue on another device, use the code').textContent()) ?? '';
  const code = /[0-9A-Z]{3}-[0-9A-Z]{3}-[0-9A-Z]{3}/u.exec(words)?.[0] ?? '';

  const { page: laptop } = await openBrowser();
  await laptop.goto(`/q/${shared.quiz.code}`);
  await laptop.getByText('Continue an attempt', { exact: true }).first().click();
  await laptop.getByLabel('Code of an attempt on another device').fill(code);
  await laptop.getByRole('button', { name: 'Continue an attempt' }).click();
  await laptop.getByRole('heading', { name: 'Question 1 of 2' }).waitFor();
  expect(await laptop.getByRole('radio', { name: optionOf(first, true), exact: true }).isChecked()).toBe(
    true,
  );
  await laptop.getByRole('button', { name: 'Next' }).click();
  await choose(laptop, optionOf(second, false));
  await laptop.getByRole('button', { name: 'Next' }).click();
  await laptop.getByRole('button', { name: 'Submit' }).click();
  await laptop.getByRole('heading', { name: 'Submitted' }).waitFor();

  await choose(phone, optionOf(first, false));
  await phone.getByRole('heading', { name: 'Submitted' }).waitFor();
  expect(await readAnswers(shared)).toEqual([optionOf(first, true), optionOf(second, false)]);
});

test('a device whose clock is an hour off has the same time left', async () => {
  const shared = await shareQuiz(1, { time_limit_minutes: 20 });
  const { page } = await openBrowser(PHONE);
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await joinAs(page, shared, 'Ada');
  await page
    .getByRole('timer')
    .getByText(/^(?:19:\d\d|20:00)$/u)
    .waitFor();
  await shared.client.call(
    z.unknown(),
    `/api/shared-quizzes/${shared.quiz.id}/extend/`,
    asJson('POST', { minutes: 10 }),
  );
  // The page hears of more time when its own is over.
  await page.clock.runFor(20 * 60_000);
  await page
    .getByRole('timer')
    .getByText(/^(?:29:\d\d|30:00)$/u)
    .waitFor();
});

test('what was typed last in an essay is saved when the page closes', async () => {
  const shared = await shareQuiz(1, {}, 'essay');
  const { page } = await openBrowser(PHONE);
  await page.clock.install();
  await joinAs(page, shared, 'Ada');
  // Timers stand still, so nothing but closing the page can save.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByLabel('Your answer').fill('Steam drove the looms.');
  await page.goto('about:blank');
  await eventually(() => readAnswers(shared)).toEqual(['Steam drove the looms.']);
});

test('a student takes and practices a quiz by keyboard', async () => {
  const shared = await shareQuiz(2);
  const [first, second] = shared.questions as [Question, Question];
  const { page } = await openBrowser(PHONE);
  await page.clock.install();
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Moves the focus forward to the element with this name. */
  const reach = async (name: string): Promise<void> => {
    const nameOf = (): Promise<string> =>
      page.evaluate(() => {
        const { activeElement: element } = document;
        return element instanceof HTMLInputElement
          ? (element.labels?.[0]?.textContent ?? '')
          : (element?.textContent ?? '');
      });
    for (let step = 0; step < 20 && (await nameOf()) !== name; step += 1) await press('Tab');
    expect(await nameOf()).toBe(name);
  };
  await page.goto(`/q/${shared.quiz.code}`);
  await page.getByRole('heading', { level: 1, name: 'Cotton and steam' }).waitFor();
  await reach('Your name');
  await page.keyboard.type('Ada');
  await press('Enter');
  const focused = page.locator(':focus');
  await page.getByRole('heading', { name: 'Question 1 of 2' }).and(focused).waitFor();
  /** A group of options is one stop; arrows choose in it. */
  const chooseByArrows = async (question: Question, isKey: boolean): Promise<void> => {
    await press('Tab', 'Space');
    const wanted = page.getByRole('radio', { name: optionOf(question, isKey), exact: true });
    for (let step = 0; step < question.options.length && !(await wanted.isChecked()); step += 1)
      await press('ArrowDown');
    expect(await wanted.isChecked()).toBe(true);
  };
  await chooseByArrows(first, true);
  await page.getByText(SAVED, { exact: true }).waitFor();
  await reach('Review later');
  await press('Space');
  await reach('Next');
  await press('Enter');
  await page.getByRole('heading', { name: 'Question 2 of 2' }).and(focused).waitFor();
  await chooseByArrows(second, false);
  await reach('Next');
  await press('Enter');
  await page.getByText('2 of 2 answered', { exact: true }).waitFor();
  await page.getByText(/Marked for review/u).waitFor();
  await expectAccessible(page);
  await reach('Submit');
  await press('Enter');
  await page.getByText('1 of 2 points', { exact: true }).waitFor();

  await page.getByRole('heading', { level: 1, name: 'Submitted' }).and(focused).waitFor();
  await reach('Practice what was wrong (1)');
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Practice' }).and(focused).waitFor();
  await expectAccessible(page);
  const answer = async (isRight: boolean): Promise<void> => {
    await page.getByRole('radio', { name: optionOf(second, isRight), exact: true }).check();
    await page.getByRole('button', { name: 'Check answer' }).press('Enter');
    await page.getByText(isRight ? 'Right' : 'Wrong', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next' }).press('Enter');
  };
  await answer(false);
  await page.getByText('1 question left', { exact: true }).waitFor();
  await answer(true);
  await page.getByText('The next question is due on', { exact: false }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to the results' }).press('Enter');
  await page.getByText('1 of 2 points', { exact: true }).waitFor();

  await page.clock.fastForward(25 * 3_600_000);
  await page.getByRole('button', { name: 'Practice what was wrong (1)' }).press('Enter');
  await page.getByText('1 question left', { exact: true }).waitFor();
});

test('screens before, during and after a quiz with immediate feedback are accessible', async () => {
  const hour = 3_600_000;
  const shared = await shareQuiz(1, {
    feedback_time: 'immediately',
    passcode: 'loom',
    opens_at: new Date(Date.now() + hour).toISOString(),
  });
  const [question] = shared.questions as [Question];
  const set = (settings: ChangeSharedQuizRequest): Promise<SharedQuiz> =>
    shared.client.call(sharedQuiz, `/api/shared-quizzes/${shared.quiz.id}/`, asJson('PATCH', settings));
  const { page } = await openBrowser({ ...PHONE, locale: 'es-ES' });
  await page.goto(`/q/${shared.quiz.code}`);
  await page.getByText(/^Se abre /u).waitFor();
  await expectAccessible(page);
  await set({ opens_at: null });
  await page.reload();
  await page.getByLabel('Tu nombre').fill('Ada');
  await page.getByLabel('Clave de acceso').fill('loom');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Empezar el cuestionario' }).click();
  await page.getByRole('radio', { name: optionOf(question, false), exact: true }).check();
  await page.getByRole('button', { name: 'Comprobar respuesta' }).click();
  await page.getByText('Incorrecta', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'De la lección' }).click();
  await page.getByRole('region', { name: 'De la lección' }).waitFor();
  await expectAccessible(page);
  expect(await page.getByRole('radio').first().isDisabled()).toBe(true);
  await set({ closes_at: new Date(Date.now() - 1_000).toISOString() });
  const { page: late } = await openBrowser({ ...PHONE, locale: 'es-ES' });
  await late.goto(`/q/${shared.quiz.code}`);
  await late.getByText(/^Este cuestionario está cerrado/u).waitFor();
  await expectAccessible(late);
});
