import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { session, type Session } from '../../contract/accounts.ts';
import { launchChromium } from './chromium.ts';

/** What Chromium says when a test has the server answer with an error, and React Router when one blocks the storage. */
const EXPECTED_CONSOLE = /^Failed to (?:load resource: |save scroll positions in sessionStorage)/u;

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly origin: string;
}

let browser: Promise<Browser> | undefined;

/** One browser for the tests of a file; if it crashes, only the test in which it did fails. */
async function getBrowser(): Promise<Browser> {
  browser ??= launchChromium();
  const launched = await browser;
  launched.once('disconnected', () => {
    browser = undefined;
  });
  return launched;
}

let accounts = 0;

/** Makes an account over HTTP, as fast as can be; the registration screen has a test of its own. */
export async function makeAccount(): Promise<Session & { password: string }> {
  accounts += 1;
  const email = `e2e-${process.pid}-${Date.now()}-${accounts}@example.org`;
  const password = 'correct horse battery';
  const response = await fetch(`${inject('origin')}/api/auth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, email, password, password2: password }),
  });
  if (!response.ok) throw new Error(`No account: ${response.status} ${await response.text()}`);
  return { ...session.parse(await response.json()), password };
}

/** Puts a session where the web app looks for it, before the first script of each page runs; only once, so that what the page does to it lasts. */
export async function signIn(context: BrowserContext, account: Session): Promise<void> {
  await context.addInitScript((stored: Session) => {
    // A new tab is empty at first, and an empty page has no storage.
    if (window.location.protocol === 'about:') return;
    // Frames of other sites are none of Lectern's, and some may store nothing.
    if (window.top !== window || window.sessionStorage.getItem('signed-in-by-test') !== null) return;
    window.sessionStorage.setItem('signed-in-by-test', 'yes');
    window.localStorage.setItem('refreshToken', stored.refresh);
    window.localStorage.setItem('apiKey', stored.api_key);
    window.localStorage.setItem('department', stored.department);
    window.localStorage.setItem('instructorId', String(stored.instructor_id));
    window.localStorage.setItem('user', JSON.stringify(stored.user));
    window.localStorage.setItem('authToken', stored.access);
  }, account);
}

/**
 * Opens a browser of one's own, with nothing remembered. A test fails on anything unexpected in the console or any
 * error that nobody caught, whatever else it looks at.
 */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<Visitor> {
  const origin = inject('origin');
  const context = await (
    await getBrowser()
  ).newContext({
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const unexpected: string[] = [];
  context.on('weberror', (error) => unexpected.push(String(error.error().stack)));
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || EXPECTED_CONSOLE.test(message.text())) return;
    unexpected.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  onTestFinished(async ({ task }) => {
    await context.close();
    if (unexpected.length > 0 && task.result?.state !== 'fail') {
      throw new Error(`The page said what nobody expected:\n${unexpected.join('\n')}`);
    }
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return { page, context, origin };
}

/** A browser whose owner is signed in with a new account. */
export async function openSignedIn(
  options: BrowserContextOptions = {},
): Promise<Visitor & { account: Session & { password: string } }> {
  const account = await makeAccount();
  const visitor = await openBrowser(options);
  await signIn(visitor.context, account);
  return { ...visitor, account };
}
