import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { z } from 'zod';
import { session } from '#contract/accounts.ts';
import { course, type Course } from '#contract/courses.ts';
import { lesson, type WireLesson } from '#contract/lessons.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { uploadedDocument, uploadedVideo } from '#contract/uploads.ts';

/** An answer that is not the one hoped for. A connection that breaks is fetch's own TypeError instead. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly status: number;

  constructor(status: number, body: string) {
    super(`${status}: ${body.slice(0, 500)}`);
    this.status = status;
  }
}

/** Calls Lectern as a script does: with an API key alone. */
export interface ApiClient {
  readonly origin: string;
  readonly apiKey: string;
  /** Of the registration; good for 15 minutes. */
  readonly accessToken: string;
  call<Answer>(schema: z.ZodType<Answer>, path: string, init?: RequestInit): Promise<Answer>;
  createCourse(title: string): Promise<Course>;
  uploadVideo(file: string): Promise<string>;
  uploadDocument(file: string): Promise<z.infer<typeof uploadedDocument>>;
  createLesson(input: {
    title: string;
    file: string;
    course: number;
    docsource_id?: string;
  }): Promise<WireLesson>;
  getLesson(id: number): Promise<WireLesson>;
  transcribe(lessonId: number): Promise<WireLesson>;
  generateQuestions(lessonId: number, count: number): Promise<z.infer<typeof questionSetWithQuestions>>;
  /** As {@link call}, with a JSON body. */
  send<Answer>(schema: z.ZodType<Answer>, method: string, path: string, body: unknown): Promise<Answer>;
  /** A quiz with hand-written questions, for tests without a language model. */
  writeQuiz(lessonId: number, count: number): Promise<z.infer<typeof questionSetWithQuestions>>;
}

/** A question as the editor sends it. */
export const handWritten = (text: string, evidence: { quote: string; passage_id: string } | null = null) => ({
  text,
  type: 'multiple_choice',
  blooms_taxonomy: 'remember',
  difficulty: 'easy',
  outcome: null,
  options: ['Sand', 'Clay', 'Salt'].map((option, place) => ({ text: option, is_correct: place === 0 })),
  explanation: '',
  evidence,
  key_points: [],
  rubric: null,
  written_by: 'instructor',
});

let registered = 0;

/** Registers a new account and returns a client for it. */
export async function registerClient(origin: string): Promise<ApiClient> {
  registered += 1;
  const email = `instructor-${process.pid}-${Date.now()}-${registered}@example.org`;
  const password = 'correct horse battery';
  const response = await fetch(`${origin}/api/auth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, email, password, password2: password }),
  });
  const text = await response.text();
  if (!response.ok) throw new AnswerError(response.status, text);
  const { access, api_key: apiKey } = session.parse(JSON.parse(text));
  return createClient(origin, apiKey, access);
}

export function createClient(origin: string, apiKey: string, accessToken: string): ApiClient {
  const call = async <Answer>(
    schema: z.ZodType<Answer>,
    path: string,
    init: RequestInit = {},
  ): Promise<Answer> => {
    const headers = new Headers(init.headers);
    headers.set('api-key', apiKey);
    const response = await fetch(origin + path, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new AnswerError(response.status, text);
    // A deletion answers with nothing.
    return schema.parse(text === '' ? undefined : JSON.parse(text));
  };
  const send = <Answer>(
    schema: z.ZodType<Answer>,
    method: string,
    path: string,
    body: unknown,
  ): Promise<Answer> =>
    call(schema, path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const post = <Answer>(schema: z.ZodType<Answer>, path: string, body: unknown): Promise<Answer> =>
    send(schema, 'POST', path, body);
  const upload = async <Answer>(schema: z.ZodType<Answer>, path: string, file: string): Promise<Answer> => {
    const form = new FormData();
    form.set('file', await openAsBlob(file), basename(file));
    return call(schema, path, { method: 'POST', body: form });
  };
  return {
    origin,
    apiKey,
    accessToken,
    call,
    send,
    createCourse: (title) =>
      post(course, '/api/courses/', {
        title,
        description: 'Made by a test.',
        department: 'Geography',
        outcomes: [
          { short_name: 'LO1', description: 'Say what a river carries and where it leaves it.' },
          { short_name: 'LO2', description: 'Compare two kinds of coast by how they came about.' },
          { short_name: 'LO3', description: 'Explain a map of ocean currents to a beginner.' },
        ],
      }),
    uploadVideo: async (file) => (await upload(uploadedVideo, '/ai/upload-video/', file)).file_url,
    uploadDocument: (file) => upload(uploadedDocument, '/ai/upload_doc_qagen/', file),
    createLesson: (input) => post(lesson, '/api/lessons/', { type: 'lesson', ...input }),
    getLesson: (id) => call(lesson, `/api/lessons/${id}/`),
    transcribe: (lessonId) => post(lesson, '/api/transcribe-video/', { lesson_id: lessonId }),
    generateQuestions: (lessonId, count) =>
      post(questionSetWithQuestions, '/api/question-sets/generate/', {
        lesson_id: lessonId,
        answer_style: 'multiple_choice',
        n: count,
      }),
    writeQuiz: async (lessonId, count) => {
      const { question_set: set } = await post(questionSetWithQuestions, '/api/question-sets/from_bank/', {
        lesson_id: lessonId,
        candidate_ids: [],
        name: 'Written by hand',
      });
      const questions = Array.from({ length: count }, (_, number) =>
        handWritten(`What does river ${number} carry?`),
      );
      return post(questionSetWithQuestions, `/api/question-sets/${set.id}/publish/`, {
        based_on_version: set.version,
        questions,
      });
    },
  };
}
