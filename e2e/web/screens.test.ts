import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { assistantAnswer } from '#contract/assistant.ts';
import type { Session } from '#contract/accounts.ts';
import { makePdf } from '#server/documents/testing/make-pdf.ts';
import { uploadedDocument } from '#contract/uploads.ts';
import { lesson } from '#contract/lessons.ts';
import { startLooking } from './accessibility.ts';
import { makeAccount, openBrowser, signIn } from './browser-test.ts';
import { call, makeCourse, makeTextLesson, RIVER_TEXT } from './calls-over-http.ts';
import { clientOf, readLessonText } from './make-lessons.ts';
import { insertBank } from './question-banks.ts';

/*
 * Every screen and its dialogs: axe-core finds no violation of WCAG 2.2 AA in either scheme, and no page overflows horizontally at any
 * width.
 */
let owner: Session;
let courseId: number;
let textId: number;
let pdfId: number;
let videoId: number;
let setId: number;
let conversationId: number;

async function makeLesson(body: Record<string, unknown>): Promise<number> {
  const details = { type: 'lesson', course: courseId, ...body };
  return lesson.parse(await call(owner, 'POST', '/api/lessons/', details)).id;
}

async function makePdfLesson(): Promise<number> {
  const bytes = await makePdf((pdf, fonts) => {
    const words = 'A delta is land that grows where a river reaches the sea.';
    pdf.addPage([612, 792]).drawText(words, { x: 72, y: 700, font: fonts.body });
  });
  const form = new FormData();
  form.set('file', new File([Buffer.from(bytes)], 'deltas.pdf', { type: 'application/pdf' }));
  const { url, docsource_id: source } = uploadedDocument.parse(
    await call(owner, 'POST', '/ai/upload_doc_qagen/', form),
  );
  return makeLesson({ title: 'Deltas', file: url, docsource_id: source });
}

async function makeVideoLesson(): Promise<number> {
  const id = await makeLesson({ title: 'A talk', file: 'https://example.org/talk.mp4' });
  const text =
    'WEBVTT\n\n00:00.000 --> 00:04.000\nA delta grows where a river reaches the sea.\n\n00:04.000 --> 00:09.000\nThe Nile has one of the largest.\n';
  await call(owner, 'PUT', `/api/lessons/${id}/transcript/`, { text });
  return id;
}

beforeAll(async () => {
  owner = await makeAccount();
  const course = await makeCourse(owner, 'Rivers of the world');
  courseId = course.id;
  const words = `${RIVER_TEXT}\n\n${await readLessonText('biology')}`;
  const text = await makeTextLesson(owner, courseId, 'How rivers work', words);
  textId = text.id;
  const source = { lesson_id: textId, docsource_id: text.docsource_id };
  await call(owner, 'POST', '/api/summarize-file/', source);
  [pdfId, videoId] = await Promise.all([makePdfLesson(), makeVideoLesson()]);
  await insertBank(text, course);
  setId = (await clientOf(owner).generateQuestions(textId, 3)).question_set.id;
  await call(owner, 'POST', '/api/question-sets/save/', { question_set_id: setId, name: 'Rivers' });
  const trashed = await makeTextLesson(owner, (await makeCourse(owner, 'Seas')).id, 'How seas work');
  await call(owner, 'DELETE', `/api/lessons/${trashed.id}/`);
  await call(owner, 'DELETE', `/api/courses/${(await makeCourse(owner, 'Lakes')).id}/`);
  const answered = await call(owner, 'POST', '/api/assistant/messages/', { text: 'What is a delta?' });
  conversationId = assistantAnswer.parse(answered).conversation_id;
});

