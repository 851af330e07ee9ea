import { test } from 'vitest';
import { openSignedIn } from './browser-test.ts';
import { call, makeCourse, makeTextLesson } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import { makeLessonWithBank } from './make-lessons.ts';
import { chooseFromCourseMenu, waitForAlert } from './screen-steps.ts';
import { answerWith, holdAnswers, INTERNAL_ERROR } from './simulated-server.ts';

/** An account with one course and one lesson. */
async function openWithLesson() {
  const visitor = await openSignedIn();
  const course = await makeCourse(visitor.account, 'Rivers');
  const lesson = await makeTextLesson(visitor.account, course.id, 'Deltas');
  return { ...visitor, course, lesson };
}

/** One of many screens that share these parts: loading, failure and retry. */
test('says that lessons are loading, that they could not be loaded, and loads them on request', async () => {
  const { page, course } = await openWithLesson();
  const lessons = { path: /^\/api\/lessons\/by_course\/$/u };
  const main = page.getByRole('main');
  const loading = main.getByText('Loading lessons...', { exact: true }).first();
  const shown = main.getByRole('heading', { name: 'Deltas' });
  const release = await holdAnswers(page, lessons);
  await page.goto(`/course/${course.id}`);
  await loading.waitFor();
  release();
  await shown.waitFor();
  await loading.waitFor({ state: 'detached' });
  const restore = await answerWith(page, lessons, 500, INTERNAL_ERROR);
  await page.reload();
  await waitForAlert(page, 'Failed to load lessons. Please try again.');
  await restore();
  await main.getByRole('button', { name: 'Try again' }).click();
  await shown.waitFor();
  await eventually(() => main.getByRole('alert').count()).toBe(0);
});

