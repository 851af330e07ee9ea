import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import { TestStorage } from '../api-client/testing/test-storage.ts';

const replace = vi.fn<(path: string) => void>();
const page = Object.assign(new EventTarget(), {
  localStorage: new TestStorage(),
  sessionStorage: new TestStorage(),
  location: { pathname: '/quiz', search: '', hash: '', replace, reload: vi.fn<() => void>() },
  history: { state: null, replaceState: () => undefined },
});
vi.stubGlobal('window', page);
vi.stubGlobal('document', { querySelector: () => null });
vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})));
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const sessionOf = (id: number): Session =>
  ({ access: `access-${id}`, refresh: `refresh-${id}`, user: { id, name: 'Ada' } }) as Session;

/** A newly loaded page of user 1 with a form that has unsaved input. */
async function openPage() {
  vi.resetModules();
  const session = await import('../api-client/session.ts');
  const { signOut } = await import('../api-client/sign-out.ts');
  const work = await import('../ui/unsaved-work.ts');
  session.openSession(sessionOf(1));
  (await import('./leave-account.ts')).leaveWithAccount();
  const open = (form: string, typed: unknown, onLeave: 'ask' | 'keep' = 'ask') =>
    work.openWork({ name: work.draftNameOf(form), now: () => ({ read: () => typed, onLeave }) });
  return { ...session, ...work, signOut, open };
}

beforeEach(() => {
  replace.mockReset();
  page.localStorage = new TestStorage();
  page.sessionStorage = new TestStorage();
});

test('signing out reloads the page and leaves no draft in the tab', async () => {
  const { signOut, open, isSomethingUnsaved, draftNameOf, readDraft } = await openPage();
  const name = draftNameOf('profile');
  const close = open('profile', { department: 'Typed' });
  expect(isSomethingUnsaved()).toBe(true);
  signOut();
  close();
  expect(replace.mock.calls).toEqual([['/welcome']]);
  expect(readDraft(name)).toBeNull();
});

test('when the session ends in another tab, keeps drafts for the same account only', async () => {
  const { open, onAccountEnd } = await openPage();
  open('profile', { department: 'Typed' });
  const ended = vi.fn<() => void>();
  onAccountEnd(ended);
  page.localStorage = new TestStorage();
  page.dispatchEvent(Object.assign(new Event('storage'), { key: null, newValue: null }));
  expect(ended).toHaveBeenCalledOnce();
  expect(replace.mock.calls).toEqual([['/welcome']]);

  const again = await openPage();
  expect(again.readDraft(again.draftNameOf('profile'))).toEqual({ department: 'Typed' });

  page.localStorage = new TestStorage();
  vi.resetModules();
  const { openSession } = await import('../api-client/session.ts');
  const other = await import('../ui/unsaved-work.ts');
  (await import('./leave-account.ts')).leaveWithAccount();
  openSession(sessionOf(2));
  expect(other.readDraft(other.draftNameOf('profile'))).toBeNull();
  expect(page.sessionStorage).toEqual(new TestStorage());
});

test.each([
  ['keeps input when a second factor becomes required', 'ask', true],
  ['keeps nothing from a form that asked before it closed', 'ask', false],
  ['keeps input when a link within the app is opened', 'keep', false],
] as const)('%s', async (_what, onLeave, needsFactor) => {
  const { open, setTwoFactorSetupRequired, readDraft, draftNameOf } = await openPage();
  const close = open('quiz', 'Typed', onLeave);
  setTwoFactorSetupRequired(needsFactor);
  close();
  expect(readDraft(draftNameOf('quiz'))).toBe(needsFactor || onLeave === 'keep' ? 'Typed' : null);
});

test('a form restores its draft when opened and deletes it when saved', async () => {
  const { open, readDraft, draftNameOf } = await openPage();
  open('quiz', 'Typed', 'keep')();
  expect(readDraft(draftNameOf('quiz'))).toBe('Typed');
  open('quiz', undefined, 'keep')();
  expect(readDraft(draftNameOf('quiz'))).toBeNull();
});