interface Screen {
  readonly name: string;
  readonly path: () => string;
  /** Brings the screen into the state to check. */
  readonly open?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

async function showInChat(page: Page, card: string, title: string, result: string): Promise<void> {
  const log = page.getByRole('log');
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${card}`, 'u') })
    .click();
  await log.getByRole('button', { name: 'Rivers of the world' }).last().click();
  await log.getByRole('list', { name: 'Lessons' }).last().getByRole('button', { name: title }).click();
  await log.getByRole('link', { name: result }).waitFor();
}

const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'welcome', path: () => '/welcome' },
  { name: 'login', path: () => '/login' },
  { name: 'register', path: () => '/register', open: press('Register') },
  { name: 'asking for a new password', path: () => '/reset-password' },
  {
    name: 'a new password',
    path: () => '/reset-password#token=unknown',
    open: press('Set new password'),
  },
  { name: 'an unknown page', path: () => '/no-such-page' },
];

const SCREENS: readonly Screen[] = [
  { name: 'courses', path: () => '/courses' },
  { name: 'the form of a course', path: () => '/courses', open: press('Add New Course') },
  { name: 'the menu of a course', path: () => '/courses', open: press(/^Actions for/u) },
  { name: 'course', path: () => `/course/${courseId}` },
  { name: 'assignments', path: () => `/course/${courseId}?tab=assignments` },
  { name: 'dashboard', path: () => '/dashboard' },
  { name: 'chat', path: () => '/chat' },
  { name: 'chat about a lesson', path: () => `/chat?course=${courseId}&lesson=${textId}` },
  {
    name: 'an answer',
    path: () => `/chat?conversation=${conversationId}`,
    open: (page) => page.getByRole('log').getByRole('button', { name: 'Copy' }).waitFor(),
  },
  {
    name: 'a summary and a transcript in the chat',
    path: () => '/chat',
    open: async (page) => {
      await showInChat(page, 'Generate summary', 'How rivers work', 'Open the summary');
      await showInChat(page, 'Transcribe a video', 'A talk', 'Open the transcript');
    },
  },
  {
    name: 'a conversation renamed',
    path: () => '/chat',
    open: async (page) => {
      const list = page.getByRole('complementary');
      const fold = list.getByRole('button', { expanded: false });
      if (await fold.isVisible()) await fold.click();
      await list
        .getByRole('button', { name: /^Rename/u })
        .first()
        .click();
    },
  },
  { name: 'upload', path: () => `/upload?course=${courseId}`, open: press('Upload') },
  { name: 'quiz', path: () => '/quiz' },
  {
    name: 'a quiz opened',
    path: () => `/quiz?set=${setId}`,
    open: (page) => page.getByRole('dialog').getByText('Rivers').first().waitFor(),
  },
  {
    name: 'a quiz edited',
    path: () => `/quiz?set=${setId}`,
    open: async (page) => {
      await press('Edit questions')(page);
      await page.getByLabel('Question text of question 1').fill('Which of these is not a river?');
      await page.getByText(/^The question is worded negatively/u).waitFor();
    },
  },
  {
    name: 'the coverage of a quiz',
    path: () => `/quiz?set=${setId}`,
    open: async (page) => {
      await press('Edit questions')(page);
      await page.getByRole('tab', { name: 'Coverage' }).click();
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'a question of the bank edited',
    path: () => `/lessons/${textId}/questions`,
    open: async (page) => {
      await press(/^Edit: /u)(page);
      await page.getByLabel('Question text of question 1').waitFor();
      // The bar with Save covers part of what is at the lower edge.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    },
  },
  {
    name: 'questions of the bank added to a quiz',
    path: () => `/lessons/${textId}/questions`,
    open: async (page) => {
      await page.getByRole('checkbox').first().check();
      await press('Add to quiz...')(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'the page of a quiz',
    path: () => `/quiz/${setId}`,
    open: (page) => page.getByRole('heading', { name: 'Question 1', exact: true }).waitFor(),
  },
  {
    name: 'the review of a quiz',
    path: () => `/quiz/${setId}/review`,
    open: (page) => page.locator('mark').waitFor(),
  },
  {
    name: 'a question edited in the review',
    path: () => `/quiz/${setId}/review`,
    open: async (page) => {
      await press('Edit')(page);
      await page.getByLabel('Question text of question 1').waitFor();
    },
  },
  { name: 'text lesson', path: () => `/lessons/${textId}` },
  {
    name: 'PDF lesson',
    path: () => `/lessons/${pdfId}`,
    open: (page) => page.locator('.textLayer span').first().waitFor(),
  },
  {
    name: 'video lesson',
    path: () => `/lessons/${videoId}`,
    open: (page) => page.getByText('The Nile has one of the largest.').first().waitFor(),
  },
  {
    name: 'the transcript studio',
    path: () => `/lessons/${videoId}/transcript`,
    open: (page) => page.getByText('Nile', { exact: true }).first().click(),
  },
  {
    name: 'find and replace in a transcript',
    path: () => `/lessons/${videoId}/transcript`,
    open: async (page) => {
      await press('Find and replace')(page);
      await page.getByRole('textbox', { name: 'Find' }).fill('the');
    },
  },
  { name: 'the trash', path: () => '/trash' },
  {
    name: 'deleting for good',
    path: () => '/trash',
    open: async (page) => {
      await press('Empty trash')(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'a lesson that is not there', path: () => '/lessons/999999' },
  { name: 'profile', path: () => '/profile' },
  { name: 'account', path: () => '/account' },
  { name: 'a refused new password', path: () => '/account', open: press('Change password') },
  { name: 'a new API key', path: () => '/account', open: press('Create API key') },
  { name: 'the end of an account', path: () => '/account', open: press('Delete account...') },
  { name: 'notifications', path: () => '/notifications' },
  { name: 'account menu', path: () => '/courses', open: press(/, account of /u) },
  { name: 'activity', path: () => '/courses', open: press(/^Activity/u) },
  {
    name: 'shortcuts',
    path: () => '/courses',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add New Course' }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
];

/** The heading is visible and nothing shows that it is loading. */
async function show(page: Page, { path, open }: Screen): Promise<void> {
  await page.goto(path());
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[role="status"][aria-busy="true"]') === null);
  await open?.(page);
  // A chat is scrolled to its end, and axe reports what scrolled under the header as covered.
  await page.waitForFunction(async () => {
    window.scrollTo(0, 0);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return window.scrollY === 0;
  });
}

// Some forty screens, each read twice.
test(
  'shows every screen accessible in both schemes and without sideways scrolling',
  { timeout: 360_000 },
  async () => {
    const options = { viewport: { width: 1440, height: 900 } };
    const look = startLooking();
    const { page: stranger } = await openBrowser(options);
    for (const screen of PUBLIC_SCREENS) {
      await show(stranger, screen);
      await look.at(stranger, screen.name);
    }
    const { page: spanish } = await openBrowser({ ...options, locale: 'es-ES' });
    for (const screen of PUBLIC_SCREENS.filter(({ open }) => open === undefined)) {
      await show(spanish, screen);
      await look.at(spanish, `${screen.name} in Spanish`);
    }
    const { page, context } = await openBrowser(options);
    // The talk is on another machine, which tests do not contact.
    await context.route('https://example.org/**', (route) => route.abort());
    await signIn(context, owner);
    for (const screen of SCREENS) {
      await show(page, screen);
      await look.at(page, screen.name);
    }
    expect(look.found).toEqual([]);
  },
);
