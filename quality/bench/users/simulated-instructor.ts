import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, fetch, FormData } from 'undici';
import { z } from 'zod';
import { session } from '#contract/accounts.ts';
import { assistantAnswer } from '#contract/assistant.ts';
import { course, courseList } from '#contract/courses.ts';
import { lesson, lessonList } from '#contract/lessons.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { uploadedDocument } from '#contract/uploads.ts';
import type { CallLog } from './call-log.ts';
import type { SeededChoice } from '#e2e/seeded-choice.ts';

/** A browser's connections to one origin. */
const CONNECTIONS = 6;
/** Access tokens last 15 minutes; a browser gets a new one a little before or after. */
const TOKEN_MILLISECONDS = 13 * 60_000;
/** So that hours of use do not grow a course without end. */
const LESSONS_KEPT = 4;
const RANGE_BYTES = 64 * 1024;

interface Call {
  readonly method?: string;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Record<string, string>;
}

interface OwnLesson {
  readonly id: number;
  readonly file: string;
  readonly documentSourceId: string;
}

/**
 * One instructor with a browser: looks through courses and lessons, reads, asks, edits, and now and then has a
 * quiz or a summary made. Every page view is the calls that the web app makes for it, side by side.
 */
export class SimulatedInstructor {
  readonly #origin: string;
  readonly #log: CallLog;
  readonly #choice: SeededChoice;
  readonly #text: string;
  readonly #agent = new Agent({ connections: CONNECTIONS, keepAliveTimeout: 30_000 });
  readonly #leaving = new AbortController();
  #access = '';
  #apiKey = '';
  #refresh = '';
  #tokenSince = 0;
  #course = 0;
  #lessons: OwnLesson[] = [];

  /** @param text the lesson that this instructor uploads; each gets the same words under titles of their own. */
  constructor(options: { origin: string; log: CallLog; choice: SeededChoice; text: string }) {
    this.#origin = options.origin;
    this.#log = options.log;
    this.#choice = options.choice;
    this.#text = options.text;
  }

