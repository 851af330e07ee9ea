import { test } from 'vitest';
import { openSignedIn } from './browser-test.ts';
import { focusedName, makeQuiz, savedDraft, stemOf } from './editor-steps.ts';
import { eventually } from './eventually.ts';
import { makeLessonWithBank } from './make-lessons.ts';
import { makeUnreachable } from './simulated-server.ts';

test('saves, edits and publishes a quiz on its own page', async () => {
  const { page, account } = await openSignedIn({ viewport: { width: 1440, height: 900 } });
  const { client, course, lesson } = await makeLessonWithBank(account, 'history');
  const { question_set: set, questions } = await client.generateQuestions(lesson.id, 3);
  await page.goto(`/quiz/${set.id}`);
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1, name: set.name }).waitFor();
  await main.getByRole('button', { name: 'Save', exact: true }).click();
  await main.getByText('Quiz saved successfully!', { exact: true }).waitFor();

  const outline = main.getByRole('navigation', { name: 'Questions at a glance' });
  await outline.getByRole('button', { name: questions[2]?.text ?? '' }).click();
  await eventually(() => focusedName(page)).toBe('Question 3');
  await stemOf(main, 3).fill('Which mills did Arkwright build in 1771?');
  await savedDraft(main).waitFor();
  await main.getByRole('button', { name: 'Publish changes' }).click();
  await main.getByText('The changes were published as version 2.', { exact: true }).waitFor();
  await eventually(() => stemOf(main, 3).inputValue()).toBe('Which mills did Arkwright build in 1771?');
  await eventually(() => main.getByRole('button', { name: 'Publish changes' }).isDisabled()).toBe(true);

  await page.goto('/courses');
  await page.getByRole('heading', { level: 1, name: 'My Courses' }).waitFor();
  await page.goto('/quiz');
  await page.getByRole('button', { name: set.name, exact: true }).click();
  await page.waitForURL(`/quiz/${set.id}`);
  await stemOf(main, 3).waitFor();
  // On a phone the buttons are above the navigation.
  await page.setViewportSize({ width: 390, height: 844 });
  await main.getByRole('button', { name: 'Done' }).click();
  await page.waitForURL('/quiz');
  await page.goBack();
  await page.waitForURL('/courses');

  await page.goto(`/course/${course.id}`);
  const aside = page.getByRole('region', { name: 'Work and quizzes' });
  await aside.getByRole('link', { name: set.name }).click();
  await page.waitForURL(`/quiz/${set.id}`);

  await page.goto('/quiz/999999');
  await page.getByRole('heading', { level: 1, name: 'Quiz not found' }).waitFor();
});

test('asks once before unsaved edits are lost', async () => {
  const { page, account } = await openSignedIn();
  const { question_set: set } = await makeQuiz(account, { count: 1 });
  await page.goto(`/quiz/${set.id}`);
  const main = page.getByRole('main');
  await makeUnreachable(page, { path: /^\/api\/question-sets\/\d+\/draft\/$/u, method: 'PUT' });
  await stemOf(main, 1).fill('Which edit is lost?');
  await main.getByRole('button', { name: 'Done' }).click();
  await main.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('/quiz');
});
