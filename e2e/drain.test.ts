import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateToLatest } from '#server/platform/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { registerClient, type ApiClient } from './api-client.ts';
import { until } from './lectern-process.ts';
import {
  startApi as startApiProcess,
  startProgram,
  type ApiProcess,
  type SeparateProcess,
} from './separate-process.ts';

const MEBIBYTE = 1024 * 1024;
const VIDEO_START = Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex');

let database: TestDatabase;
let directory: string;
const started: SeparateProcess[] = [];

beforeEach(async () => {
  database = await createTestDatabase({ migrate: migrateToLatest });
  directory = await mkdtemp(join(tmpdir(), 'lectern-drain-'));
});

afterEach(async () => {
  for (const each of started.splice(0)) {
    if (!each.hasEnded()) process.kill(each.processId, 'SIGKILL');
    await each.exited;
  }
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const environmentWith = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  DATABASE_URL: database.connectionString,
  DATA_DIR: directory,
  ...environment,
});

async function startApi(): Promise<ApiProcess> {
  const api = startApiProcess({ environment: environmentWith({}) });
  started.push(api);
  await api.listening;
  return api;
}

/** Undefined while no one listens. */
const statusOf = async ({ origin }: ApiProcess, probe: 'live' | 'ready'): Promise<number | undefined> => {
  try {
    return (await fetch(`${origin}/api/health/${probe}/`)).status;
  } catch {
    return undefined;
  }
};

/** An upload whose body stays open until `finish`. */
function beginUpload(client: ApiClient): {
  send: (bytes: Buffer) => Promise<void>;
  finish: () => void;
  answer: Promise<{ status: number; text: string }>;
} {
  const outgoing = request(`${client.origin}/ai/upload-video/`, {
    method: 'POST',
    agent: false,
    headers: { 'api-key': client.apiKey, 'content-type': 'multipart/form-data; boundary=b' },
  });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  // Not everyone waits for it.
  answer.catch(() => undefined);
  outgoing.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n');
  return {
    send: (bytes) =>
      new Promise((resolve, reject) => outgoing.write(bytes, (error) => (error ? reject(error) : resolve()))),
    finish: () => outgoing.end('\r\n--b--\r\n'),
    answer,
  };
}

const countUploads = async ({ origin }: ApiProcess): Promise<number> => {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^lectern_http_requests_in_flight (\d+)$/mu.exec(metrics)?.[1]) - 1;
};

test('SIGTERM: not ready at once, listeners move elsewhere, a running upload completes, exit 0', async () => {
  const api = await startApi();
  const client = await registerClient(api.origin);
  const events = await fetch(`${api.origin}/api/events/`, { headers: { 'api-key': client.apiKey } });
  const heard = events.text();
  const upload = beginUpload(client);
  await upload.send(Buffer.concat([VIDEO_START, Buffer.alloc(MEBIBYTE)]));
  await until('the upload and the listener are there', async () => (await countUploads(api)) === 2);

  process.kill(api.processId, 'SIGTERM');
  await until('it is not ready', async () => (await statusOf(api, 'ready')) === 503);
  // In its grace it serves on.
  expect(await statusOf(api, 'live')).toBe(200);
  expect((await client.createCourse('In the grace')).title).toBe('In the grace');

  await until('it takes no more connections', async () => (await statusOf(api, 'live')) === undefined);
  expect(api.hasEnded()).toBe(false);
  expect((await heard).trimEnd()).toMatch(/\nretry: [1-5]\d{3}$/u);
  await upload.send(Buffer.alloc(MEBIBYTE));
  upload.finish();
  const answer = await upload.answer;
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('file_url')]);
  expect(await api.exited).toEqual({ code: 0, signal: null });
  expect(api.output()).not.toContain('cut off');
});

test('a worker serves its metrics on its own port, and only when asked to', async () => {
  const worker = startProgram('server/worker.ts', {
    environment: environmentWith({
      METRICS_PORT: '0',
      METRICS_TOKEN: 'a-token-of-prometheus',
      MODELS_URL: 'http://127.0.0.1:9',
    }),
  });
  started.push(worker);
  const port = await until('the worker listens', () =>
    Promise.resolve(/"port":(\d+)\},"msg":"Serving metrics"/u.exec(worker.output())?.[1]),
  );
  const read = (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  expect((await read()).status).toBe(401);
  const answer = await read({ authorization: 'Bearer a-token-of-prometheus' });
  expect(answer.headers.get('content-type')).toContain('version=0.0.4');
  expect(await answer.text()).toContain('lectern_queue_jobs{queue="transcribe-video",state="waiting"} 0');
  process.kill(worker.processId, 'SIGTERM');
  expect(await worker.exited).toEqual({ code: 0, signal: null });
});
