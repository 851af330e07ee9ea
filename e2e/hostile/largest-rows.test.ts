import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { account as accountSchema } from '#contract/accounts.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { registerClient, type ApiClient } from '../api-client.ts';
import type { ApiProcess } from '../separate-process.ts';
import { makeLargestRows, type LargestRows } from './largest-rows.ts';
import { startAttackedApi } from './start-attacked-api.ts';

const MOST_MILLISECONDS = 2_000;
const MOST_READ_BYTES = 64 * 1024 * 1024;
const MOST_GROWTH_BYTES = 40 * 1024 * 1024;

type Ask = (of: LargestRows) => string;
const same =
  (path: string): Ask =>
  () =>
    path;
const ofLesson =
  (what: string): Ask =>
  ({ lesson }) =>
    `/api/lessons/${lesson}/${what}`;
const ofQuiz =
  (what: string): Ask =>
  ({ questionSet }) =>
    `/api/question-sets/${questionSet}/${what}`;

/** How the rows are read through each GET route. */
const CALLS: Record<string, Ask> = {
  '/api/health/': same('/api/health/'),
  '/api/health/live/': same('/api/health/live/'),
  '/api/health/ready/': same('/api/health/ready/'),
  '/metrics': same('/metrics'),
  '/api/auth/registration/': same('/api/auth/registration/'),
  '/api/auth/two-factor/': same('/api/auth/two-factor/'),
  '/api/auth/api-keys/': same('/api/auth/api-keys/'),
  '/api/auth/sessions/': same('/api/auth/sessions/'),
  '/api/auth/account/': same('/api/auth/account/'),
  '/api/auth/export/': same('/api/auth/export/'),
  '/api/auth/oidc/start/': same('/api/auth/oidc/start/?tab=0123456789abcdef'),
  '/api/auth/oidc/callback/': same('/api/auth/oidc/callback/'),
  '/api/admin/accounts/': same('/api/admin/accounts/?limit=100&order=storage'),
  '/api/admin/accounts/{id}/': ({ account }) => `/api/admin/accounts/${account}/`,
  '/api/admin/accounts/{id}/contents/': ({ account }) => `/api/admin/accounts/${account}/contents/`,
  '/api/admin/two-factor/': same('/api/admin/two-factor/'),
  '/api/admin/registration/': same('/api/admin/registration/'),
  '/api/admin/invitations/': same('/api/admin/invitations/'),
  '/api/admin/jobs/': same('/api/admin/jobs/?state=waiting'),
  '/api/admin/models/': same('/api/admin/models/'),
  '/api/admin/language-model/': same('/api/admin/language-model/'),
  '/api/language-model/': same('/api/language-model/'),
  '/api/admin/storage/': same('/api/admin/storage/'),
  '/api/admin/version/': same('/api/admin/version/'),
  '/api/admin/audit-log/': same('/api/admin/audit-log/?limit=100'),
  '/api/admin/audit-log/export/': same('/api/admin/audit-log/export/'),
  '/api/courses/': same('/api/courses/'),
  '/api/courses/{id}/': ({ course }) => `/api/courses/${course}/`,
  '/api/lessons/by_course/': ({ course }) => `/api/lessons/by_course/?course_id=${course}`,
  '/api/lessons/{id}/': ofLesson(''),
  '/api/lessons/{id}/text/': ofLesson('text/'),
  '/api/lessons/{id}/recognized_pages/': ofLesson('recognized_pages/'),
  '/api/lessons/{id}/recognized_pages/{page}/': ofLesson('recognized_pages/7/'),
  '/api/lessons/{id}/transcript/': ofLesson('transcript/'),
  '/api/lessons/{id}/transcript/versions/': ofLesson('transcript/versions/'),
  '/api/lessons/{id}/question-bank/': ofLesson('question-bank/'),
  '/api/lessons/{id}/facts/': ofLesson('facts/'),
  '/api/lessons/{id}/changed-evidence/': ofLesson('changed-evidence/'),
  '/api/transcribe-video/check-by-lesson/': ({ lesson }) =>
    `/api/transcribe-video/check-by-lesson/?lesson_id=${lesson}`,
  '/api/question-sets/': same('/api/question-sets/'),
  '/api/question-sets/by_lesson/': ({ lesson }) => `/api/question-sets/by_lesson/?lesson_id=${lesson}`,
  '/api/question-sets/by_question_set/': ({ questionSet }) =>
    `/api/question-sets/by_question_set/?question_set_id=${questionSet}`,
  '/api/question-sets/{id}/draft/': ofQuiz('draft/'),
  '/api/question-sets/{id}/versions/': ofQuiz('versions/'),
  '/api/question-sets/{id}/versions/{version}/': ofQuiz('versions/7/'),
  '/api/question-sets/{id}/coverage/': ofQuiz('coverage/'),
  '/api/search/': same('/api/search/?q=word&limit=50'),
  '/api/assistant/suggestions/': same('/api/assistant/suggestions/'),
  '/api/assistant/conversations/': same('/api/assistant/conversations/'),
  '/api/assistant/conversations/{id}/': ({ conversation }) => `/api/assistant/conversations/${conversation}/`,
  '/api/trash/': same('/api/trash/'),
  '/api/dashboard/': same('/api/dashboard/'),
  '/api/activity/': same('/api/activity/'),
};

