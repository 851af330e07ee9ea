import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { inject, beforeAll, expect, test } from 'vitest';
import { session, type Session } from '#contract/accounts.ts';
import { conversation } from '#contract/assistant.ts';
import { course } from '#contract/courses.ts';
import { lesson } from '#contract/lessons.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { uploadedDocument } from '#contract/uploads.ts';
import { LONG_SCRIPT, SHORT_SCRIPT, TINY_SCRIPT, WIDE_NAME } from '../hostile/scripts.ts';
import { measureSidewaysScroll } from './accessibility.ts';
import { openBrowser, signIn } from './browser-test.ts';
import { call } from './calls-over-http.ts';
import { readLessonText } from './make-lessons.ts';
import { insertBank } from './question-banks.ts';

/*
 * Puts scripts, styles, addresses and unusual characters into every stored field and visits every screen, in the language with the
 * longer texts, on a phone: nothing runs, nothing becomes an element, and no page overflows.
 */
let owner: Session;
let courseId: number;
let wideCourseId: number;
let wideLessonId: number;
let textId: number;
let videoId: number;
let setId: number;
let essayId: number;

const PROSE =
  'A river is a natural stream of fresh water. The place where a river begins is called its source. A tributary is a smaller river that flows into a larger one. A delta is land that grows where a river reaches the sea.';

async function register(): Promise<Session> {
  const email = `injection-${process.pid}-${Date.now()}@example.org`;
  const password = 'correct horse battery';
  const response = await fetch(`${inject('origin')}/api/auth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      password,
      password2: password,
      name: SHORT_SCRIPT.slice(0, 190),
      department: SHORT_SCRIPT.slice(0, 190),
    }),
  });
  return session.parse(await response.json());
}

async function makeLesson(details: Record<string, unknown>): Promise<number> {
  const body = {
    title: SHORT_SCRIPT,
    description: LONG_SCRIPT,
    type: 'lesson',
    course: courseId,
    ...details,
  };
  return lesson.parse(await call(owner, 'POST', '/api/lessons/', body)).id;
}

/** Generated questions, with a script in every part that an instructor can edit. */
async function makeQuiz(style: 'multiple_choice' | 'essay'): Promise<number> {
  const asked = { lesson_id: textId, n: 2, answer_style: style, name: SHORT_SCRIPT };
  const made = questionSetWithQuestions.parse(
    await call(owner, 'POST', '/api/question-sets/generate/', asked),
  );
  const { id } = made.question_set;
  await call(owner, 'POST', '/api/question-sets/save/', { question_set_id: id, name: SHORT_SCRIPT });
  const [first] = made.questions;
  const isChoice = style === 'multiple_choice';
  await call(owner, 'POST', `/api/question-sets/${id}/publish/`, {
    based_on_version: made.question_set.version,
    questions: [
      {
        id: first?.id ?? null,
        text: LONG_SCRIPT.slice(0, 1_900),
        type: style,
        blooms_taxonomy: 'remember',
        difficulty: 'easy',
        outcome: TINY_SCRIPT,
        options: isChoice
          ? [true, false, false].map((isCorrect, index) => ({
              text: `${LONG_SCRIPT.slice(0, 900)} ${index}`,
              is_correct: isCorrect,
            }))
          : [],
        explanation: LONG_SCRIPT,
        evidence: null,
        key_points: isChoice ? [] : [LONG_SCRIPT.slice(0, 900)],
        rubric: isChoice ? null : LONG_SCRIPT,
        written_by: 'instructor',
      },
    ],
  });
  return id;
}

beforeAll(async () => {
  owner = await register();
  const made = await call(owner, 'POST', '/api/courses/', {
    title: SHORT_SCRIPT,
    description: LONG_SCRIPT,
    department: SHORT_SCRIPT.slice(0, 190),
    outcomes: [{ short_name: TINY_SCRIPT, description: LONG_SCRIPT }],
  });
  const scripted = course.parse(made);
  courseId = scripted.id;
  const wide = { title: WIDE_NAME, description: WIDE_NAME, department: WIDE_NAME, outcomes: [] };
  wideCourseId = course.parse(await call(owner, 'POST', '/api/courses/', wide)).id;
  const form = new FormData();
  form.set(
    'file',
    new File([`${await readLessonText('history')}\n\n${LONG_SCRIPT}\n`], `${SHORT_SCRIPT}.txt`),
  );
  const { url, docsource_id: documentSourceId } = uploadedDocument.parse(
    await call(owner, 'POST', '/ai/upload_doc_qagen/', form),
  );
  textId = await makeLesson({ file: url, docsource_id: documentSourceId, summary: LONG_SCRIPT });
  videoId = await makeLesson({ file: `https://example.org/talk.mp4?"><script>window.marked=1</script>` });
  const cues = [LONG_SCRIPT, PROSE, SHORT_SCRIPT].map(
    (text, index) => `00:0${index * 2}.000 --> 00:0${index * 2 + 2}.000\n${text}\n`,
  );
  await call(owner, 'PUT', `/api/lessons/${videoId}/transcript/`, { text: `WEBVTT\n\n${cues.join('\n')}` });
  wideLessonId = await makeLesson({
    title: WIDE_NAME,
    file: 'https://example.org/javascript:window.marked=1//.pdf',
  });
  const text = lesson.parse(await call(owner, 'GET', `/api/lessons/${textId}/`));
  for (const style of ['multiple_choice', 'essay'] as const)
    await insertBank(text, scripted, { count: 4, style });
  setId = await makeQuiz('multiple_choice');
  essayId = await makeQuiz('essay');
  await call(owner, 'POST', '/api/question-sets/save/', { question_set_id: essayId, name: WIDE_NAME });
  const asked = `${LONG_SCRIPT.slice(0, 3_000)} What is a delta, and where does a river begin?`;
  await call(owner, 'POST', '/api/assistant/messages/', { text: asked });
  for (const title of [SHORT_SCRIPT, WIDE_NAME])
    conversation.parse(await call(owner, 'POST', '/api/assistant/conversations/', { title }));
  await call(owner, 'POST', '/api/summarize-file/', { lesson_id: textId, docsource_id: documentSourceId });
});

