import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateToLatest } from '#server/platform/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { registerClient, type ApiClient } from '../api-client.ts';
import { startProgram, type ApiProcess } from '../separate-process.ts';
import type { AttackCounts, AttackOrder } from './attack.ts';
import { keepReading } from './readers.ts';
import { startAttackedApi } from './start-attacked-api.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const VIDEO_START = Buffer.from('00000018667479706d703432000000006d70343169736f6d', 'hex');

let database: TestDatabase;
const directory = await useDirectory();
let api: ApiProcess;
let origin: string;
let attacker: ApiClient;
let other: ApiClient;

beforeAll(async () => {
  database = await createTestDatabase({ migrate: migrateToLatest });
  api = await startAttackedApi(database, directory);
  ({ origin } = api);
  attacker = await registerClient(origin);
  other = await registerClient(origin);
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

test('readers who share another account are all answered while one account attacks in every way at once', async () => {
  const path = join(directory, 'rivers.mp4');
  await writeFile(path, Buffer.concat([VIDEO_START, Buffer.alloc(100_000)]));
  const { id: course } = await other.createCourse('Rivers');
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
  const order: AttackOrder = {
    origin,
    apiKey: attacker.apiKey,
    // No worker runs, so the request waits.
    waitingCall: { path: `/api/lessons/${textLesson}/ingest/` },
    course: own.id,
    videoLesson,
    video: 'https://example.org/a.mp4',
    readPaths: [],
    largestPath: '',
    pdfFiles: [],
    times: {
      'waiting requests': 200,
      'stalled uploads': 64,
      'cheap calls': 16,
      'large bodies': 8,
      jobs: 200,
    },
  };
  const orderFile = join(directory, 'attack.json');
  await writeFile(orderFile, JSON.stringify(order));
  const attack = startProgram('e2e/hostile/attacker.child.ts', { arguments: [orderFile], environment: {} });
  const answers = await keepReading(
    {
      origin,
      accounts: [{ apiKey: other.apiKey, lesson, file }],
      readers: 60,
      pauseSeconds: { least: 2, most: 4 },
    },
    AbortSignal.timeout(20_000),
  );
  await attack.stop();
  expect(answers.length).toBeGreaterThan(75);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const counts = JSON.parse(attack.output()) as AttackCounts;
  // It did attack: most of it was refused.
  for (const kind of ['cheap calls', 'stalled uploads', 'large bodies', 'waiting requests'])
    expect(counts[kind]?.['429']).toBeGreaterThan(0);
});