/** Answers that are files, which only a link names, and streams that do not end. */
const NO_LISTS = new Set(['/files/{*}', '/api/events/']);

let database: TestDatabase;
let directory: string;
let client: Client;
let api: ApiProcess;
let teacher: ApiClient;
let rows: LargestRows;

beforeAll(async () => {
  database = await createTestDatabase({ migrate: migrateToLatest });
  directory = await mkdtemp(join(tmpdir(), 'lectern-largest-'));
  client = new Client({ connectionString: database.connectionString });
  await client.connect();
  api = await startAttackedApi(database, directory);
  teacher = await registerClient(api.origin);
  const { user } = await teacher.call(accountSchema, '/api/auth/account/');
  rows = await makeLargestRows(client, user.id);
  await client.query('analyze');
}, 600_000);
afterAll(async () => {
  await api.stop();
  await client.end();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const read = (path: string): Promise<Response> =>
  fetch(`${teacher.origin}${path}`, {
    headers: { 'api-key': teacher.apiKey, authorization: `Bearer ${teacher.accessToken}` },
    redirect: 'manual',
  });

test('there is a call for every GET route', async () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(await (await read('/api/openapi.json')).json());
  const routes = Object.entries(paths).flatMap(([path, methods]) => ('get' in methods ? [path] : []));
  expect(routes.filter((path) => !(path in CALLS) && !NO_LISTS.has(path))).toEqual([]);
});

test.each(Object.keys(CALLS))('GET %s answers soon and with little memory', async (route) => {
  const path = CALLS[route]?.(rows) ?? '';
  // The first call fills caches and compiles.
  await measure(path);
  const measured = [await measure(path), await measure(path), await measure(path)];
  const milliseconds = Math.min(...measured.map((each) => each.milliseconds));
  const growth = Math.min(...measured.map((each) => each.growthBytes));
  expect(measured[0]?.status).toBe(route.includes('oidc') ? 404 : 200);
  expect(milliseconds).toBeLessThan(MOST_MILLISECONDS);
  expect(growth).toBeLessThan(MOST_GROWTH_BYTES);
  await expect(Promise.race([api.exited, Promise.resolve('runs')])).resolves.toBe('runs');
});

/** Until the answer begins: an export is as long as what it contains. */
async function measure(path: string): Promise<{ status: number; milliseconds: number; growthBytes: number }> {
  const before = await readMemory('VmRSS');
  await writeFile(`/proc/${api.processId}/clear_refs`, '5');
  const began = performance.now();
  const answer = await read(path);
  const milliseconds = performance.now() - began;
  await readBeginning(answer);
  return { status: answer.status, milliseconds, growthBytes: (await readMemory('VmHWM')) - before };
}

/** An export of everything takes minutes. */
async function readBeginning(answer: Response): Promise<void> {
  let bytes = 0;
  const reader = answer.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  while (reader !== undefined && bytes < MOST_READ_BYTES) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.byteLength;
  }
  await reader?.cancel();
}

/** Of the api process, in bytes; `VmHWM` is the most that it had since it was reset. */
async function readMemory(name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${api.processId}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`, 'u').exec(status)?.[1]) * 1024;
}
