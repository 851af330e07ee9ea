import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedQuizList } from '#contract/shared-quizzes.ts';
import { listViolations, listViolationsInBothSchemes, measureSidewaysScroll } from './accessibility.ts';
import { openBrowser, openSignedIn } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { clientOf, makeTextLesson, readLessonText } from './make-lessons.ts';
import { asJson } from './student-calls.ts';

const CSV = 'Nombre;Matrícula\nÁlvaro Núñez;M-7\nAda Lovelace;M-8\n';

test('an instructor imports a class list and prints its codes, with which students join', async () => {
  const { page, account, context } = await openSignedIn({ viewport: { width: 390, height: 844 } });
  await context.addInitScript(() => {
    window.print = () => {
      (window.top as Window & { printed?: string }).printed = document.body.innerText;
    };
  });
  const text = await readLessonText('history');
  const { lesson } = await makeTextLesson(account, text, { courseTitle: 'History', title: 'Cotton' });
  const client = clientOf(account);
  const { question_set: set } = await client.generateQuestions(lesson.id, 2);
  const name = 'Cotton and steam';
  await client.call(
    z.unknown(),
    '/api/question-sets/save/',
    asJson('POST', { question_set_id: set.id, name }),
  );

  await page.goto('/quiz');
  await page.getByRole('button', { name: `Menu of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Share with students' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Settings', { exact: true }).click();
  await dialog.getByLabel('Who may join').selectOption('A class list with personal codes');
  await dialog.getByRole('button', { name: 'Import a class list' }).click();
  await dialog.getByText('No names found yet.').waitFor();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'Biology 1.csv',
    mimeType: 'text/csv',
    // As Excel for Windows writes it.
    buffer: Buffer.from(CSV, 'latin1'),
  });
  await dialog.getByText('2 students found, starting with Álvaro Núñez; Ada Lovelace').waitFor();
  expect(await dialog.getByLabel('Name of the class').inputValue()).toBe('Biology 1');
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create personal codes' }).click();

  const row = dialog.getByRole('row', { name: /Ada Lovelace/u });
  const code = (await row.getByRole('cell').nth(1).textContent()) ?? '';
  expect(code).toMatch(/^\w{3}-\w{3}-\w{3}$/u);
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  expect(await measureSidewaysScroll(page)).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Print codes' }).click();
  await eventually(() =>
    page.evaluate(() => (window as Window & { printed?: string }).printed ?? ''),
  ).toContain(code);
  await dialog.getByRole('button', { name: 'Use this class list' }).click();
  await dialog.getByLabel('Link for students').waitFor();
  await eventually(async () => {
    const [quiz] = await client.call(sharedQuizList, '/api/shared-quizzes/');
    return quiz?.settings.student_identity;
  }).toBe('class_list');
  const link = await dialog.getByLabel('Link for students').inputValue();
  await dialog.getByText('Settings', { exact: true }).click();
  await eventually(() => dialog.locator('select[name=class_list_id]').inputValue()).toMatch(/^\d+$/u);
  await dialog.getByRole('button', { name: 'New codes' }).click();
  await dialog.getByRole('alert').getByRole('button', { name: 'New codes' }).click();
  await row.waitFor();
  const renewed = (await row.getByRole('cell').nth(1).textContent()) ?? '';
  expect(renewed).not.toBe(code);
  await dialog.getByRole('button', { name: 'Use this class list' }).click();
  await dialog.getByLabel('Link for students').waitFor();

  const { page: student } = await openBrowser({ viewport: { width: 320, height: 640 } });
  await student.goto(link);
  await student.getByLabel('Your personal code').fill(code);
  await student.getByRole('button', { name: 'Start the quiz' }).click();
  await student.getByRole('alert').waitFor();
  expect(await listViolations(student)).toEqual([]);
  await student.getByLabel('Your personal code').fill(renewed.toLowerCase().replaceAll('-', ' '));
  await student.getByRole('button', { name: 'Start the quiz' }).click();
  await student.getByRole('heading', { name: 'Question 1 of 2' }).waitFor();
});