/** A text of the web app up to its first placeholder. */
function say(file: string, ...names: string[]): RegExp {
  const path = new URL(`../../web/locales/es/${file}.json`, import.meta.url);
  let found: unknown = JSON.parse(readFileSync(path, 'utf8'));
  for (const name of names) found = (found as Record<string, unknown>)[name];
  if (typeof found !== 'string') throw new Error(`No ${names.join('.')} in es/${file}.`);
  return new RegExp(`^${(found.split('{{')[0] ?? '').trim()}`, 'u');
}

interface Screen {
  readonly path: string;
  /** Brings the screen into the state to check. */
  readonly open?: (page: Page) => Promise<void>;
  /** False if the screen shows no text with a script. */
  readonly isRead?: false;
}

/** Opens the menu and, if an entry is given, chooses it. */
const useMenu =
  (file: string, name: string, entry?: number) =>
  async (page: Page): Promise<void> => {
    await page
      .getByRole('button', { name: say(file, name) })
      .first()
      .click();
    await page.getByRole('menuitem').first().waitFor();
    if (entry === undefined) return;
    await page.getByRole('menuitem').nth(entry).click();
    await page.getByRole('dialog').waitFor();
  };

/** Expands the list, then opens a conversation or presses its rename or delete button. */
async function pressConversation(page: Page, role: 'link' | 'button', name: RegExp): Promise<void> {
  const list = page.getByRole('complementary');
  const fold = list.getByRole('button', { expanded: false });
  if (await fold.isVisible()) await fold.click();
  await list.getByRole(role, { name }).last().click();
}

/** Asks the assistant for the summary of the text or the transcript of the video. */
async function showInChat(page: Page, work: 'summarize' | 'transcribe'): Promise<void> {
  const log = page.getByRole('log');
  await page
    .getByRole('main')
    .getByRole('button', { name: say('assistant', work, 'title') })
    .click();
  await log.getByRole('button', { name: '=1+1' }).first().click();
  await log.getByRole('list').getByRole('button', { disabled: false }).first().click();
  await log.getByRole('link', { name: say('assistant', work, 'open') }).waitFor();
}

async function showSearch(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('combobox').first().fill('script window marked');
  await page.getByRole('listbox').getByRole('group').first().waitFor();
}

const showSet = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByText('window.marked').first().waitFor();

async function editSet(page: Page): Promise<void> {
  await page.getByRole('button', { name: say('quizzes', 'edit') }).click();
  await page.getByRole('dialog').locator('textarea').first().waitFor();
}