test('saves what it can immediately before it asks', async () => {
  const { openWork, saveUnsavedWork, isSomethingUnsaved } = await openPage();
  let unsaved: string | undefined = 'Typed';
  openWork({
    name: undefined,
    now: () => ({
      onLeave: 'ask',
      read: () => unsaved,
      save: () => {
        unsaved = undefined;
        return Promise.resolve(true);
      },
    }),
  });
  expect(isSomethingUnsaved()).toBe(true);
  expect(await saveUnsavedWork()).toBe(true);
});

/*
 * Every store of the web app. State in memory is gone when the page reloads. These modules keep what outlives that: for the browser,
 * for an account (with its id in the name of the entry), or for the session, which removes it when it ends.
 */
const STORES: Readonly<Record<string, 'browser' | 'account' | 'session'>> = {
  'api-client/own-names.ts': 'account',
  'api-client/session.ts': 'session',
  'api-client/upload-memory.ts': 'account',
  'app/language.ts': 'browser',
  // Stored by the keys of the tab's history entries, without addresses.
  'app/scroll-restoration.tsx': 'browser',
  // A random name for the tab.
  'features/accounts/provider-return.ts': 'browser',
  'features/assistant/chat-work.ts': 'account',
  'features/courses/course-list.tsx': 'account',
  'features/courses/guide-card.tsx': 'account',
  'features/lessons/lesson-split.tsx': 'browser',
  'features/lessons/use-lesson-playback.ts': 'account',
  'features/notifications/preferences.ts': 'browser',
  'features/transcript-studio/edit-queue.ts': 'account',
  'features/transcript-studio/kept-edits.ts': 'account',
  'features/transcript-studio/load-studio.ts': 'account',
  'ui/connect-model-hint.tsx': 'browser',
  'ui/unsaved-work.ts': 'account',
  'ui/use-summary-length.ts': 'browser',
};

const WEB = join(import.meta.dirname, '..');

async function listSources(): Promise<[path: string, text: string][]> {
  const sources: [string, string][] = [];
  for await (const path of glob('{api-client,app,features,pages,ui}/**/*.{ts,tsx}', { cwd: WEB }))
    if (!/[.]test[.]tsx?$/u.test(path)) sources.push([path, await readFile(join(WEB, path), 'utf8')]);
  return sources;
}

test('only two modules use the storage of the browser', async () => {
  const users = (await listSources())
    .filter(([, text]) =>
      /window\.(?:localStorage|sessionStorage|caches)\b|indexedDB|document\.cookie/u.test(text),
    )
    .map(([path]) => path);
  expect(users.sort()).toEqual(['api-client/browser-storage.ts', 'api-client/tab-storage.ts']);
});

test('everything stored belongs to the browser, to one account, or to the session', async () => {
  const users = (await listSources()).filter(([, text]) => /\/(?:browser|tab)-storage\.ts'/u.test(text));
  expect(users.map(([path]) => path).sort()).toEqual(Object.keys(STORES).sort());
  const unbound = users
    .filter(([path]) => STORES[path] === 'account')
    .filter(([, text]) => !/ownName\(|instructorId|user\?\.id|prefixOf\(userId|\bplace\b/u.test(text))
    .map(([path]) => path);
  expect(unbound).toEqual([]);
});

/** Forms without work to lose, and parts of forms that register their work. */
const WITHOUT_UNSAVED_WORK: readonly string[] = [
  // Forms register what they have to keep.
  'accounts/account-form.tsx',
  // Only passwords and codes, which are never kept.
  'accounts/step-form.tsx',
  // Choices and searches.
  'administration/audit-section.tsx',
  'quizzes/bank/add-to-quiz-dialog.tsx',
  // Their values belong to the surrounding form, chat, page or queue.
  'assistant/composer.tsx',
  'courses/outcome-rows.tsx',
  'quizzes/editor/growing-field.tsx',
  'quizzes/quiz-form.tsx',
  'summaries/summary-line-fields.tsx',
  'transcripts/bring-transcript.tsx',
  'uploads/content-fields.tsx',
];

test('every form registers its unsaved work', async () => {
  const forms = (await listSources())
    .filter(([path, text]) => path.endsWith('.tsx') && /<form\b|<Textarea\b/u.test(text))
    .filter(([, text]) => !/\b(?:useTyped\w*|useUnsavedWork|useCourseForm)[(<]/u.test(text))
    .map(([path]) => path.replace('features/', ''));
  expect(forms.sort()).toEqual([...WITHOUT_UNSAVED_WORK].sort());
});
