import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { fromWire, toWire } from '#contract/wire-names.ts';
import { session, type Session } from '#contract/accounts.ts';
import { course, courseList, type Course, type CourseRequest } from '#contract/courses.ts';
import { health, type Health } from '#contract/health.ts';
import { lesson, lessonList, type Lesson, type LessonListItem } from '#contract/lessons.ts';
import { problem, type Problem } from '#contract/problem.ts';
import { questionBank, type QuestionBankState } from '#contract/question-bank.ts';
import {
  questionSet,
  questionSetList,
  questionSetWithQuestions,
  type QuestionSet,
  type QuestionSetWithQuestions,
} from '#contract/quizzes.ts';
import { transcriptionState, type TranscriptionState } from '#contract/transcripts.ts';
import { uploadedDocument, uploadedVideo } from '#contract/uploads.ts';

/** Lectern refused a call; the message is what it said. */
export class LecternRefusedError extends Error {
  override readonly name = 'LecternRefusedError';
  readonly problem: Problem | undefined;

  constructor(message: string, refusal?: Problem) {
    super(message);
    this.problem = refusal;
  }
}

interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object | FormData;
}

/** Speaks to Lectern over HTTP as any client does, and checks the responses against the contract. */
export class LecternClient {
  readonly #origin: string;
  readonly #signal: AbortSignal;
  #apiKey: string | undefined;

  constructor(origin: string, signal: AbortSignal) {
    this.#origin = origin;
    this.#signal = signal;
  }

  /** Lectern's state, or undefined while nothing answers. */
  async findHealth(): Promise<Health | undefined> {
    try {
      const response = await fetch(`${this.#origin}/api/health/`, { signal: this.#signal });
      return health.safeParse(await response.json()).data;
    } catch (error) {
      this.#signal.throwIfAborted();
      // Nothing listens yet, or another program does and does not speak JSON.
      if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** Calls made later act for this account, by its key: a script needs no token that ends after 15 minutes. */
  async logIn(email: string, password: string): Promise<Session> {
    return this.#keep(await this.#call(session, { path: '/api/auth/login/', body: { email, password } }));
  }

  async register(email: string, password: string, name: string): Promise<Session> {
    const body = { username: email, email, password, password2: password, name };
    return this.#keep(await this.#call(session, { path: '/api/auth/register/', body }));
  }

  listCourses(): Promise<Course[]> {
    return this.#call(courseList, { method: 'GET', path: '/api/courses/' });
  }

  createCourse(body: CourseRequest): Promise<Course> {
    return this.#call(course, { path: '/api/courses/', body });
  }

  deleteCourse(id: number): Promise<null> {
    return this.#call(z.null(), { method: 'DELETE', path: `/api/courses/${id}/` });
  }

  async listLessons(courseId: number): Promise<LessonListItem[]> {
    const path = `/api/lessons/by_course/?course_id=${courseId}`;
    return (await this.#call(lessonList, { method: 'GET', path })).map(fromWire);
  }

  getLesson(id: number): Promise<Lesson> {
    return this.#callForLesson({ method: 'GET', path: `/api/lessons/${id}/` });
  }

  createLesson(body: {
    title: string;
    description: string;
    file: string;
    course: number;
    document_source_id?: string;
  }): Promise<Lesson> {
    return this.#callForLesson({ path: '/api/lessons/', body: toWire({ type: 'lesson', ...body }) });
  }

  /** Streams the file from the disk. Returns its address in Lectern. */
  async uploadVideo(path: string): Promise<{ file: string }> {
    const { file_url: file } = await this.#call(uploadedVideo, {
      path: '/ai/upload-video/',
      body: await formWithFile(path, 'video/mp4'),
    });
    return { file };
  }

  async uploadDocument(path: string, type: string): Promise<{ file: string; document_source_id: string }> {
    const { url, docsource_id: documentSourceId } = await this.#call(uploadedDocument, {
      path: '/ai/upload_doc_qagen/',
      body: await formWithFile(path, type),
    });
    return { file: url, document_source_id: documentSourceId };
  }

  startTranscription(lessonId: number): Promise<Lesson> {
    return this.#callForLesson({ path: '/api/transcribe-video/', body: { lesson_id: lessonId } });
  }

  async checkTranscription(lessonId: number): Promise<TranscriptionState> {
    const path = `/api/transcribe-video/check-by-lesson/?lesson_id=${lessonId}`;
    return fromWire(await this.#call(transcriptionState, { method: 'GET', path }));
  }

  summarizeVideo(lessonId: number): Promise<Lesson> {
    return this.#callForLesson({ path: '/api/summarize-video/', body: { lesson_id: lessonId } });
  }

  summarizeFile(lessonId: number, documentSourceId: string): Promise<Lesson> {
    const body = { lesson_id: lessonId, docsource_id: documentSourceId };
    return this.#callForLesson({ path: '/api/summarize-file/', body });
  }

  /** How far the questions are that Lectern prepares for a lesson in the background. */
  async getQuestionBankState(lessonId: number): Promise<QuestionBankState> {
    const { bank } = await this.#call(questionBank, {
      method: 'GET',
      path: `/api/lessons/${lessonId}/question-bank/`,
    });
    return bank;
  }

  generateQuestions(lessonId: number, count: number): Promise<QuestionSetWithQuestions> {
    const body = { lesson_id: lessonId, answer_style: 'multiple_choice', n: count };
    return this.#call(questionSetWithQuestions, { path: '/api/question-sets/generate/', body });
  }

  saveQuestionSet(id: number, name: string): Promise<QuestionSet> {
    const saved = z.union([questionSet, questionSetWithQuestions.transform((set) => set.question_set)]);
    return this.#call(saved, { path: '/api/question-sets/save/', body: { question_set_id: id, name } });
  }

  listSavedQuestionSets(lessonId: number): Promise<QuestionSet[]> {
    const path = `/api/question-sets/by_lesson/?lesson_id=${lessonId}`;
    return this.#call(questionSetList, { method: 'GET', path });
  }

  getQuestionSet(id: number): Promise<QuestionSetWithQuestions> {
    const path = `/api/question-sets/by_question_set/?question_set_id=${id}`;
    return this.#call(questionSetWithQuestions, { method: 'GET', path });
  }

  #keep(opened: Session): Session {
    this.#apiKey = opened.api_key;
    return opened;
  }

  async #callForLesson(call: Call): Promise<Lesson> {
    return fromWire(await this.#call(lesson, call));
  }

  async #call<Answer>(schema: z.ZodType<Answer>, { method = 'POST', path, body }: Call): Promise<Answer> {
    const headers = new Headers();
    if (this.#apiKey !== undefined) headers.set('api-key', this.#apiKey);
    if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json');
    const response = await fetch(this.#origin + path, {
      method,
      headers,
      signal: this.#signal,
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: unknown = text === '' ? null : JSON.parse(text);
    if (response.ok) return schema.parse(answer);
    const refusal = problem.safeParse(answer).data;
    throw new LecternRefusedError(
      refusal?.detail ?? `${method} ${path} answered ${response.status}.`,
      refusal,
    );
  }
}

async function formWithFile(path: string, type: string): Promise<FormData> {
  const form = new FormData();
  form.append('file', await openAsBlob(path, { type }), basename(path));
  return form;
}