  /** Registers, makes a course and uploads a first lesson. */
  async arrive(): Promise<void> {
    const email = `user-${randomUUID()}@example.org`;
    const password = 'correct horse battery';
    const answer = await this.#call('register', session, '/api/auth/register/', {
      json: { username: email, email, password, password2: password },
    });
    this.#keepTokens(answer);
    this.#apiKey = answer.api_key;
    const made = await this.#call('create course', course, '/api/courses/', {
      json: {
        title: 'A course under load',
        description: 'Made by a bench.',
        department: 'Geography',
        outcomes: [{ short_name: 'LO1', description: 'Say what the lesson says.' }],
      },
    });
    this.#course = made.id;
    await this.#addLesson();
  }

  /** Uses Lectern until told to leave. The first page comes at a random moment of the first pause. */
  async stay(pauseSeconds: { least: number; most: number }, signal: AbortSignal): Promise<void> {
    const stream = this.#followEvents();
    const spread = (share: number) =>
      (pauseSeconds.least + share * (pauseSeconds.most - pauseSeconds.least)) * 1000;
    await sleep(this.#choice.share() * pauseSeconds.most * 1000, undefined, { signal }).catch(
      () => undefined,
    );
    while (!signal.aborted) {
      try {
        if (performance.now() - this.#tokenSince > TOKEN_MILLISECONDS) await this.#renewTokens();
        await this.#doSomething();
      } catch {
        // It stands in the log of calls, as an error; a person goes on with the next page.
      }
      await sleep(spread(this.#choice.share()), undefined, { signal }).catch(() => undefined);
    }
    this.#leaving.abort();
    await stream;
    await this.#agent.destroy();
  }

  #doSomething(): Promise<unknown> {
    const own = this.#choice.oneOf(this.#lessons);
    return this.#choice.weighted([
      [40, () => this.#browseCourses()],
      [25, () => this.#openLesson(own)],
      [10, () => this.#openDashboard()],
      [8, () => this.#askAssistant()],
      [8, () => this.#editLesson(own)],
      [4, () => this.#makeQuiz(own)],
      [3, () => this.#summarise(own)],
      [2, () => this.#addLesson()],
    ])();
  }

  async #browseCourses(): Promise<void> {
    await Promise.all([
      this.#call('list courses', courseList, '/api/courses/'),
      this.#call('activity', z.unknown(), '/api/activity/'),
    ]);
    await this.#call('list lessons', lessonList, `/api/lessons/by_course/?course_id=${this.#course}`);
  }

  async #openLesson({ id, file }: OwnLesson): Promise<void> {
    await Promise.all([
      this.#call('get lesson', lesson, `/api/lessons/${id}/`),
      this.#call('list question sets', z.unknown(), `/api/question-sets/by_lesson/?lesson_id=${id}`),
      this.#call('activity', z.unknown(), '/api/activity/'),
    ]);
    await this.#call(
      'read file',
      undefined,
      new URL(file, this.#origin).pathname + new URL(file, this.#origin).search,
      {
        headers: { range: `bytes=0-${RANGE_BYTES - 1}` },
      },
    );
  }

  async #openDashboard(): Promise<void> {
    await Promise.all([
      this.#call('dashboard', z.unknown(), '/api/dashboard/'),
      this.#call('activity', z.unknown(), '/api/activity/'),
    ]);
  }

  async #askAssistant(): Promise<void> {
    const words = this.#text.split(/\s+/u).filter((word) => word.length > 5);
    const text = `What is said about ${this.#choice.oneOf(words)} and ${this.#choice.oneOf(words)}?`;
    await this.#call('ask assistant', assistantAnswer, '/api/assistant/messages/', { json: { text } });
  }

  async #editLesson({ id }: OwnLesson): Promise<void> {
    const title = `Lesson ${this.#choice.share().toFixed(4)}`;
    await this.#call('edit lesson', lesson, `/api/lessons/${id}/`, { method: 'PUT', json: { title } });
  }

  async #makeQuiz({ id }: OwnLesson): Promise<void> {
    await this.#call('job: make quiz', questionSetWithQuestions, '/api/question-sets/generate/', {
      json: { lesson_id: id, answer_style: 'multiple_choice', n: 10 },
    });
  }

  async #summarise({ id, documentSourceId }: OwnLesson): Promise<void> {
    await this.#call('job: summarise', z.unknown(), '/api/summarize-file/', {
      json: { lesson_id: id, docsource_id: documentSourceId },
    });
  }

  async #addLesson(): Promise<void> {
    const form = new FormData();
    form.set('file', new File([this.#text], 'lesson.txt', { type: 'text/plain' }));
    const { url, docsource_id: documentSourceId } = await this.#call(
      'job: upload document',
      uploadedDocument,
      '/ai/upload_doc_qagen/',
      {
        form,
      },
    );
    const { id, file } = await this.#call('create lesson', lesson, '/api/lessons/', {
      json: {
        title: 'A lesson under load',
        type: 'lesson',
        file: url,
        course: this.#course,
        docsource_id: documentSourceId,
      },
    });
    this.#lessons.push({ id, file, documentSourceId });
    const oldest = this.#lessons.length > LESSONS_KEPT ? this.#lessons.shift() : undefined;
    if (oldest !== undefined) {
      await this.#call('delete lesson', undefined, `/api/lessons/${oldest.id}/`, { method: 'DELETE' });
    }
  }

  async #renewTokens(): Promise<void> {
    const pair = z.object({ access: z.string(), refresh: z.string() });
    this.#keepTokens(
      await this.#call('refresh', pair, '/api/auth/refresh/', { json: { refresh: this.#refresh } }),
    );
  }

  #keepTokens({ access, refresh }: { access: string; refresh: string }): void {
    this.#access = access;
    this.#refresh = refresh;
    this.#tokenSince = performance.now();
  }

  /** The open page's stream of events, opened again when it ends, as EventSource does. */
  async #followEvents(): Promise<void> {
    const { signal } = this.#leaving;
    while (!signal.aborted) {
      try {
        const response = await fetch(`${this.#origin}/api/events/`, {
          dispatcher: this.#agent,
          headers: { authorization: `Bearer ${this.#access}` },
          signal,
        });
        if (response.status !== 200) this.#log.fail('events', `answered ${response.status}`);
        await response.body?.pipeTo(new WritableStream());
      } catch (error) {
        if (!isEndOfConnection(error)) this.#log.fail('events', String(error));
      }
      await sleep(3_000, undefined, { signal }).catch(() => undefined);
    }
  }

  async #call<Answer>(
    name: string,
    schema: z.ZodType<Answer> | undefined,
    path: string,
    { method, json, form, headers }: Call = {},
  ): Promise<Answer> {
    const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
    const started = performance.now();
    try {
      const response = await fetch(this.#origin + path, {
        dispatcher: this.#agent,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(this.#access === ''
            ? {}
            : { authorization: `Bearer ${this.#access}`, 'api-key': this.#apiKey }),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 300)}`);
      this.#log.add(name, performance.now() - started);
      return schema === undefined ? (undefined as Answer) : schema.parse(JSON.parse(text));
    } catch (error) {
      this.#log.fail(name, String(error));
      throw error;
    }
  }
}

/** A server may end a stream at any time, and the browser opens it again; or the person has left. */
const isEndOfConnection = (error: unknown): boolean =>
  (error instanceof DOMException && error.name === 'AbortError') ||
  (error instanceof TypeError && /terminated|fetch failed/u.test(error.message));
