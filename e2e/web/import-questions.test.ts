import { expect, test } from 'vitest';
import { questionSetWithQuestions, type QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { EXPORTED_QUIZ } from '#server/features/quizzes/export/testing/exported-quizzes.ts';
import { readText } from '#server/question-files/parse-question-file.ts';
import { writeQuestionSetCsv } from '#web/features/quizzes/download-question-set.ts';
import { listViolationsInBothSchemes, measureSidewaysScroll } from './accessibility.ts';
import { openSignedIn } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { clientOf, makeTextLesson, readLessonText } from './make-lessons.ts';

const GIFT = `// [tag:bloom:apply]
What is a market with a single seller called? {=a monopoly ~a cartel ~an auction}

Which planet has the most moons? {=Saturn ~Mars#Too few. ~Venus}

Match the capitals. {=Canada -> Ottawa =Japan -> Tokyo}`;

test('imports the chosen questions of a file, by keyboard, after showing what was understood', async () => {
  const { page, account } = await openSignedIn({ viewport: { width: 390, height: 800 } });
  const text = `${await readLessonText('economics')}\n\nA monopoly is a market with a single seller.\n`;
  const { course, lesson } = await makeTextLesson(account, text, {
    courseTitle: 'Economics',
    title: 'Markets',
  });
  await page.goto(`/quiz?course=${course.id}&lesson=${lesson.id}`);
  await page.getByRole('button', { name: 'Import questions' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import questions' });
  await dialog.getByRole('button', { name: 'Show questions' }).press('Enter');
  await dialog.getByText('Please select a file.').waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose a file' }).press('Enter'),
  ]);
  await chooser.setFiles({ name: 'Week 1.gift', mimeType: 'text/plain', buffer: Buffer.from(GIFT) });
  await dialog.getByRole('button', { name: 'Show questions' }).press('Enter');
  await dialog.getByRole('heading', { name: 'GIFT, 2 questions' }).waitFor({ timeout: 60_000 });
  await dialog.getByText('1 answer found in the lesson.').waitFor();
  await dialog.getByText('Not in this lesson', { exact: true }).waitFor();
  await dialog.getByText('Feedback on single answers is left out.').waitFor();
  await dialog.getByText('Matching question').waitFor();
  await dialog.locator('summary').press('Enter');
  await dialog.getByText('Match the capitals.').waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  expect(await measureSidewaysScroll(page)).toBe(0);

  await dialog.getByRole('checkbox', { name: 'Import question 2' }).press('Space');
  await dialog.getByText('1 question selected').waitFor();
  expect(await dialog.getByLabel('Name of the quiz').inputValue()).toBe('Week 1');
  await dialog.getByRole('button', { name: 'Import 1 question' }).press('Enter');
  await page.waitForURL(/[?&]set=\d/u, { timeout: 60_000 });
  const id = Number(new URL(page.url()).searchParams.get('set'));
  const made = await clientOf(account).call(
    questionSetWithQuestions,
    `/api/question-sets/by_question_set/?question_set_id=${id}`,
  );
  expect(made.question_set).toMatchObject({ name: 'Week 1', lesson_id: lesson.id, question_count: 1 });
  expect(made.questions[0]?.evidence?.quote).toBe('A monopoly is a market with a single seller.');
});

test('imports from the page of a course, whose lesson is chosen in the dialog', async () => {
  const { page, account } = await openSignedIn();
  const text = 'A monopoly is a market with a single seller.';
  const { course, lesson } = await makeTextLesson(account, text, {
    courseTitle: 'Economics',
    title: 'Markets',
  });
  await page.goto(`/course/${course.id}`);
  const button = page.getByRole('button', { name: 'Import questions' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Import questions' });
  await dialog.getByRole('combobox', { name: 'Lesson' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => button.evaluate((element) => element === document.activeElement)).toBe(true);

  await button.click();
  await dialog.getByRole('combobox', { name: 'Lesson' }).selectOption('Markets');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles({ name: 'Week 1.gift', mimeType: 'text/plain', buffer: Buffer.from(GIFT) });
  await dialog.getByRole('button', { name: 'Show questions' }).click();
  await dialog.getByRole('button', { name: 'Import 2 questions' }).click({ timeout: 60_000 });
  await page.waitForURL(/[?&]set=\d/u, { timeout: 60_000 });
  const id = Number(new URL(page.url()).searchParams.get('set'));
  const made = await clientOf(account).call(
    questionSetWithQuestions,
    `/api/question-sets/by_question_set/?question_set_id=${id}`,
  );
  expect(made.question_set).toMatchObject({ lesson_id: lesson.id, question_count: 2 });
});

test('the CSV of the download loses nothing that it holds', () => {
  const { questions } = EXPORTED_QUIZ;
  const set = {
    question_set: { answer_style: 'multiple_choice' },
    questions: questions.map(({ outcome, ...question }) => ({
      ...question,
      outcome: outcome === null ? null : { short_name: outcome },
    })),
  } as unknown as QuestionSetWithQuestions;
  const parts = readText(writeQuestionSetCsv(set).replace(/^\uFEFF/u, '')).parts;
  expect(parts).toHaveLength(500);
  // An apostrophe before a sign of a formula looks like one that protects a cell.
  const isAmbiguous = (text: string): boolean => /'\s*[=+\-@＝＋－＠﹢﹣﹦﹫]/u.test(text);
  for (const [index, question] of questions.entries()) {
    const part = parts[index];
    if ([question.text, ...question.options.map(({ text }) => text)].some(isAmbiguous)) continue;
    expect(part !== undefined && 'question' in part && part.question).toMatchObject({
      text: question.text,
      type: question.type,
      level: question.blooms_taxonomy,
      difficulty: question.difficulty,
      outcome: question.outcome,
      options: question.options,
    });
  }
});
