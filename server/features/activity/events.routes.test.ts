import { expect, test } from 'vitest';
import { lessonEvent, type LessonEvent } from '#contract/events.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { eventually, startTestApplication } from '#server/testing/test-application.ts';
import { Answer, type TestInstructor } from '#server/testing/test-instructor.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const clock = new ManualClock(new Date());
const application = await useTestApplication({
  clock,
  variables: { CORS_ORIGINS: 'https://lectern.example' },
});

/** An open stream, of which a test reads as much as it wants. */
class Listener {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #text = '';

  constructor(response: Response) {
    this.response = response;
    this.#reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async open(instructor: TestInstructor, origin = application.origin): Promise<Listener> {
    const headers = { ...instructor.headers, origin: 'https://lectern.example' };
    const listener = new Listener(await fetch(`${origin}/api/events/`, { headers }));
    if (listener.response.status === 200) await listener.readUntil(': connected\n\n');
    return listener;
  }

  /** Reads until the text occurs; undefined when the stream ends before. */
  async readUntil(text: string): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf(text);
      if (end >= 0) {
        const read = this.#text.slice(0, end + text.length);
        this.#text = this.#text.slice(end + text.length);
        return read;
      }
      const { value, done } = await this.#reader.read();
      if (done) return undefined;
      this.#text += value;
    }
  }

  async readEvent(): Promise<LessonEvent | undefined> {
    const text = await this.readUntil('\n\n');
    if (text === undefined) return undefined;
    const [, name, data] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(text) ?? [];
    expect(name).toBe('lesson');
    return lessonEvent.parse(JSON.parse(data ?? ''));
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}

const eventOf = (lessonId: number, progress: number): LessonEvent => ({
  type: 'lesson',
  lesson_id: lessonId,
  course_id: 1,
  work: 'transcription',
  status: 'running',
  progress,
  message: 'Zeile 1\nline “two” 🎬',
  message_coded: null,
});
const say = (instructor: TestInstructor, event: LessonEvent): Promise<void> =>
  announce(application.dependencies.database, { kind: 'lesson', instructorId: instructor.id, event });

test('what one process announces is heard at another, by its owner only', async () => {
  const second = await application.startAnother();
  const [owner, stranger] = await Promise.all([application.register(), application.register()]);
  const here = await Listener.open(owner);
  const there = await Listener.open(owner, second.origin);
  const foreign = await Listener.open(stranger, second.origin);
  expect(Object.fromEntries(here.response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': 'https://lectern.example',
  });
  await say(owner, eventOf(1, 10));
  await say(owner, eventOf(1, 20));
  await say(stranger, eventOf(2, 30));
  for (const listener of [here, there]) {
    expect(await listener.readEvent()).toEqual(eventOf(1, 10));
    expect(await listener.readEvent()).toEqual(eventOf(1, 20));
  }
  // The stranger's own event is the first that the stranger hears.
  expect(await foreign.readEvent()).toEqual(eventOf(2, 30));
  await Promise.all([here.close(), there.close(), foreign.close()]);
  await second.close();
});

test('a rolled-back transaction announces nothing', async () => {
  const owner = await application.register();
  const listener = await Listener.open(owner);
  const { database } = application.dependencies;
  const failed = database.transaction().execute(async (transaction) => {
    await announce(transaction, { kind: 'lesson', instructorId: owner.id, event: eventOf(1, 10) });
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  await say(owner, eventOf(1, 20));
  expect(await listener.readEvent()).toEqual(eventOf(1, 20));
  await listener.close();
});

test('one person may listen from 20 pages; one that closes makes room', async () => {
  const owner = await application.register();
  const open = await Promise.all(Array.from({ length: 20 }, () => Listener.open(owner)));
  const refused = await fetch(`${application.origin}/api/events/`, { headers: owner.headers });
  const problem = new Answer('GET /api/events/', refused, await refused.text()).readProblem(429);
  expect([problem.code, refused.headers.get('retry-after')]).toEqual(['too_many_requests', '30']);
  await open.pop()?.close();
  for (;;) {
    const next = await Listener.open(owner);
    if (next.response.status === 200) {
      open.push(next);
      break;
    }
    await next.close();
  }
  await say(owner, eventOf(1, 50));
  for (const listener of open) expect(await listener.readEvent()).toEqual(eventOf(1, 50));
  await Promise.all(open.map((listener) => listener.close()));
});

test('reconnects a broken listening connection, and makes pages reload', async () => {
  const owner = await application.register();
  const listener = await Listener.open(owner);
  const { database } = application.dependencies;
  const { sql } = await import('kysely');
  const broken = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'lectern-events' and datname = current_database()`.execute(database);
  expect(broken.rows.length).toBeGreaterThan(0);
  await eventually('the bus to notice', () =>
    application.log.some(({ msg }) => msg === 'The event connection broke.') ? true : undefined,
  );
  expect(await listener.readUntil('\n\n')).toBe('event: gap\ndata: {}\n\n');
  await say(owner, eventOf(1, 60));
  expect(await listener.readEvent()).toEqual(eventOf(1, 60));
  await listener.close();
});

test('a stream sends a heartbeat every quarter of a minute', async () => {
  const listener = await Listener.open(await application.register());
  await clock.advance(15_000);
  expect(await listener.readUntil('\n\n')).toBe(': still here\n\n');
  await listener.close();
});

test('a server that stops ends the streams', async () => {
  const stopping = await startTestApplication();
  const owner = await stopping.register();
  const listener = await Listener.open(owner, stopping.origin);
  await stopping.close();
  expect(await listener.readUntil('never')).toBeUndefined();
});

test('a stream ends when its account is disabled or its session expires, also without an announcement', async () => {
  const [disabled, expired, other] = [
    await application.register(),
    await application.register(),
    await application.register(),
  ];
  const [first, second, third] = [
    await Listener.open(disabled),
    await Listener.open(expired),
    await Listener.open(other),
  ];
  const { database } = application.dependencies;
  await database.updateTable('users').set({ is_active: false }).where('id', '=', disabled.id).execute();
  const past = new Date(Date.now() - 1_000);
  await database
    .updateTable('sessions')
    .set({ expires_at: past })
    .where('user_id', '=', expired.id)
    .execute();
  await clock.advance(10_000);
  expect(await first.readUntil('event: never')).toBeUndefined();
  expect(await second.readUntil('event: never')).toBeUndefined();
  await say(other, eventOf(7, 1));
  expect((await third.readEvent())?.lesson_id).toBe(7);
  await third.close();
});