test('offers the later of two editors to load the newer version of a course or overwrite it', async () => {
  const { page, account } = await openSignedIn();
  const course = await makeCourse(account, 'Rivers');
  const changeElsewhere = (title: string): Promise<unknown> =>
    call(account, 'PUT', `/api/courses/${course.id}/`, {
      title,
      description: course.description,
      department: course.department,
      outcomes: [],
    });
  const open = async (title: string) => {
    await page.goto('/courses');
    await chooseFromCourseMenu(page, title, 'Edit');
    return page.getByRole('dialog', { name: 'Edit the course' });
  };

  let dialog = await open('Rivers');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Rivers of mine');
  await changeElsewhere('Rivers of the other tab');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByRole('button', { name: 'Load the newer version' }).click();
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await eventually(() => title.inputValue()).toBe('Rivers of the other tab');
  await dialog.getByRole('button', { name: 'Use mine: Title' }).click();
  await eventually(() => title.inputValue()).toBe('Rivers of mine');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('link', { name: 'Rivers of mine' }).waitFor();

  dialog = await open('Rivers of mine');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Rivers, after all');
  await changeElsewhere('Rivers once more');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await page.getByRole('link', { name: 'Rivers, after all' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
});

test('copes with what another tab deleted, whatever the action', async () => {
  const { page, account, course, lesson } = await openWithLesson();
  await page.goto(`/course/${course.id}`);
  await page.getByRole('link', { name: 'View Lesson Content: Deltas' }).waitFor();
  await call(account, 'DELETE', `/api/lessons/${lesson.id}/`);
  await page.getByRole('link', { name: 'View Lesson Content: Deltas' }).waitFor({ state: 'detached' });
  await page.goto(`/lessons/${lesson.id}`);
  await page.getByRole('heading', { level: 1, name: 'No lesson found.' }).waitFor();

  const second = await makeTextLesson(account, course.id, 'Canyons');
  await page.goto(`/lessons/${second.id}`);
  await page.getByRole('button', { name: 'Create Summary' }).waitFor();
  await call(account, 'DELETE', `/api/lessons/${second.id}/`);
  await page.getByRole('button', { name: 'Create Summary' }).click();
  await page.getByText('Failed to create summary', { exact: true }).waitFor();

  const third = await makeTextLesson(account, course.id, 'Lakes');
  await page.goto(`/lessons/${third.id}`);
  await page.getByRole('button', { name: 'More for this lesson' }).click();
  await page.getByRole('menuitem', { name: 'Delete lesson' }).click();
  await call(account, 'DELETE', `/api/lessons/${third.id}/`);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete lesson' }).click();
  await page.waitForURL(`/course/${course.id}`);
  await page.getByText('No lessons uploaded for this course.', { exact: true }).waitFor();
  await page.goto('/courses');
  await chooseFromCourseMenu(page, 'Rivers', 'Delete');
  await call(account, 'DELETE', `/api/courses/${course.id}/`);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Course' }).click();
  await page.getByText("You don't have any courses yet.").waitFor();
});

test('shows not found for missing courses and lessons and for invalid addresses', async () => {
  const { page } = await openSignedIn();
  for (const id of ['2147483647', '-1', 'abc']) {
    await page.goto(`/course/${id}`);
    await page.getByRole('heading', { level: 1, name: 'No course found.' }).waitFor();
    await page.goto(`/lessons/${id}`);
    await page.getByRole('heading', { level: 1, name: 'No lesson found.' }).waitFor();
  }
});

/** Scripts and styles are tried by injection.test.ts. */
test('shows a course name with template syntax, right-to-left text and emoji unchanged', async () => {
  const name = '{{title}} $t(common.delete) ${1} %s مقدمة في الجغرافيا 👩🏽‍🔬';
  const { page, account } = await openSignedIn();
  const course = await makeCourse(account, name);
  const lesson = await makeTextLesson(account, course.id, name);
  await page.goto('/courses');
  await chooseFromCourseMenu(page, name, 'Delete');
  await page
    .getByRole('dialog')
    .getByText(
      `Are you sure you want to delete the ${name}? This action cannot be undone. All lessons, assignments, and other content associated with this course will be permanently deleted.`,
      { exact: true },
    )
    .waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await eventually(() => page.title()).toBe(`${name} · Lectern`);
  await page.getByRole('link', { name: `View Lesson Content: ${name}`, exact: true }).click();
  await page.waitForURL(`/lessons/${lesson.id}`);
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await page.goto('/quiz');
  await eventually(() => page.getByRole('option').allTextContents()).toContain(name);
});

test('explains a quiz that could not be generated or saved, keeps the form, and succeeds later', async () => {
  const { page, account } = await openSignedIn();
  const { course, lesson } = await makeLessonWithBank(account, 'biology');
  const generate = { path: /^\/api\/question-sets\/generate\/$/u };
  const save = { path: /^\/api\/question-sets\/save\/$/u };
  await page.goto(`/quiz?course=${course.id}&lesson=${lesson.id}`);
  await page.getByRole('combobox', { name: 'Lesson', exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Quiz name' }).fill('On deltas');
  await page.getByRole('spinbutton', { name: 'Number of questions' }).fill('2');
  const button = page.getByRole('button', { name: 'Generate Quiz' });
  for (const [body, message] of [
    ['', 'Failed to generate quiz.'],
    [{ error: 'The model is asleep.' }, 'The model is asleep.'],
  ] as const) {
    const restore = await answerWith(page, generate, 500, body);
    await button.click();
    await waitForAlert(page, message);
    await restore();
  }
  await eventually(() => page.getByRole('textbox', { name: 'Quiz name' }).inputValue()).toBe('On deltas');
  const release = await holdAnswers(page, generate);
  await button.click();
  await page.getByRole('button', { name: 'Generating...' }).waitFor();
  release();
  const dialog = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await dialog.waitFor({ timeout: 60_000 });
  const restore = await answerWith(page, save, 507, { error: 'The disk is full.' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await waitForAlert(page, 'Failed to save quiz: The disk is full.');
  await restore();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await waitForAlert(page, 'Quiz saved successfully!');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('main').getByText('On deltas').first().waitFor();
});
