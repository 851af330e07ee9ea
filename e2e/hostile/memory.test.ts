import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { lessonList } from '../../contract/lessons.ts';
import { problem } from '../../contract/problem.ts';
import { migrateToLatest } from '../../server/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { registerClient, type ApiClient } from '../api-client.ts';
import { findFreePort, until } from '../lectern-process.ts';
import { startProgram, type SeparateProcess } from '../separate-process.ts';

/** As `npm run api` starts it. */
const HEAP = ['--max-old-space-size=160', '--max-semi-space-size=16'];
const LESSONS = 60;
const TRANSCRIPT_CHARACTERS = 2_000_000;

let database: TestDatabase;
let directory: string;
let client: Client;
let api: SeparateProcess;
let origin: string;
let teacher: ApiClient;
let other: ApiClient;

beforeAll(async () => {
  database = await createTestDatabase({ migrate: migrateToLatest });
  directory = await mkdtemp(join(tmpdir(), 'lectern-memory-'));
  client = new Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  const port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  api = startProgram('server/api.ts', {
    nodeArguments: HEAP,
    environment: {
      DATABASE_URL: database.connectionString,
      DATA_DIR: directory,
      PORT: String(port),
      OVERLOAD_DELAY_MILLISECONDS: '0',
      DRAIN_GRACE_SECONDS: '0',
      DRAIN_LIMIT_SECONDS: '1',
    },
  });
  await until(`the api is ready:\n${api.output()}`, () =>
    fetch(`${origin}/api/health/ready/`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  teacher = await registerClient(origin);
  other = await registerClient(origin);
});
afterEach(() => api.stop());

/** The process that was attacked still runs, and serves the other account. */
async function expectService(): Promise<void> {
  const made = await other.createCourse('Served all the same');
  expect(made.title).toBe('Served all the same');
  await expect(Promise.race([api.exited, Promise.resolve('runs')])).resolves.toBe('runs');
}

test('a list of sixty long lessons carries none of their texts', async () => {
  const course = await teacher.createCourse('Sixty long lectures');
  await client.query(
    `insert into lessons (course_id, title, description, type, kind, source_url, audio_transcript, summary, summary_points)
     select $1, 'Lecture ' || number, '', 'video', 'video', 'https://example.org/a.mp4',
       (select string_agg(md5(number::text || part), ' ') from generate_series(1, $3::int / 33) as part),
       repeat('It flows. ', 20000), '[]'
     from generate_series(1, $2::int) as number`,
    [course.id, LESSONS, TRANSCRIPT_CHARACTERS],
  );
  const list = () =>
    fetch(`${origin}/api/lessons/by_course/?course_id=${course.id}`, {
      headers: { 'api-key': teacher.apiKey },
    });
  const answers = await Promise.all(Array.from({ length: 4 }, list));
  for (const answer of answers) {
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text.length).toBeLessThan(LESSONS * 2_000);
    const [first] = lessonList.parse(JSON.parse(text));
    expect(first).toMatchObject({ has_transcript: true, hasSummary: true });
    expect(first?.transcript_excerpt).toHaveLength(400);
  }
  await expectService();
});

interface Refused {
  readonly status: number;
  readonly retryAfter: number;
  readonly detail: string;
}

describe('eight parallel transcripts of 20 MB', () => {
  const body = (letter: string) => JSON.stringify({ text: letter.repeat(10 * 1024 * 1024 - 1) });

  async function makeVideo(owner: ApiClient): Promise<number> {
    const course = await owner.createCourse('A long lecture');
    const file = 'https://example.org/lecture.mp4';
    return (await owner.createLesson({ title: 'Lecture', file, course: course.id })).id;
  }

  /** Sends all at once. Those that are accepted wait for a worker, and there is none: they are hung up on. */
  async function attack(accounts: readonly ApiClient[], text: string): Promise<(Refused | 'accepted')[]> {
    const hangUp = new AbortController();
    const lessons = await Promise.all(accounts.map(makeVideo));
    let answered = 0;
    const sent = accounts.map(({ apiKey }, index) =>
      fetch(`${origin}/api/lessons/${lessons[index] ?? 0}/transcript/`, {
        method: 'PUT',
        body: text,
        headers: { 'api-key': apiKey, 'content-type': 'application/json' },
        signal: hangUp.signal,
      }).then(
        async (answer) => {
          const { status, headers } = answer;
          const { detail } = problem.parse(await answer.json());
          answered += 1;
          return { status, retryAfter: Number(headers.get('retry-after')), detail };
        },
        (error: unknown) => {
          if (hangUp.signal.aborted) return 'accepted' as const;
          throw error;
        },
      ),
    );
    await until('the accepted transcripts are stored', async () => {
      const { rows } = await client.query(
        `select count(*)::int as count from transcriptions where lesson_id = any($1) and status = 'queued'`,
        [lessons],
      );
      const stored = z.object({ count: z.int() }).parse(rows[0]).count;
      return stored > 0 && answered + stored === sent.length;
    });
    hangUp.abort();
    return Promise.all(sent);
  }

  function expectRefusals(answers: readonly (Refused | 'accepted')[], status: number): void {
    const refused = answers.filter((answer) => answer !== 'accepted');
    expect(refused.length).toBeGreaterThan(0);
    expect(answers).toContain('accepted');
    for (const answer of refused) {
      expect(answer.status).toBe(status);
      expect(answer.retryAfter).toBeGreaterThan(0);
      expect(answer.detail).toMatch(/This one was not saved; send it again/u);
    }
  }

  test.each([
    ['escaped', '\n'],
    ['two bytes a letter', 'ж'],
  ])('of one account, %s', async (_name, letter) => {
    expectRefusals(await attack(Array<ApiClient>(8).fill(teacher), body(letter)), 429);
    await expectService();
  });

  test('of eight accounts', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => registerClient(origin)));
    expectRefusals(await attack(accounts, body('ж')), 503);
    await expectService();
  });
});
