import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '#contract/accounts.ts';

vi.stubGlobal('window', new EventTarget());
vi.stubGlobal('document', { querySelector: () => null });
const fetched = vi.fn<(url: string | URL, options: RequestInit) => Promise<Response>>();
vi.stubGlobal('fetch', fetched);

const UPLOAD = 'https://lectern.test/ai/uploads/1/';
const DONE = { file_url: 'https://lectern.test/files/1' };
const sessionOf = (id: number, apiKey: string): Session =>
  ({ access: apiKey, refresh: 'refresh', api_key: apiKey, instructor_id: id, user: { id } }) as Session;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  fetched.mockReset();
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function begin() {
  const session = await import('./session.ts');
  session.openSession(sessionOf(1, 'old'));
  const { finishUpload } = await import('./finish-upload.ts');
  const stop = new AbortController();
  const finished = finishUpload(UPLOAD, { signal: stop.signal, onConnection: () => undefined });
  finished.catch(() => undefined);
  return { ...session, finished, stop };
}

const countFinishes = (): number =>
  fetched.mock.calls.filter(([url]) => String(url).endsWith('/finish/')).length;

test('retries after 429, once the time in Retry-After has passed', async () => {
  fetched.mockResolvedValueOnce(Response.json({}, { status: 429, headers: { 'retry-after': '90' } }));
  fetched.mockResolvedValueOnce(Response.json(DONE));
  const { finished } = await begin();
  await vi.advanceTimersByTimeAsync(89_000);
  expect(countFinishes()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await finished).toMatchObject({ status: 200 });
  expect(countFinishes()).toBe(2);
});

test('continues after 401 with the new key once its user has signed in again', async () => {
  fetched.mockImplementation((url, { headers }) =>
    Promise.resolve(
      String(url).endsWith('/finish/') && new Headers(headers).get('api-key') === 'new'
        ? Response.json(DONE)
        : Response.json({}, { status: 401 }),
    ),
  );
  const { finished, getSession, openSession } = await begin();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(getSession().interrupted).toBe(true);
  expect(countFinishes()).toBe(1);
  openSession(sessionOf(1, 'new'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await finished).toMatchObject({ status: 200 });
});

test.each([404, 413, 422, 507])('ends at %i', async (status) => {
  fetched.mockResolvedValue(Response.json({}, { status }));
  const { finished } = await begin();
  expect(await finished).toMatchObject({ status });
  expect(countFinishes()).toBe(1);
});

test('stops waiting when it is cancelled', async () => {
  fetched.mockResolvedValue(Response.json({}, { status: 429, headers: { 'retry-after': '900' } }));
  const { finished, stop } = await begin();
  await vi.advanceTimersByTimeAsync(1_000);
  stop.abort(new Error('cancelled'));
  await expect(finished).rejects.toThrow('cancelled');
});

test('ends if the key is still rejected although the session is valid', async () => {
  fetched.mockImplementation((url) =>
    Promise.resolve(
      String(url).endsWith('/finish/')
        ? Response.json({}, { status: 401 })
        : Response.json({ access: 'fresh', refresh: 'refresh' }),
    ),
  );
  const { finished } = await begin();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await finished).toMatchObject({ status: 401 });
  expect(countFinishes()).toBe(3);
});
