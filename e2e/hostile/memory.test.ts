import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accountExport } from '#contract/account-export.ts';
import { course as courseSchema } from '#contract/courses.ts';
import { lesson as lessonSchema, lessonList, lessonText } from '#contract/lessons.ts';
import { problem } from '#contract/problem.ts';
import { searchResults } from '#contract/search.ts';
import { migrateToLatest } from '#server/platform/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { registerClient, type ApiClient } from '../api-client.ts';
import { until } from '../lectern-process.ts';
import type { ApiProcess } from '../separate-process.ts';
import { startAttackedApi } from './start-attacked-api.ts';
import { useDirectory } from '#server/testing/use-directory.ts';
import { BLANK_QUESTION } from '#server/testing/blank-question.ts';

let database: TestDatabase;
const directory = await useDirectory();
let client: Client;
let api: ApiProcess;
let origin: string;
let teacher: ApiClient;
let other: ApiClient;

beforeAll(async () => {
  database = await createTestDatabase({ migrate: migrateToLatest });
  client = new Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(async () => {
  api = await startAttackedApi(database, directory);
  ({ origin } = api);
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

test('lists sixty long lessons without reading their texts', async () => {
  const { id } = await teacher.createCourse('Sixty long lectures');
  await client.query(
    `insert into lessons (course_id, title, description, type, kind, source_url, audio_transcript, summary, summary_points)
     select $1, 'A lecture', '', 'video', 'video', 'https://example.org/a.mp4', repeat('It flows. ', 200000), '', '[]'
     from generate_series(1, 60)`,
    [id],
  );
  const list = () => teacher.call(lessonList, `/api/lessons/by_course/?course_id=${id}`);
  for (const [first] of await Promise.all([list(), list(), list(), list()]))
    expect(first?.transcript_excerpt).toHaveLength(400);
  await expectService();
});

describe('a lesson of ten million characters with 160,000 cues', () => {
  const CHARACTERS = 10_000_000;
  const CUES = 160_000;
  /** What one of the event loop's longest pauses may cost another account. */
  const LONGEST_WAIT_MILLISECONDS = 1_500;
  const CALL_EVERY_MILLISECONDS = 50;

  /** Letters of two bytes take most memory. The last passage is what is looked for. */
  async function makeVeryLongLesson(): Promise<number> {
    const { id: course } = await teacher.createCourse('A very long lecture');
    const file = 'https://example.org/lecture.mp4';
    const { id } = await teacher.createLesson({ title: 'Lecture', file, course });
    await client.query(
      `with owner as (select instructor_id from courses where id = $2),
       source as (
         insert into document_sources (id, instructor_id, plain_text, spoken)
         select 'ds_long', instructor_id, repeat('жизнь ', $3 / 6) || 'Sediment settles.', true from owner returning id),
       kept as (
         insert into passages (docsource_id, position, section, text, start_second, end_second, start_offset, end_offset)
         select 'ds_long', number, 0, case when number = 15999 then 'Sediment settles.' else repeat('жизнь ', 100) end,
           number * 10, number * 10 + 10, number * 600, number * 600 + 600
         from source, generate_series(0, 15999) as number),
       cues as (
         insert into transcriptions (id, instructor_id, lesson_id, status, progress, plain_text, cues)
         select 'vid_long', instructor_id, $1, 'done', 100, repeat('жизнь ', $3 / 6), (
           select jsonb_agg(jsonb_build_object('start_second', number, 'end_second', number + 0.75,
             'text', case when number = $4 - 1 then 'Sediment settles.' else repeat('жизнь ', 10) end))
           from generate_series(0, $4 - 1) as number)
         from owner returning id)
       update lessons set video_id = cues.id, docsource_id = source.id, audio_transcript = repeat('жизнь ', $3 / 6)
       from cues, source where lessons.id = $1::int`,
      [id, course, CHARACTERS, CUES],
    );
    return id;
  }

  /** Not parsed: that would keep this process from noticing the other answers. */
  async function read(path: string): Promise<Buffer> {
    const answer = await fetch(`${origin}${path}`, { headers: { 'api-key': teacher.apiKey } });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }
  const parse = <Answer>(schema: z.ZodType<Answer>, bytes: Buffer): Answer =>
    schema.parse(JSON.parse(bytes.toString('utf8')));

  /** Calls for the other account until `reading` ends; returns the longest time that an answer took. */
  async function callMeanwhile(reading: Promise<unknown>): Promise<number> {
    const { id: course } = await other.createCourse('Geology');
    const end = new AbortController();
    const ended = reading.finally(() => end.abort());
    let longest = 0;
    while (!end.signal.aborted) {
      const started = performance.now();
      await other.call(courseSchema, `/api/courses/${course}/`);
      longest = Math.max(longest, performance.now() - started);
      // Fewer calls than an account may make in a second.
      await delay(CALL_EVERY_MILLISECONDS);
    }
    await ended;
    return longest;
  }

  // Each call waits up to nineteen seconds for those before it (paced-work.ts).
  test('is answered completely, searched and exported, while others are served', async () => {
    const id = await makeVeryLongLesson();
    const readLessons = Promise.all([read(`/api/lessons/${id}/`), read(`/api/lessons/${id}/`)]);
    expect(await callMeanwhile(readLessons)).toBeLessThan(LONGEST_WAIT_MILLISECONDS);
    for (const answer of await readLessons) {
      const { audio_transcript: text, transcript_cues: cues } = parse(lessonSchema, answer);
      expect(text.length).toBe(Math.floor(CHARACTERS / 6) * 6);
      expect(cues).toHaveLength(CUES);
      expect(cues.at(-1)).toEqual({
        start_second: CUES - 1,
        end_second: CUES - 0.25,
        text: 'Sediment settles.',
      });
      expect(cues.every(({ start_second: second }, index) => second === index)).toBe(true);
    }
    const readText = read(`/api/lessons/${id}/text/`);
    expect(await callMeanwhile(readText)).toBeLessThan(LONGEST_WAIT_MILLISECONDS);
    const { plain_text: plainText, passages } = parse(lessonText, await readText);
    expect(plainText).toMatch(/Sediment settles\.$/u);
    expect(passages).toHaveLength(16_000);

    const search = read('/api/search/?q=sediment');
    expect(await callMeanwhile(search)).toBeLessThan(LONGEST_WAIT_MILLISECONDS);
    expect(parse(searchResults, await search).courses[0]?.lessons[0]?.hits[0]?.evidence).toMatchObject({
      start_second: CUES - 1,
    });

    const readExport = read('/api/auth/export/');
    expect(await callMeanwhile(readExport)).toBeLessThan(LONGEST_WAIT_MILLISECONDS);
    const exported = parse(accountExport, await readExport);
    expect(exported.lessons[0]?.transcript_cues).toHaveLength(CUES);
    expect(exported.transcriptions[0]?.cues).toHaveLength(CUES);
    expect(exported.documents[0]?.plain_text).toBe(plainText);
    await expectService();
  }, 180_000);
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

  /** Sends all at once. The accepted ones wait for a worker that does not exist, and are hung up on. */
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

  test('of one account, with escaped characters', async () => {
    expectRefusals(await attack(Array<ApiClient>(8).fill(teacher), body('\n')), 429);
    await expectService();
  });

  test('of eight accounts, with characters of two bytes', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => registerClient(origin)));
    expectRefusals(await attack(accounts, body('ж')), 503);
    await expectService();
  });
});

test('saves some of sixteen simultaneous drafts of a large quiz and refuses the others', async () => {
  const { id: course } = await teacher.createCourse('Rivers');
  const { id: lesson } = await teacher.createLesson({
    title: 'Rivers',
    file: 'https://example.org/lecture.mp4',
    course,
  });
  const { question_set: set } = await teacher.writeQuiz(lesson, 1);
  const euros = (characters: number): string => '€'.repeat(characters);
  const question = {
    ...BLANK_QUESTION,
    text: `Why? ${euros(900)}`,
    options: Array.from({ length: 8 }, (_, place) => ({
      text: `${place} ${euros(200)}`,
      is_correct: place === 0,
    })),
    explanation: euros(400),
  };
  const questions = Array.from({ length: 100 }, () => question);
  const body = JSON.stringify({ based_on_version: set.version, questions });
  const statuses = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const answer = await fetch(`${origin}/api/question-sets/${set.id}/draft/`, {
        method: 'PUT',
        body,
        headers: { 'api-key': teacher.apiKey, 'content-type': 'application/json' },
      });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  expect([...new Set(statuses)].toSorted()).toEqual([200, 429]);
  await expectService();
});
