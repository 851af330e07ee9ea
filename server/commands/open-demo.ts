import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { session, type Session } from '#contract/accounts.ts';
import { course } from '#contract/courses.ts';

const EMAIL = 'demo@lectern.example';
const POLL_MILLISECONDS = 100;

export interface Demo {
  readonly email: string;
  readonly password: string;
  readonly courseId: number;
  readonly apiKey: string;
}

/**
 * Waits until Lectern answers at `origin`, and creates the demo account and its course unless they exist.
 * @throws when Lectern refuses, with its answer.
 */
export async function openDemo(origin: string, dataDirectory: string, signal: AbortSignal): Promise<Demo> {
  while (!(await isReady(origin, signal))) await delay(POLL_MILLISECONDS, undefined, { signal });
  const post = (path: string, { body, key }: { body?: object; key?: string }): Promise<Response> =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'api-key': key }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    });
  const password = await loadPassword(dataDirectory);
  const known = await post('/api/auth/login/', { body: { email: EMAIL, password } });
  const body = { username: EMAIL, email: EMAIL, password, password2: password };
  const signedIn = known.status === 401 ? await post('/api/auth/register/', { body }) : known;
  const { api_key: apiKey }: Session = session.parse(await read(signedIn));
  const { id } = course.parse(await read(await post('/api/courses/demo/', { key: apiKey })));
  return { email: EMAIL, password, courseId: id, apiKey };
}

async function isReady(origin: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(`${origin}/api/health/`, { signal })).ok;
  } catch (error) {
    signal.throwIfAborted();
    // Nothing listens yet.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Random for each data directory: with a fixed password, anyone could sign in. */
async function loadPassword(dataDirectory: string): Promise<string> {
  const file = join(dataDirectory, 'demo-password');
  try {
    await writeFile(file, `${randomBytes(9).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}

async function read(response: Response): Promise<unknown> {
  if (response.ok) return response.json();
  throw new Error(`The demo course could not be created: ${await response.text()}`);
}
