import type { Locator, Page } from 'playwright-core';

/** Adds a course on My Courses, which must be open. Returns its id. */
export async function createCourseByScreen(
  page: Page,
  course: { title: string; description: string; department: string; outcomes: [string, string][] },
): Promise<number> {
  await page.getByRole('button', { name: 'Add New Course' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Course' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill(course.title);
  await dialog.getByRole('textbox', { name: 'Description' }).fill(course.description);
  await dialog.getByLabel('Department').fill(course.department);
  for (const [index, [shortName, description]] of course.outcomes.entries()) {
    await dialog.getByRole('button', { name: 'Add outcome' }).click();
    const row = dialog.getByRole('group', { name: `Outcome ${index + 1}` });
    await row.getByRole('textbox', { name: 'Short name' }).fill(shortName);
    await row.getByRole('textbox', { name: 'What students will be able to do' }).fill(description);
  }
  await dialog.getByRole('button', { name: 'Add Course' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: course.title }).waitFor();
  return Number(/\/course\/(\d+)$/u.exec(page.url())?.[1]);
}

export async function pickFileToUpload(page: Page, courseId: number, path: string): Promise<void> {
  await page.goto(`/upload?course=${courseId}`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByLabel('choose a file').click(),
  ]);
  await chooser.setFiles(path);
}

export async function waitUntilUploaded(page: Page, courseId: number, title: string): Promise<void> {
  await page.waitForURL(`/course/${courseId}`);
  await page.getByText(`Successfully uploaded the ${title} to the course.`, { exact: true }).waitFor();
}

/** The quoted words of an evidence chip, as screen readers get them. */
export async function readQuote(chip: Locator): Promise<string> {
  const id = await chip.getAttribute('aria-describedby');
  return inOneLine(
    (await chip
      .page()
      .locator(`[id="${id ?? ''}"]`)
      .textContent()) ?? '',
  );
}

/** Opens a lesson from the page of its course, which must be open. */
export async function openLesson(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: /^View Lesson Content/u }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** Submits the form as it is and waits for the questions. */
export async function generateQuiz(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Generate Quiz' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generated Quiz Questions' });
  await dialog.getByText('Question 1', { exact: true }).waitFor({ timeout: 120_000 });
  return dialog;
}

/** Without white space and punctuation, because a highlight may end before the full stop. */
export const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** With single spaces, because the shown text and the original differ in line breaks. */
export const inOneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