async function openVersion(page: Page): Promise<void> {
  await editSet(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab').last().click();
  await dialog.getByRole('button', { expanded: false }).first().click();
  await dialog.getByRole('listitem').getByText('window.marked').first().waitFor();
}

const listScreens = (): Screen[] => [
  { path: '/courses', open: useMenu('courses', 'menuOf') },
  { path: '/courses', open: useMenu('courses', 'menuOf', 1) },
  { path: '/courses', open: useMenu('courses', 'menuOf', -1) },
  {
    path: '/courses',
    open: (page) => page.getByRole('button', { name: /, cuenta de /u }).click(),
  },
  {
    path: '/courses',
    open: (page) => page.getByRole('button', { name: /^Actividad/u }).click(),
  },
  ...['lessons', 'assignments', 'transcripts', 'summaries'].map((tab) => ({
    path: `/course/${courseId}?tab=${tab}`,
    open: (page: Page) => page.locator('summary').click(),
  })),
  { path: `/course/${courseId}`, open: useMenu('courses', 'lessonMenuOf', -1) },
  { path: `/course/${wideCourseId}`, isRead: false },
  { path: '/dashboard' },
  { path: '/chat', isRead: false },
  {
    path: '/chat',
    open: async (page) => {
      await pressConversation(page, 'link', /^=1\+1/u);
      await page.getByRole('log').getByText('window.marked').first().waitFor();
    },
  },
  {
    path: '/chat',
    open: async (page) => {
      await pressConversation(page, 'button', /[^w]w{100}/u);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    path: '/chat',
    open: async (page) => {
      await pressConversation(page, 'button', say('assistant', 'renameNamed'));
      await page.getByRole('complementary').getByRole('textbox').waitFor();
    },
  },
  { path: '/chat', open: (page) => showInChat(page, 'summarize') },
  { path: '/chat', open: (page) => showInChat(page, 'transcribe') },
  { path: `/chat?course=${wideCourseId}` },
  { path: `/chat?course=${courseId}&lesson=${wideLessonId}` },
  { path: '/chat?conversation=<script>window.marked=1</script>', isRead: false },
  { path: '/dashboard', open: showSearch },
  { path: `/upload?course=${courseId}` },
  {
    path: `/quiz?course=${courseId}&lesson=${textId}`,
    open: (page) => page.getByRole('button', { name: say('quizzes', 'moreOptions') }).click(),
  },
  { path: '/quiz', open: useMenu('quizzes', 'menuOf', 2) },
  { path: '/quiz', open: useMenu('quizzes', 'menuOf', -1) },
  ...[setId, essayId].flatMap((id) => [
    { path: `/quiz?set=${id}`, open: showSet },
    { path: `/quiz?set=${id}`, open: editSet },
  ]),
  { path: `/quiz/${setId}` },
  { path: `/quiz/${setId}/review` },
  { path: `/quiz/${essayId}/review` },
  { path: `/quiz?set=${setId}`, open: openVersion },
  { path: `/lessons/${textId}` },
  { path: `/lessons/${textId}`, open: useMenu('lessons', 'menu', 0) },
  { path: `/lessons/${videoId}`, open: (page) => page.getByText('window.marked').first().waitFor() },
  { path: `/lessons/${videoId}?quote=${encodeURIComponent(SHORT_SCRIPT)}&t=<script>&page=javascript:` },
  { path: `/lessons/${wideLessonId}`, open: useMenu('lessons', 'menu', -1) },
  { path: `/quiz?set=<script>window.marked=1</script>` },
  { path: `/no/${encodeURIComponent(SHORT_SCRIPT)}`, isRead: false },
];

/** Elements that were created from a text. */
const listElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wrong = [
      ...['script:not([src])', '[onerror]', '[onload]', '[srcdoc]', 'base', 'math', 'img[src="x"]', 'mglyph'],
      ...['a[href^="javascript:" i]', 'form[action^="javascript:" i]', 'link[href*="127.0.0.1:9"]'],
    ];
    return wrong.flatMap((selector) =>
      [...document.querySelectorAll(selector)].map((each) => each.outerHTML),
    );
  });

/** Set on the window by a script that ran. */
interface Marks {
  readonly marked?: unknown;
  readonly violated?: string;
}

/** Whether a script is visible as text or in a field. */
const showsScript = (): boolean => {
  const fields = [...document.querySelectorAll('textarea, input')].map(
    (field) => (field as HTMLInputElement).value,
  );
  return [document.body.innerText, ...fields].some((text) => text.includes('window.marked'));
};

/** Elements that require horizontal scrolling, except text fields and tab lists. */
const listSidewaysScrollers = (): string[] =>
  [...document.querySelectorAll('body *:not(textarea, input, [role="tablist"])')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
    .map((element) => `${element.tagName}.${element.className} scrolls sideways`);

test('every screen shows scripts as text', { timeout: 360_000 }, async () => {
  const { page, context } = await openBrowser({
    locale: 'es-ES',
    viewport: { width: 320, height: 900 },
  });
  await context.route('https://example.org/**', (route) => route.abort());
  const found: string[] = [];
  let where = '';
  page.on('dialog', (dialog) => {
    found.push(`${where}: a dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      (window as unknown as { violated: string }).violated = `${event.violatedDirective} ${event.blockedURI}`;
    });
  });
  await signIn(context, owner);
  for (const [place, { path, open, isRead }] of listScreens().entries()) {
    where = `${place}: ${path.slice(0, 40)}${open ? ', opened' : ''}`;
    const tell = (what: string): number => found.push(`${where}: ${what}`);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await open?.(page).catch((error: unknown) => tell(String(error).slice(0, 300)));
    await page.waitForFunction(
      () => document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') === null,
    );
    if (isRead === undefined) await page.waitForFunction(showsScript).catch(() => tell('no script is shown'));
    const { marked, violated } = await page.evaluate(() => {
      const { marked: mark, violated: violation } = window as unknown as Marks;
      return { marked: mark, violated: violation };
    });
    if (marked !== undefined) tell('a script ran');
    if (violated !== undefined) tell(`the policy stopped ${violated}`);
    for (const element of await listElements(page)) tell(`became ${element.slice(0, 100)}`);
    const sideways = await measureSidewaysScroll(page);
    if (sideways > 0) tell(`${sideways} px wider than the window`);
    for (const scroller of await page.evaluate(listSidewaysScrollers)) tell(scroller);
  }
  expect(found).toEqual([]);
});
