import { expect, test } from 'vitest';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { listViolationsInBothSchemes, measureSidewaysScroll } from './accessibility.ts';
import { openSignedIn } from './browser-test.ts';
import { clientOf, makeTextLesson, readLessonText } from './make-lessons.ts';
import { asJson, share, take } from './student-calls.ts';

const STUDENTS = 12;

test('an instructor reads what a class answered, and why a question is weak', async () => {
  const { page, account } = await openSignedIn({ viewport: { width: 390, height: 844 } });
  const text = await readLessonText('history');
  const { lesson } = await makeTextLesson(account, text, { courseTitle: 'History', title: 'Cotton' });
  const client = clientOf(account);
  const { question_set: set, questions } = await client.generateQuestions(lesson.id, 3);
  const quiz = await share(client, set.id, 'Cotton and steam');

  await page.goto(`/quiz-results/${quiz.id}`);
  await page.getByText(`No one has started this quiz yet.`, { exact: false }).waitFor();

  // The stronger half is right on all but the first question, where it prefers a wrong option.
  const [first] = questions;
  const preferred = first?.options.find(({ is_correct: isKey }) => !isKey)?.text ?? '';
  for (let student = 0; student < STUDENTS; student += 1) {
    const isStrong = student < STUDENTS / 2;
    await take(quiz.code, `Student ${student}`, (stem) => {
      const options = questions.find((question) => question.text === stem)?.options ?? [];
      const pick = (right: boolean): string =>
        options.find(({ is_correct: isKey }) => isKey === right)?.text ?? '';
      if (stem === first?.text) return isStrong ? preferred : pick(true);
      return pick(isStrong);
    });
  }

  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Results of “Cotton and steam”' }).waitFor();
  await page.getByText(/^12 students were counted/u).waitFor();
  await page
    .getByText(`Stronger students chose “${preferred}” more often than weaker ones: it may also be correct.`)
    .waitFor();
  await page.getByText('Fewer than 30 students have answered: take these figures as a hint.').waitFor();
  expect(await measureSidewaysScroll(page)).toBe(0);
  expect(await listViolationsInBothSchemes(page)).toEqual([]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download XLSX' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/u);

  await page.getByRole('button', { name: 'Delete the attempt of Student 3' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/^11 students were counted/u).waitFor();
  await page.getByRole('link', { name: 'Student 1', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Student 1' }).waitFor();
  await page.getByText(`Answer: ${preferred}`).waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
});

test('an instructor gives an essay its points by keyboard', async () => {
  const { page, account } = await openSignedIn();
  const text = await readLessonText('history');
  const { lesson } = await makeTextLesson(account, text, { courseTitle: 'History', title: 'Cotton' });
  const client = clientOf(account);
  const { question_set: set } = await client.call(
    questionSetWithQuestions,
    '/api/question-sets/generate/',
    asJson('POST', { lesson_id: lesson.id, answer_style: 'essay', n: 1 }),
  );
  const quiz = await share(client, set.id, 'Essay');
  await take(quiz.code, 'Ada', () => 'Cotton was spun by machines, which steam drove.');

  await page.goto(`/quiz-results/${quiz.id}`);
  await page.getByText('1 essay without points', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Ada', exact: true }).click();
  await page.getByText('No points yet.', { exact: true }).waitFor();
  await page.getByLabel('Comment').fill('Name the machines.');
  const half = page.getByRole('group', { name: 'Points' }).getByRole('button', { name: '50%' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await half.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('50% of the points.', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('50% of the points.', { exact: true }).waitFor();
  expect(await page.getByLabel('Comment').inputValue()).toBe('Name the machines.');
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
});
