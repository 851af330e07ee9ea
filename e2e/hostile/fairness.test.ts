import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { uploadedVideo } from '#contract/uploads.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { registerClient, type ApiClient } from '../api-client.ts';
import { until } from '../lectern-process.ts';
import { startProgram, type ApiProcess } from '../separate-process.ts';
import type { AttackCounts, AttackOrder } from './attack.ts';
import { keepReading } from './readers.ts';
import { startAttackedApi } from './start-attacked-api.ts';

const VIDEO_START = Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex');
const BOUNDARY = 'a-boundary-of-the-test';

let database: TestDatabase;
let directory: string;
let api: ApiProcess;
let origin: string;
let attacker: ApiClient;
let other: ApiClient;

beforeAll(async () => {
  database = await createTestDatabase({ migrate: migrateToLatest });
  directory = await mkdtemp(join(tmpdir(), 'lectern-fairness-'));
  api = await startAttackedApi(database, directory);
  ({ origin } = api);
  attacker = await registerClient(origin);
  other = await registerClient(origin);
});
afterAll(async () => {
  await api.stop();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const countOf = (statuses: readonly number[], wanted: number): number =>
  statuses.filter((status) => status === wanted).length;

test('two hundred waiting requests of one account leave room for another’s search', async () => {
  const course = await attacker.createCourse('A course');
  const file = 'https://example.org/paper.pdf';
  const lesson = await attacker.createLesson({ title: 'Paper', file, course: course.id });
  const hangUp = new AbortController();
  const refused: number[] = [];
  const sent = Array.from({ length: 200 }, () =>
    fetch(`${origin}/api/lessons/${lesson.id}/ingest/`, {
      method: 'POST',
      headers: { 'api-key': attacker.apiKey },
      signal: hangUp.signal,
    }).then(
      async (response) => {
        await response.text();
        refused.push(response.status);
      },
      () => undefined,
    ),
  );
  // No worker runs: the 50 that are the account's share wait.
  await until('the rest is refused', () => Promise.resolve(refused.length === 150));
  expect(countOf(refused, 429)).toBe(150);
  await other.call(z.unknown(), '/api/search/?q=rivers');
  hangUp.abort();
  await Promise.all(sent);
});

test('64 stalled uploads of one account leave room for another’s', async () => {
  const form = Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`,
      'latin1',
    ),
    VIDEO_START,
  ]);
  const head = [
    'POST /ai/upload-video/ HTTP/1.1',
    'host: localhost',
    `api-key: ${attacker.apiKey}`,
    `content-type: multipart/form-data; boundary=${BOUNDARY}`,
    'content-length: 1000000',
    '\r\n',
  ].join('\r\n');
  const answers: string[] = [];
  const stalled = Array.from({ length: 64 }, (): Socket => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.setEncoding('latin1').on('data', (chunk: string) => void answers.push(chunk));
    socket.write(head, 'latin1');
    socket.write(form);
    return socket;
  });
  const countRefused = () => answers.filter((answer) => answer.startsWith('HTTP/1.1 429')).length;
  await until('the rest is refused', () => Promise.resolve(countRefused() >= 48));
  const file = new FormData();
  file.set('file', new Blob([new Uint8Array(VIDEO_START), new Uint8Array(1_000)]), 'b.mp4');
  await other.call(uploadedVideo, '/ai/upload-video/', { method: 'POST', body: file });
  // The 16 that are the account's share are still under way.
  expect(countRefused()).toBe(48);
  for (const socket of stalled) socket.destroy();
});

test('an account that calls without a pause is slowed down, and another is not', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 600 }, async () => {
      const response = await fetch(`${origin}/api/courses/`, { headers: { 'api-key': attacker.apiKey } });
      await response.text();
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      return response.status;
    }),
  );
  expect(countOf(statuses, 429)).toBeGreaterThan(0);
  expect(countOf(statuses, 503)).toBe(0);
  await other.call(z.unknown(), '/api/courses/');
});

test('readers of another account are all answered while one account attacks in every way at once', async () => {
  const { id: course } = await other.createCourse('Rivers');
  const path = join(directory, 'rivers.mp4');
  await writeFile(path, Buffer.concat([VIDEO_START, Buffer.alloc(100_000)]));
  const url = await other.uploadVideo(path);
  const { id: lesson, file } = await other.createLesson({ title: 'Rivers', file: url, course });

  const own = await attacker.createCourse('Of the attacker');
  const { id: textLesson } = await attacker.createLesson({
    title: 'Text',
    file: 'https://example.org/a.pdf',
    course: own.id,
  });
  const { id: videoLesson } = await attacker.createLesson({
    title: 'Video',
    file: 'https://example.org/a.mp4',
    course: own.id,
  });
  const attack = startProgram('e2e/hostile/attacker.child.ts', {
    arguments: [
      JSON.stringify({
        origin,
        apiKey: attacker.apiKey,
        // No worker runs: whoever asks for it waits.
        waitingCall: { path: `/api/lessons/${textLesson}/ingest/` },
        videoLesson,
        video: 'https://example.org/a.mp4',
        waitingRequests: 200,
        stalledUploads: 64,
        flooding: 16,
        jobs: 200,
        largeBodies: 8,
      } satisfies AttackOrder),
    ],
    environment: {},
  });
  const answers = await keepReading(
    { origin, apiKey: other.apiKey, lesson, file, readers: 60, pauseSeconds: { least: 2, most: 4 } },
    AbortSignal.timeout(15_000),
  );
  await attack.stop();
  expect(answers.length).toBeGreaterThan(150);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const counts = JSON.parse(attack.output()) as AttackCounts;
  // It did attack: most of it was refused.
  for (const kind of ['cheap calls', 'uploads', 'large bodies'])
    expect(counts[kind]?.['429']).toBeGreaterThan(0);
});
