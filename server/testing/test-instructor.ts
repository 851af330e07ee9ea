import type { z } from 'zod';
import type { Session } from '#contract/accounts.ts';
import { course, type Course } from '#contract/courses.ts';
import { lesson, type WireLesson, type WireLessonRequest } from '#contract/lessons.ts';
import { problem, type Problem } from '#contract/problem.ts';
import { uploadedDocument, uploadedVideo } from '#contract/uploads.ts';

/** Of an answer that a test did not expect. */
const SHOWN_CHARACTERS = 2_000;

/** An HTTP answer, read whole. */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly #request: string;

  constructor(request: string, response: Response, text: string) {
    this.#request = request;
    this.status = response.status;
    this.headers = response.headers;
    this.text = text;
  }

  /** The body, after checking the status and that it is exactly what the contract says. */
  read<Body>(status: number, schema: z.ZodType<Body>): Body {
    this.#expectStatus(status);
    return schema.parse(JSON.parse(this.text));
  }

  /** The problem that the answer must be: its type, its status and its request id are checked. */
  readProblem(status: number): Problem {
    this.#expectStatus(status);
    const type = this.headers.get('content-type') ?? '';
    if (!type.startsWith('application/problem+json')) {
      throw new Error(`${this.#request} answered ${type} instead of a problem: ${this.text}`);
    }
    const body = problem.strict().parse(JSON.parse(this.text));
    if (body.status !== status) throw new Error(`${this.#request}: the problem says ${body.status}`);
    if (body.request_id !== this.headers.get('x-request-id')) {
      throw new Error(`${this.#request}: request_id is not x-request-id`);
    }
    return body;
  }

  #expectStatus(status: number): void {
    if (this.status !== status) {
      throw new Error(
        `${this.#request} answered ${this.status}, not ${status}: ${this.text.slice(0, SHOWN_CHARACTERS)}`,
      );
    }
  }
}

export interface CallOptions {
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: FormData | string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** Makes one call. The path may be a whole URL. */
export async function call(
  origin: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const headers = new Headers(options.headers);
  if (options.json !== undefined) headers.set('content-type', 'application/json');
  const body = options.json === undefined ? options.body : JSON.stringify(options.json);
  const response = await fetch(new URL(path, origin), {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return new Answer(`${method} ${path}`, response, await response.text());
}

/** A form with one part, as a browser sends it. */
export function fileForm(content: Uint8Array | string, name: string, field = 'file'): FormData {
  const form = new FormData();
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  form.append(field, new Blob([bytes]), name);
  return form;
}

/** A signed-in instructor who sends the bearer token and the API key with every call, as the web app does. */
export class TestInstructor {
  readonly origin: string;
  readonly session: Session;

  constructor(origin: string, session: Session) {
    this.origin = origin;
    this.session = session;
  }

  get id(): number {
    return this.session.instructor_id;
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.session.access}`, 'api-key': this.session.api_key };
  }

  call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    return call(this.origin, method, path, { ...options, headers: { ...this.headers, ...options.headers } });
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  post(path: string, json: unknown = {}): Promise<Answer> {
    return this.call('POST', path, { json });
  }

  uploadVideo(content: Uint8Array | string, name = 'lecture.mp4'): Promise<Answer> {
    return this.call('POST', '/ai/upload-video/', { body: fileForm(content, name) });
  }

  uploadDocument(content: Uint8Array | string, name: string): Promise<Answer> {
    return this.call('POST', '/ai/upload_doc_qagen/', { body: fileForm(content, name) });
  }

  async makeCourse(details: Record<string, unknown> = {}): Promise<Course> {
    const answer = await this.post('/api/courses/', {
      title: 'Cell biology',
      description: 'How cells live.',
      department: 'Biology',
      instructor_id: this.id,
      ...details,
    });
    return answer.read(201, course);
  }

  async makeLesson(details: Partial<WireLessonRequest> & { file: string }): Promise<WireLesson> {
    const answer = await this.post('/api/lessons/', {
      title: 'A lesson',
      type: 'lesson',
      audio_transcript: '',
      summary: '',
      ...details,
      course: details.course ?? (await this.makeCourse()).id,
    });
    return answer.read(201, lesson);
  }

  /** Uploads a text and makes a lesson of it, ready for summaries and quizzes. */
  async makeTextLesson(text: string, courseId?: number): Promise<WireLesson> {
    const { url, docsource_id: documentSourceId } = (await this.uploadDocument(text, 'lesson.txt')).read(
      200,
      uploadedDocument,
    );
    return this.makeLesson({
      file: url,
      docsource_id: documentSourceId,
      ...(courseId === undefined ? {} : { course: courseId }),
    });
  }

  async makeVideoLesson(video: Uint8Array): Promise<WireLesson> {
    const { file_url: file } = (await this.uploadVideo(video)).read(200, uploadedVideo);
    return this.makeLesson({ file });
  }

  /** Deletes a course or a lesson, and then from the trash. */
  async deleteForGood(kind: 'course' | 'lesson', id: number): Promise<void> {
    for (const path of [`/api/${kind}s/${id}/`, `/api/trash/${kind}s/${id}/`]) {
      const answer = await this.call('DELETE', path);
      if (answer.status !== 204) answer.readProblem(204);
    }
  }

  async readLesson(id: number): Promise<WireLesson> {
    return (await this.get(`/api/lessons/${id}/`)).read(200, lesson);
  }
}
