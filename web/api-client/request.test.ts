import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import { writeStored } from './browser-storage.ts';
import { request } from './request.ts';
import { getSession, openSession } from './session.ts';

// Both are read as the modules are loaded.
vi.hoisted(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { querySelector: () => null });
});

const fetched = vi.fn<(path: string, options: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  openSession({ access: 'spent', refresh: 'refresh-1', user: { name: 'Ada' } } as Session);
});
afterEach(() => {
  fetched.mockReset();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const REFRESH = '/api/auth/refresh/';

/** A server that accepts the access token `fresh` alone. */
function answerWith(refresh: () => Response): void {
  fetched.mockImplementation((path, { headers }) => {
    if (path === REFRESH) return Promise.resolve(refresh());
    const isFresh = new Headers(headers).get('authorization') === 'Bearer fresh';
    return Promise.resolve(isFresh ? Response.json({ ok: true }) : Response.json({}, { status: 401 }));
  });
}

test('calls that find their token spent refresh it once, and are repeated with the new one', async () => {
  answerWith(() => Response.json({ access: 'fresh', refresh: 'refresh-2' }));
  const both = await Promise.all([request('GET', '/api/courses/'), request('GET', '/api/trash/')]);
  expect(both).toEqual([{ ok: true }, { ok: true }]);
  const refreshes = fetched.mock.calls.filter(([path]) => path === REFRESH);
  expect(refreshes.map(([, { body }]) => body)).toEqual([JSON.stringify({ refresh: 'refresh-1' })]);
  expect(getSession()).toMatchObject({ access: 'fresh', refresh: 'refresh-2' });
});

test('a call fails if its token cannot be refreshed, but a failing server does not end the session', async () => {
  answerWith(() => Response.json({}, { status: 500 }));
  await expect(request('GET', '/api/courses/')).rejects.toMatchObject({ status: 401 });
  expect(getSession()).toMatchObject({ refresh: 'refresh-1', expired: false });
});

test('a refresh that another tab finished first waits for the access token that arrives last', async () => {
  vi.useFakeTimers();
  answerWith(() => {
    writeStored('refreshToken', 'refresh-of-the-other');
    return Response.json({ access: 'late', refresh: 'refresh-2' });
  });
  const call = request<unknown>('GET', '/api/courses/');
  // Past the first look, and before the second ends.
  await vi.advanceTimersByTimeAsync(300);
  writeStored('authToken', 'fresh');
  await vi.advanceTimersByTimeAsync(300);
  vi.useRealTimers();
  expect(await call).toEqual({ ok: true });
  expect(getSession()).toMatchObject({ access: 'fresh', refresh: 'refresh-of-the-other' });
});
