import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { NOTHING_FOUND, NOTHING_FOUND_HERE } from '#contract/assistant.ts';
import { openSignedIn } from './browser-test.ts';
import { inOneLine, readQuote } from './by-screen.ts';
import { call } from './calls-over-http.ts';
import { logOf, readFigures, say } from './chat-steps.ts';
import { eventually } from './eventually.ts';
import { clientOf, makeTextLesson, readLessonText } from './make-lessons.ts';
import { goBySideNavigation } from './screen-steps.ts';
import { citing, draft, sentence, simulateAnswers, started, whole } from './simulated-stream.ts';

const CHECKING = 'Let me check that for you...';
const [CONVERSATION, QUESTION] = [900_001, 900_002];

const messageOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });
const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);
const TITLES = { courseTitle: 'Biology', title: 'Photosynthesis' };

test('marks model sentences as unchecked until verified, and counts the dropped ones', async () => {
  const { page } = await openSignedIn();
  const nextAnswer = await simulateAnswers(page);
  await page.goto('/chat');
  await say(page, 'How do rivers work?');
  const log = logOf(page);
  const answer = await nextAnswer();
  expect(answer.asked).toEqual({ text: 'How do rivers work?' });
  await log.getByText(CHECKING, { exact: true }).waitFor();

  answer.send(started(CONVERSATION, QUESTION), draft('Rivers carry'));
  const unchecked = log.getByText('Not checked yet').locator('..');
  await unchecked.getByText('Rivers carry').waitFor();
  // Screen readers announce a sentence once it is checked, not word by word.
  await eventually(() => unchecked.getAttribute('aria-live')).toBe('off');
  await page.waitForURL(`/chat?conversation=${CONVERSATION}`);

  const place = citing(11, 'Rivers carry sand to the sea.');
  answer.send(sentence('Rivers carry sand.', 0, place));
  const paragraph = log.getByRole('paragraph').filter({ hasText: 'Rivers carry sand.' });
  const chip = paragraph.getByRole('link', { name: 'Evidence: p. 7, Lesson 11' });
  await chip.waitFor();
  await eventually(() => readQuote(chip)).toBe('Rivers carry sand to the sea.');
  await unchecked.waitFor({ state: 'detached' });

  answer.send(draft('The moon is cheese.'));
  await unchecked.getByText('The moon is cheese.').waitFor();
  answer.send({ name: 'dropped', data: { text: 'The moon is cheese.' } });
  await log.getByText('The moon is cheese.').waitFor({ state: 'detached' });
  await log.getByText(/^1 sentence was left out/u).waitFor();

  answer.send(sentence('1. Water falls.', 1, place), sentence('2. Water flows.', 2, place));
  const readSteps = async (): Promise<string[]> => {
    const texts = await log.getByRole('list').getByRole('listitem').allInnerTexts();
    return texts.map(inOneLine);
  };
  await eventually(readSteps).toEqual(['Water falls. p. 7', 'Water flows. p. 7']);
  await eventually(() => log.getByRole('button', { name: 'Copy' }).count()).toBe(0);
  answer.send(whole(CONVERSATION, QUESTION, 'Rivers carry sand.', place));
  await log
    .getByText('Written by a small model. Each sentence was checked against the passage it cites.')
    .waitFor();
  await log.getByText('It was slow today.', { exact: true }).waitFor();
  await eventually(() =>
    log.getByRole('list', { name: 'Evidence' }).getByRole('link').allTextContents(),
  ).toEqual(['Lesson 11']);
  await log.getByText(/^1 sentence was left out/u).waitFor();
});

