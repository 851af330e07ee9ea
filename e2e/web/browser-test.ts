import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { session, type Session } from '#contract/accounts.ts';
import { launchChromium } from './chromium.ts';

/** Chromium logs simulated server errors. */
const EXPECTED_CONSOLE = /^Failed to load resource: /u;

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly origin: string;
}

let browser: Promise<Browser> | undefined;

/** Shared by the tests of a file. After a crash the next test starts a new one, so only one test fails. */
async function getBrowser(): Promise<Browser> {
  browser ??= launchChromium();
  const launched = await browser;
  launched.once('disconnected', () => {
    browser = undefined;
  });
  return launched;
}

let accounts = 0;

/** Registers over HTTP, which is faster than the screen; journeys/first-quiz.test.ts covers the screen. */
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

/** Stores a session before the first script of the page runs. It does so only once, so that the page's own changes persist. */
export async function signIn(context: BrowserContext, account: Session): Promise<void> {
  await context.addInitScript((stored: Session) => {
    // An empty tab has no storage.
    if (window.location.protocol === 'about:') return;
    // Frames of other sites may not allow storage.
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
 * Opens a new browser context. The test fails on unexpected console messages and uncaught errors, whatever else it checks.
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
      throw new Error(`Unexpected console messages or errors:\n${unexpected.join('\n')}`);
    }
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return { page, context, origin };
}

export async function openSignedIn(
  options: BrowserContextOptions = {},
): Promise<Visitor & { account: Session & { password: string } }> {
  const account = await makeAccount();
  const visitor = await openBrowser(options);
  await signIn(visitor.context, account);
  return { ...visitor, account };
}
