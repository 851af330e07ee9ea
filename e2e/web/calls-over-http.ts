import { inject } from 'vitest';
import type { z } from 'zod';
import type { Session } from '#contract/accounts.ts';
import { course, type Course } from '#contract/courses.ts';
import { lesson, type WireLesson } from '#contract/lessons.ts';
import { uploadedDocument } from '#contract/uploads.ts';

type Owner = Pick<Session, 'api_key'>;

/** Long enough for a summary and a quiz. */
export const RIVER_TEXT = `Rivers carry sand and gravel from the mountains to the sea. A river that runs fast carries \
coarse gravel, while a slow river carries fine mud only.

Where a river reaches the sea it slows down and drops what it carries. The land that grows there is called a delta. \
The delta of the Nile is one of the largest deltas of the world.`;

/** Calls the server as another tab or a script of the same user would. */
export async function call(
  owner: Owner,
  method: string,
  path: string,
  body?: Record<string, unknown> | FormData,
): Promise<unknown> {
  const isForm = body instanceof FormData;
  const response = await fetch(inject('origin') + path, {
    method,
    headers: {
      'api-key': owner.api_key,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

export async function makeCourse(owner: Owner, title: string): Promise<Course> {
  const body = { title, description: 'What rivers carry, and where.', department: 'Geography', outcomes: [] };
  return course.parse(await call(owner, 'POST', '/api/courses/', body));
}

async function makeLesson(
  owner: Owner,
  body: Partial<Record<keyof z.infer<typeof lesson>, unknown>>,
): Promise<WireLesson> {
  return lesson.parse(await call(owner, 'POST', '/api/lessons/', { type: 'lesson', ...body }));
}

/** Without a language model no question can be written from the three sentences that it has unless another text is given. */
export async function makeTextLesson(
  owner: Owner,
  courseId: number,
  title: string,
  text = RIVER_TEXT,
): Promise<WireLesson> {
  const form = new FormData();
  form.set('file', new File([text], 'rivers.txt', { type: 'text/plain' }));
  const { url, docsource_id: documentSourceId } = uploadedDocument.parse(
    await call(owner, 'POST', '/ai/upload_doc_qagen/', form),
  );
  return makeLesson(owner, { title, file: url, course: courseId, docsource_id: documentSourceId });
}

/** A lesson that links to a document, unless another address is given, that Lectern has not read. */
export const makeUnreadLesson = (
  owner: Owner,
  courseId: number,
  title: string,
  file = 'https://example.org/reader.pdf',
): Promise<WireLesson> => makeLesson(owner, { title, file, course: courseId });
