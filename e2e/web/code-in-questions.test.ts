import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import { questionSetDraft } from '#contract/question-editing.ts';
import { questionSetWithQuestions, type QuestionSetWithQuestions } from '#contract/quizzes.ts';
import type { ApiClient } from '../api-client.ts';
import { startLooking } from './accessibility.ts';
import { openSignedIn } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { makeLessonWithBank } from './make-lessons.ts';

const CODE = `public static void moveTower(int disks, Peg from, Peg over, Peg to) {
    if (disks == 0) {
        return; // Nothing is left to move, and the calls that wait for this one go on.
    }
    moveTower(disks - 1, from, to, over);
    to.push(from.pop());
}`;
const ASKED = 'What does this method do before it moves a disk?';
const STEM = `${ASKED}\n\`\`\`java\n${CODE}\n\`\`\``;
const NARROWEST = { width: 320, height: 800 };

interface Quiz {
  readonly client: ApiClient;
  readonly made: QuestionSetWithQuestions;
}

async function makeQuiz(account: Session): Promise<Quiz> {
  const { client, lesson } = await makeLessonWithBank(account, 'history');
  return { client, made: await client.generateQuestions(lesson.id, 2) };
}

const send = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function publishCode({ client, made }: Quiz): Promise<void> {
  const path = `/api/question-sets/${made.question_set.id}`;
  const { questions } = await client.call(questionSetDraft, `${path}/draft/`);
  const changed = questions.map((question, place) => (place === 0 ? { ...question, text: STEM } : question));
  await client.call(
    questionSetWithQuestions,
    `${path}/publish/`,
    send('POST', { based_on_version: 1, questions: changed }),
  );
}

const codeIn = (place: Page | Locator): Locator => place.getByRole('figure', { name: 'Code: java' }).first();

const scrollOf = (code: Locator): Promise<number> =>
  code.locator('pre').evaluate((element) => element.scrollLeft);

test('keeps the lines of code, scrolls it by keyboard on narrow screens and labels it for screen readers', async () => {
  const { page, account } = await openSignedIn();
  const look = startLooking();
  const quiz = await makeQuiz(account);
  await publishCode(quiz);
  await page.goto(`/quiz?set=${quiz.made.question_set.id}`);
  const code = codeIn(page);
  await eventually(() => code.locator('code').innerText()).toBe(CODE);
  await page.getByText(ASKED, { exact: true }).waitFor();
  await eventually(() => page.getByText('```').count()).toBe(0);

  await page.setViewportSize(NARROWEST);
  const box = code.getByRole('group', { name: 'Code: java' });
  await box.focus();
  await page.keyboard.press('ArrowRight');
  await eventually(() => scrollOf(code)).toBeGreaterThan(0);
  await look.at(page, 'code');

  expect(look.found).toEqual([]);
  // Code that fits takes no focus.
  await page.setViewportSize({ width: 1440, height: 900 });
  await box.waitFor({ state: 'detached' });
  await code.waitFor();
});

test('edits code as text with a preview in the editor', async () => {
  const { page, account } = await openSignedIn({ viewport: NARROWEST });
  const look = startLooking();
  const quiz = await makeQuiz(account);
  await page.goto(`/quiz?set=${quiz.made.question_set.id}`);
  await page.getByRole('button', { name: 'Edit questions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit questions' });
  const stem = dialog.getByLabel('Question text of question 1', { exact: true });
  await stem.fill(STEM.slice(0, -4));
  await dialog.getByText(/^To show code, put a line of ``` above and below it/u).waitFor();
  await stem.fill(STEM);
  const preview = dialog.getByRole('group', { name: 'Preview' });
  await eventually(() => codeIn(preview).locator('code').innerText()).toBe(CODE);
  await look.at(page, 'code');
  await dialog.getByRole('button', { name: /^Publish/u }).click();
  await page
    .getByRole('dialog', { name: 'Generated Quiz Questions' })
    .getByText(ASKED, { exact: true })
    .waitFor();
  expect(look.found).toEqual([]);
});