test('stops an answer with Escape or the button, keeps checked sentences, and asks again', async () => {
  const { page } = await openSignedIn();
  const nextAnswer = await simulateAnswers(page);
  await page.goto('/chat');
  await say(page, 'How do rivers work?');
  const log = logOf(page);
  const place = citing(11, 'Rivers carry sand to the sea.');
  const first = await nextAnswer();
  first.send(started(CONVERSATION, QUESTION), sentence('Rivers carry sand.', 0, place), draft('And then'));
  await log.getByText('And then').waitFor();
  // A question typed during an answer waits.
  await messageOf(page).fill('And lakes?');
  await page.keyboard.press('Enter');
  await eventually(() => messageOf(page).inputValue()).toBe('And lakes?');
  await page.keyboard.press('Escape');
  await first.left;
  await log
    .getByText('You stopped this answer. The sentences shown were checked against your lessons.')
    .waitFor();
  await log.getByText('And then').waitFor({ state: 'detached' });
  await log.getByText('Rivers carry sand.').waitFor();
  await eventually(() => log.getByRole('alert').count()).toBe(0);

  await log.getByRole('button', { name: 'Try again' }).click();
  const second = await nextAnswer();
  expect(second.asked).toEqual({
    text: 'How do rivers work?',
    conversation_id: CONVERSATION,
    question_id: QUESTION,
  });
  await log.getByText('Rivers carry sand.').waitFor({ state: 'detached' });
  second.send(started(CONVERSATION, QUESTION));
  await page.getByRole('button', { name: 'Stop' }).click();
  await second.left;
  await log.getByText('You stopped this answer before its first sentence.').waitFor();

  await log.getByRole('button', { name: 'Try again' }).click();
  const third = await nextAnswer();
  third.send(started(CONVERSATION, QUESTION), whole(CONVERSATION, QUESTION, 'Rivers carry mud.', place));
  await log.getByText('Rivers carry mud.').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  // Above the newest answer only.
  await eventually(() => log.getByText(CHECKING).count()).toBe(1);
  expect((await nextAnswer()).asked).toEqual({ text: 'And lakes?', conversation_id: CONVERSATION });
  // Only the last question can be asked again.
  await eventually(() => log.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('keeps the question when the connection or the server fails during an answer', async () => {
  const { page } = await openSignedIn();
  const nextAnswer = await simulateAnswers(page);
  await page.goto('/chat');
  await say(page, 'How do rivers work?');
  const log = logOf(page);
  const place = citing(11, 'Rivers carry sand to the sea.');
  const first = await nextAnswer();
  first.send(started(CONVERSATION, QUESTION), sentence('Rivers carry sand.', 0, place));
  await log.getByText('Rivers carry sand.').waitFor();
  first.breakOff();
  const alert = log.getByRole('alert');
  await alert.getByText(/^The connection was lost during the answer\. Your question is saved/u).waitFor();
  await eventually(() => messageOf(page).inputValue()).toBe('');
  await alert.getByRole('button', { name: 'Try again' }).click();
  const second = await nextAnswer();
  expect(second.asked.question_id).toBe(QUESTION);
  second.send({
    name: 'failed',
    data: { detail: 'The language model is out of memory.', detail_coded: null },
  });
  await alert.getByText('The language model is out of memory.', { exact: true }).waitFor();
  await alert.getByRole('button', { name: 'Try again' }).click();
  (await nextAnswer()).send(whole(CONVERSATION, QUESTION, 'Rivers carry mud.', place));
  await log.getByText('Rivers carry mud.').waitFor();
  await eventually(() => alert.count()).toBe(0);
  await eventually(() => log.getByText('How do rivers work?').count()).toBe(1);
});

test('reports that nothing was found, with the closest passages and other places to search', async () => {
  const { page, account } = await openSignedIn();
  await makeTextLesson(account, await readLessonText('biology'), TITLES);
  const { lesson } = await makeTextLesson(account, await readLessonText('economics'), {
    courseTitle: 'Economics',
    title: 'Supply and demand',
  });
  await page.goto(`/lessons/${lesson.id}`);
  await page.getByRole('link', { name: 'Ask about this lesson' }).click();
  const course = page.getByRole('combobox', { name: 'Answer from', exact: true });
  const chosen = (select: Locator): Promise<string | undefined> =>
    select.evaluate((field: HTMLSelectElement) => field.selectedOptions[0]?.text);
  await eventually(() => chosen(course)).toBe('Economics');
  await eventually(() => chosen(page.getByRole('combobox', { name: 'Lesson to answer from' }))).toBe(
    'Supply and demand',
  );
  const log = logOf(page);
  await say(page, 'Where does the Calvin cycle take place?');
  await log.getByText(NOTHING_FOUND_HERE, { exact: true }).waitFor({ timeout: 60_000 });
  const nearest = log.getByRole('list', { name: /^These are the closest passages\. They do not answer/u });
  if ((await nearest.count()) > 0) {
    await eventually(() =>
      nearest.getByRole('link', { name: 'Supply and demand', exact: true }).count(),
    ).toBeGreaterThan(0);
  }
  // The conversation keeps its address and its scope.
  await page.waitForURL(/\/chat\?conversation=\d+$/u);
  await page.reload();
  await log.getByText(NOTHING_FOUND_HERE, { exact: true }).waitFor();
  await eventually(() => chosen(course)).toBe('Economics');
  await log.getByRole('button', { name: 'Ask all your lessons' }).click();
  await log
    .getByRole('paragraph')
    .filter({ hasText: /stroma/u })
    .first()
    .waitFor({ timeout: 60_000 });
  await eventually(() => chosen(course)).toBe('All your lessons');
  await eventually(() => log.getByText(NOTHING_FOUND_HERE, { exact: true }).count()).toBe(0);

  await say(page, 'Zorblax quimfrit vandelo?');
  await log.getByText(NOTHING_FOUND, { exact: true }).waitFor({ timeout: 60_000 });
  await eventually(() => log.getByRole('link', { name: 'Upload a lesson' }).getAttribute('href')).toBe(
    '/upload',
  );
  await log.getByRole('button', { name: 'Search your lessons' }).click();
  const search = page.getByRole('banner').getByRole('combobox', { name: 'Search your lessons' });
  await eventually(() => search.inputValue()).toBe('Zorblax quimfrit vandelo?');
  await eventually(() => hasFocus(search)).toBe(true);
});

test('copies an answer with its evidence and creates a quiz from its lesson', async () => {
  const { page, account, context } = await openSignedIn();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await makeTextLesson(account, await readLessonText('biology'), TITLES);
  await page.goto('/chat');
  await say(page, 'Where does the Calvin cycle take place?');
  const log = logOf(page);
  await log.getByRole('button', { name: 'Copy' }).click({ timeout: 60_000 });
  await page.getByRole('alert').getByText('Copied', { exact: true }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/stroma[^[]*\[1\]/u);
  expect(copied).toMatch(/\n\nEvidence\n\[1\] Photosynthesis: “[^”]*stroma/u);

  await log.getByRole('button', { name: 'Create a quiz about this' }).click();
  const form = page.getByRole('dialog', { name: 'Create New Quiz' });
  for (const [field, title] of [
    ['Course', 'Biology'],
    ['Lesson', 'Photosynthesis'],
  ] as const) {
    await eventually(() =>
      form
        .getByRole('combobox', { name: field })
        .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
    ).toBe(title);
  }
  await form.getByRole('button', { name: 'Cancel' }).click();
  await eventually(() => hasFocus(messageOf(page))).toBe(true);
});

test('opens conversations by address and renames and deletes them by keyboard', async () => {
  const { page, account } = await openSignedIn();
  await makeTextLesson(account, await readLessonText('biology'), TITLES);
  await page.goto('/chat');
  await say(page, 'What is chlorophyll?');
  const log = logOf(page);
  await log.getByRole('button', { name: 'Copy' }).waitFor({ timeout: 60_000 });
  const list = page.getByRole('complementary', { name: 'Conversations' });
  await list.getByRole('link', { name: 'New' }).click();
  await page.waitForURL('/chat');
  await log.getByText('What is chlorophyll?').waitFor({ state: 'detached' });
  const link = list.getByRole('link', { name: /^What is chlorophyll\?/u });
  await link.click();
  await log
    .getByRole('paragraph')
    .filter({ hasText: /green pigment/u })
    .first()
    .waitFor();
  await eventually(() => link.getAttribute('aria-current')).toBe('true');
  await eventually(() => log.getByText(CHECKING).count()).toBe(0);
  await page.reload();
  await log
    .getByRole('paragraph')
    .filter({ hasText: /green pigment/u })
    .first()
    .waitFor();

  const rename = list.getByRole('button', { name: 'Rename What is chlorophyll?' });
  await rename.focus();
  await page.keyboard.press('Enter');
  const title = list.getByRole('textbox', { name: 'Title of the conversation' });
  await eventually(() => hasFocus(title)).toBe(true);
  await page.keyboard.type('Left as it was');
  await page.keyboard.press('Escape');
  await eventually(() => hasFocus(rename)).toBe(true);
  await page.keyboard.press('Enter');
  await title.waitFor();
  await page.keyboard.type('Pigments');
  await page.keyboard.press('Enter');
  const renamed = list.getByRole('button', { name: 'Rename Pigments' });
  await eventually(() => hasFocus(renamed)).toBe(true);
  await list.getByRole('link', { name: /^Pigments/u }).waitFor();
  await page.reload();
  await list.getByRole('link', { name: /^Pigments/u }).waitFor();

  await list.getByRole('button', { name: 'Delete Pigments' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete the conversation' });
  await dialog.getByRole('button', { name: 'Delete Conversation' }).click();
  await list.getByText('Your conversations appear here.').waitFor();
  await page.waitForURL('/chat');
  await log.getByText('What is chlorophyll?').waitFor({ state: 'detached' });
  expect(await call(account, 'GET', '/api/assistant/conversations/')).toEqual([]);
});

test('collapses the conversation list on a phone when one is opened', async () => {
  const { page, account } = await openSignedIn({ viewport: { width: 390, height: 844 } });
  await call(account, 'POST', '/api/assistant/conversations/', { title: 'Rivers' });
  await page.goto('/chat');
  const toggle = page.getByRole('button', { name: 'Show past conversations' });
  const link = page.getByRole('link', { name: /^Rivers/u });
  await toggle.waitFor();
  await eventually(() => link.isVisible()).toBe(false);
  await toggle.click();
  await link.click();
  await page.waitForURL(/\/chat\?conversation=\d+$/u);
  await link.waitFor({ state: 'hidden' });
  await eventually(() => hasFocus(toggle)).toBe(true);
});

test('says coming soon on two cards while there is no lesson, with a link to upload one', async () => {
  const { page, account } = await openSignedIn();
  await clientOf(account).createCourse('Empty');
  await page.goto('/chat');
  const log = logOf(page);
  for (const card of ['Transcribe a video', 'Generate summary']) {
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${card}`, 'u') })
      .click();
    await log.getByText(new RegExp(`^${card}: this is coming soon in the chat`, 'u')).waitFor();
  }
  await eventually(() => log.getByRole('link', { name: 'Upload a lesson' }).count()).toBe(2);
});

test('shows sample figures on the dashboard until the user has data, then real ones', async () => {
  const { page } = await openSignedIn();
  await page.goto('/dashboard');
  await page.getByText('Sample figures', { exact: true }).waitFor();
  const figures = (...[courses, lessons, quizzes, chats]: string[]) => ({
    'Total Courses': courses,
    'Uploaded Lessons': lessons,
    'Quizzes Generated': quizzes,
    'AI Chats': chats,
  });
  await eventually(() => readFigures(page)).toEqual(figures('5', '12', '4', '27'));
  await page.getByRole('link', { name: 'AI Assistant' }).first().click();
  await say(page, 'What is chlorophyll?');
  await logOf(page).getByText(NOTHING_FOUND, { exact: true }).waitFor({ timeout: 60_000 });
  await goBySideNavigation(page, 'Dashboard');
  await eventually(() => readFigures(page)).toEqual(figures('0', '0', '0', '1'));
  await page.getByText('Sample figures', { exact: true }).waitFor({ state: 'detached' });
});
