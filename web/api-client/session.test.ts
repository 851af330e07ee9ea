import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import { TestStorage } from './testing/test-storage.ts';

const page = Object.assign(new EventTarget(), {
  localStorage: new TestStorage(),
  sessionStorage: new TestStorage(),
});
vi.stubGlobal('window', page);
vi.stubGlobal('document', { querySelector: () => null });
const fetched = vi.fn<(path: string, options: RequestInit) => Promise<Response>>();
vi.stubGlobal('fetch', fetched);
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const sessionOf = (id: number, access = `access-${id}`): Session =>
  ({
    access,
    refresh: `refresh-${id}`,
    api_key: `key-${id}`,
    instructor_id: id,
    department: '',
    user: { id, name: 'Ada' },
  }) as Session;

/** Another tab changes storage, and this one receives an event for each entry. */
function changeElsewhere(entries: Record<string, string | null>): void {
  for (const [key, newValue] of Object.entries(entries)) {
    if (newValue === null) page.localStorage.removeItem(key);
    else page.localStorage.setItem(key, newValue);
    page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  }
}
const SIGNED_OUT = { refreshToken: null, user: null, apiKey: null, authToken: null };

/** A newly loaded page with a signed-in user. */
async function openPage() {
  vi.resetModules();
  page.localStorage = new TestStorage();
  page.sessionStorage = new TestStorage();
  const session = await import('./session.ts');
  const { request } = await import('./request.ts');
  const { signOut } = await import('./sign-out.ts');
  session.openSession(sessionOf(1));
  const ends: unknown[] = [];
  session.onAccountEnd((end) => ends.push(end));
  return { ...session, request, signOut, ends };
}

const authorizations = (path: string): (string | null)[] =>
  fetched.mock.calls
    .filter(([each]) => each === path)
    .map(([, { headers }]) => new Headers(headers).get('authorization'));

beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation((path, { headers }) =>
    Promise.resolve(
      path === '/api/auth/refresh/' || new Headers(headers).get('authorization') !== 'Bearer fresh'
        ? Response.json({}, { status: 401 })
        : Response.json({ ok: true }),
    ),
  );
});

test('an open page keeps its user when the session expires, and calls wait until they sign in again', async () => {
  const { request, getSession, openSession, ends } = await openPage();
  const saved = request<{ ok: boolean }>('POST', '/api/courses/', { body: { title: 'Rivers' } });
  await vi.waitFor(() => expect(getSession().interrupted).toBe(true));
  expect(getSession()).toMatchObject({ access: null, refresh: null, user: { id: 1 } });
  expect(page.localStorage).toEqual(new TestStorage());
  openSession(sessionOf(1, 'fresh'));
  expect(await saved).toEqual({ ok: true });
  expect(getSession()).toMatchObject({ interrupted: false, user: { id: 1 } });
  expect(authorizations('/api/courses/')).toEqual(['Bearer access-1', 'Bearer fresh']);
  expect(ends).toEqual([]);
});

test('a call of one account is never retried with the token of another', async () => {
  const { request, getSession, openSession, ends } = await openPage();
  const saved = request('POST', '/api/courses/');
  await vi.waitFor(() => expect(getSession().interrupted).toBe(true));
  openSession(sessionOf(2, 'fresh'));
  await expect(saved).rejects.toMatchObject({ status: 401 });
  expect(ends).toEqual([{ kind: 'elsewhere', isOther: true }]);
  await expect(request('GET', '/api/courses/')).rejects.toThrow();
  expect(authorizations('/api/courses/')).toEqual(['Bearer access-1']);
});

test('a call is not retried for another user who signed in elsewhere during a token refresh', async () => {
  const { request } = await openPage();
  fetched.mockImplementation((path) => {
    if (path === '/api/auth/refresh/')
      changeElsewhere({ user: JSON.stringify({ id: 2 }), refreshToken: 'refresh-2', authToken: 'fresh' });
    return Promise.resolve(Response.json({}, { status: 401 }));
  });
  await expect(request('POST', '/api/courses/')).rejects.toMatchObject({ status: 401 });
  expect(authorizations('/api/courses/')).toEqual(['Bearer access-1']);
});

test('tokens that arrive after signing out are not stored', async () => {
  const { request, signOut, getSession, ends } = await openPage();
  fetched.mockImplementation((path) => {
    if (path !== '/api/auth/refresh/') return Promise.resolve(Response.json({}, { status: 401 }));
    signOut();
    return Promise.resolve(Response.json({ access: 'fresh', refresh: 'refresh-3' }));
  });
  await expect(request('GET', '/api/courses/')).rejects.toMatchObject({ status: 401 });
  expect(getSession()).toMatchObject({ user: null, access: null });
  expect(page.localStorage).toEqual(new TestStorage());
  expect(ends).toEqual([{ kind: 'signedOut' }]);
});

test('signing out in another tab ends the page, and expiry there interrupts it', async () => {
  const signedOut = await openPage();
  changeElsewhere({ sessionSigningOut: 'true', ...SIGNED_OUT });
  expect(signedOut.ends).toEqual([{ kind: 'elsewhere', isOther: false }]);

  const expired = await openPage();
  changeElsewhere({ sessionExpiring: 'true', ...SIGNED_OUT });
  changeElsewhere({ sessionExpiring: null });
  expect(expired.ends).toEqual([]);
  expect(expired.getSession()).toMatchObject({ interrupted: true, user: { id: 1 } });

  // The same user signs in there. The token arrives last.
  changeElsewhere({ refreshToken: 'refresh-1', user: JSON.stringify({ id: 1, name: 'Ada' }) });
  expect(expired.getSession().interrupted).toBe(true);
  changeElsewhere({ authToken: 'fresh' });
  expect(expired.getSession()).toMatchObject({ interrupted: false, access: 'fresh' });
  expect(expired.ends).toEqual([]);
});

test('signing out of an expired session in another tab also ends the page', async () => {
  const { ends, getSession } = await openPage();
  changeElsewhere({ sessionExpiring: 'true', ...SIGNED_OUT });
  expect(getSession().interrupted).toBe(true);
  changeElsewhere({ sessionSigningOut: 'true' });
  changeElsewhere({ sessionSigningOut: null });
  expect(ends).toEqual([{ kind: 'elsewhere', isOther: false }]);
});

test('redirects to the login page if the server rejects the session when the page loads', async () => {
  await openPage();
  const stored = page.localStorage;
  vi.resetModules();
  page.localStorage = stored;
  const { getSession } = await import('./session.ts');
  const { request } = await import('./request.ts');
  await expect(request('GET', '/api/courses/')).rejects.toMatchObject({ status: 401 });
  expect(getSession()).toMatchObject({ user: null, expired: true, interrupted: false, expiredUserId: 1 });
});

test('reports once, after the page reloads, that the account was deleted', async () => {
  const { clearSession, ends } = await openPage();
  clearSession({ deleted: true });
  expect(ends).toEqual([{ kind: 'deleted' }]);
  vi.resetModules();
  expect((await import('./session.ts')).getSession().deleted).toBe(true);
  vi.resetModules();
  expect((await import('./session.ts')).getSession().deleted).toBe(false);
});
