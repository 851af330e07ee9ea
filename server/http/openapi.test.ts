import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversation } from '../../contract/assistant.ts';
import { PROBLEM_STATUS } from '../../contract/problem.ts';
import { startTestApplication, type TestApplication } from '../testing/test-application.ts';
import type { CallOptions, TestInstructor } from '../testing/test-instructor.ts';

let application: TestApplication;
let owner: TestInstructor;
let stranger: TestInstructor;
let ids: { course: number; lesson: number; questionSet: number; conversation: number; upload: string };
beforeAll(async () => {
  application = await startTestApplication();
  [owner, stranger] = await Promise.all([application.register(), application.register()]);
  const lesson = await owner.makeLesson({ file: 'https://example.org/lecture.mp4' });
  const { id: questionSet } = await application.dependencies.database
    .insertInto('question_sets')
    .values({
      lesson_id: lesson.id,
      job_id: null,
      name: 'Mine',
      answer_style: 'essay',
      shortfall: 'null',
      saved_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const begun = await owner.post('/api/assistant/conversations/', { title: 'Mine' });
  const { id: conversationId } = begun.read(201, conversation);
  const uploading = await owner.call('POST', '/ai/uploads/', {
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': `filename ${Buffer.from('mine.mp4').toString('base64')}`,
    },
  });
  const upload = uploading.headers.get('location')?.split('/').at(-2) ?? '';
  ids = { course: lesson.course, lesson: lesson.id, questionSet, conversation: conversationId, upload };
});
afterAll(() => application.close());

/**
 * Who may call each route, and how somebody who is signed in asks for another's object there. A route that is
 * missing here fails the tests: whoever adds one must say who may use it.
 */
type Expectation =
  | 'public'
  /** Holds nothing of anybody, or only one's own. */
  | 'own'
  | (() => { path: string } & CallOptions);
const EXPECTATIONS: Record<string, Expectation> = {
  'GET /': 'public',
  'GET /api/health/': 'public',
  'GET /api/health/live/': 'public',
  'GET /api/health/ready/': 'public',
  'GET /metrics': 'public',
  'GET /api/openapi.json': 'public',
  'POST /api/auth/register/': 'public',
  'POST /api/auth/login/': 'public',
  'POST /api/auth/refresh/': 'public',
  'POST /api/auth/logout/': 'public',
  'GET /api/auth/sessions/': 'own',
  'DELETE /api/auth/sessions/': 'own',
  'DELETE /api/auth/sessions/:id/': 'own',
  'POST /api/auth/password/': 'own',
  'POST /api/auth/api-key/': 'own',
  'DELETE /api/auth/account/': 'own',
  'GET /api/auth/export/': 'own',
  'GET /files/*': 'public',
  'GET /api/events/': 'own',
  'GET /api/courses/': 'own',
  'POST /api/courses/': 'own',
  'GET /api/courses/:id/': () => ({ path: `/api/courses/${ids.course}/` }),
  'PUT /api/courses/:id/': () => ({
    path: `/api/courses/${ids.course}/`,
    json: { title: 'Stolen', description: 'x', department: 'x' },
  }),
  'DELETE /api/courses/:id/': () => ({ path: `/api/courses/${ids.course}/` }),
  'PUT /api/courses/:id/pin/': () => ({ path: `/api/courses/${ids.course}/pin/` }),
  'DELETE /api/courses/:id/pin/': () => ({ path: `/api/courses/${ids.course}/pin/` }),
  'GET /api/dashboard/': 'own',
  'GET /api/activity/': 'own',
  'GET /api/assistant/conversations/': 'own',
  'POST /api/assistant/conversations/': 'own',
  'POST /api/assistant/messages/': () => ({
    path: '/api/assistant/messages/',
    json: { text: 'What is mine?', conversation_id: ids.conversation },
  }),
  'GET /api/assistant/conversations/:id/': () => ({
    path: `/api/assistant/conversations/${ids.conversation}/`,
  }),
  'DELETE /api/assistant/conversations/:id/': () => ({
    path: `/api/assistant/conversations/${ids.conversation}/`,
  }),
  'GET /api/lessons/by_course/': () => ({ path: `/api/lessons/by_course/?course_id=${ids.course}` }),
  'POST /api/lessons/': () => ({
    path: '/api/lessons/',
    json: { title: 'x', type: 'lesson', file: 'https://example.org/a.pdf', course: ids.course },
  }),
  'GET /api/lessons/:id/': () => ({ path: `/api/lessons/${ids.lesson}/` }),
  'PUT /api/lessons/:id/': () => ({ path: `/api/lessons/${ids.lesson}/`, json: { title: 'Stolen' } }),
  'DELETE /api/lessons/:id/': () => ({ path: `/api/lessons/${ids.lesson}/` }),
  'GET /api/lessons/:id/text/': () => ({ path: `/api/lessons/${ids.lesson}/text/` }),
  'POST /api/lessons/:id/ingest/': () => ({ path: `/api/lessons/${ids.lesson}/ingest/` }),
  'PUT /api/lessons/:id/transcript/': () => ({
    path: `/api/lessons/${ids.lesson}/transcript/`,
    json: { text: 'Mine now.' },
  }),
  'POST /api/transcribe-video/': () => ({ path: '/api/transcribe-video/', json: { lesson_id: ids.lesson } }),
  'POST /api/transcribe/': () => ({ path: '/api/transcribe/', json: { lesson_id: ids.lesson } }),
  'POST /api/transcribe/create': 'own',
  'POST /api/transcribe/retrieve': () => ({
    path: '/api/transcribe/retrieve',
    json: { video_id: 'vid_unknown', access_token: 'unknown' },
  }),
  'GET /api/transcribe-video/check-by-lesson/': () => ({
    path: `/api/transcribe-video/check-by-lesson/?lesson_id=${ids.lesson}`,
  }),
  'POST /api/summarize-video/': () => ({ path: '/api/summarize-video/', json: { lesson_id: ids.lesson } }),
  'POST /api/summarize-file/': () => ({
    path: '/api/summarize-file/',
    json: { lesson_id: ids.lesson, docsource_id: 'ds_unknown' },
  }),
  'POST /api/question-sets/generate/': () => ({
    path: '/api/question-sets/generate/',
    json: { lesson_id: ids.lesson, answer_style: 'essay', n: 1 },
  }),
  'POST /api/question-sets/generate_blooms/': () => ({
    path: '/api/question-sets/generate_blooms/',
    json: { lesson_id: ids.lesson },
  }),
  'POST /api/question-sets/save/': () => ({
    path: '/api/question-sets/save/',
    json: { question_set_id: ids.questionSet, name: 'Stolen' },
  }),
  'GET /api/question-sets/': () => ({ path: `/api/question-sets/?course_id=${ids.course}` }),
  'GET /api/question-sets/by_lesson/': () => ({
    path: `/api/question-sets/by_lesson/?lesson_id=${ids.lesson}`,
  }),
  'GET /api/question-sets/by_question_set/': () => ({
    path: `/api/question-sets/by_question_set/?question_set_id=${ids.questionSet}`,
  }),
  'PATCH /api/question-sets/:id/': () => ({
    path: `/api/question-sets/${ids.questionSet}/`,
    json: { name: 'Stolen' },
  }),
  'DELETE /api/question-sets/:id/': () => ({ path: `/api/question-sets/${ids.questionSet}/` }),
  'GET /api/question-sets/:id/draft/': () => ({ path: `/api/question-sets/${ids.questionSet}/draft/` }),
  'PUT /api/question-sets/:id/draft/': () => ({
    path: `/api/question-sets/${ids.questionSet}/draft/`,
    json: { based_on_version: 1, questions: [] },
  }),
  'DELETE /api/question-sets/:id/draft/': () => ({ path: `/api/question-sets/${ids.questionSet}/draft/` }),
  'POST /api/question-sets/:id/publish/': () => ({
    path: `/api/question-sets/${ids.questionSet}/publish/`,
    json: { based_on_version: 1, questions: [] },
  }),
  'POST /api/question-sets/:id/regenerate/': () => ({
    path: `/api/question-sets/${ids.questionSet}/regenerate/`,
    json: { avoid: [] },
  }),
  'GET /api/question-sets/:id/versions/': () => ({ path: `/api/question-sets/${ids.questionSet}/versions/` }),
  'GET /api/question-sets/:id/versions/:version/': () => ({
    path: `/api/question-sets/${ids.questionSet}/versions/1/`,
  }),
  'GET /api/question-sets/:id/coverage/': () => ({ path: `/api/question-sets/${ids.questionSet}/coverage/` }),
  'POST /ai/upload-video/': 'own',
  'POST /ai/upload_doc_qagen/': 'own',
  'POST /ai/uploads/': 'own',
  'PATCH /ai/uploads/:id/': () => ({
    path: `/ai/uploads/${ids.upload}/`,
    body: 'stolen',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
  }),
  'DELETE /ai/uploads/:id/': () => ({
    path: `/ai/uploads/${ids.upload}/`,
    headers: { 'tus-resumable': '1.0.0' },
  }),
  'POST /ai/uploads/:id/finish/': () => ({ path: `/ai/uploads/${ids.upload}/finish/` }),
};

/** Every route of the application but the documentation's own, and what Fastify adds (HEAD, OPTIONS). */
const listRoutes = (): string[] =>
  application.routes
    .filter(({ url }) => !url.startsWith('/api/docs'))
    .flatMap(({ method, url }) => [method].flat().map((each) => `${each} ${url}`))
    .filter((route) => !/^(HEAD|OPTIONS) /.test(route));

test('every route is expected, and every expected route exists', () => {
  expect(listRoutes().sort()).toEqual(Object.keys(EXPECTATIONS).sort());
});

test('nobody who is not signed in reaches anything but the public routes', async () => {
  for (const route of listRoutes()) {
    const [method = '', url = ''] = route.split(' ');
    const path = url.replaceAll(/:\w+/g, String(ids.course)).replace('*', 'i1/a.mp4');
    for (const headers of [{}, { 'api-key': 'placeholder-api-key' }, { 'api-key': 'lk_wrong' }]) {
      const { status } = await application.call(method, path, { headers });
      if (EXPECTATIONS[route] === 'public') expect([route, status]).not.toEqual([route, 401]);
      else expect([route, status]).toEqual([route, 401]);
    }
  }
});

test('another’s objects are not there, and stay as they were', async () => {
  const before = await owner.get(`/api/courses/${ids.course}/`);
  for (const [route, expectation] of Object.entries(EXPECTATIONS)) {
    if (typeof expectation === 'string') continue;
    const { path, ...options } = expectation();
    const answer = await stranger.call(route.split(' ')[0] ?? '', path, options);
    expect([route, answer.readProblem(404).code]).toEqual([route, 'not_found']);
  }
  expect((await owner.get(`/api/courses/${ids.course}/`)).text).toBe(before.text);
  expect((await owner.get(`/api/lessons/${ids.lesson}/`)).status).toBe(200);
  const sets = await owner.get(`/api/question-sets/by_question_set/?question_set_id=${ids.questionSet}`);
  expect(sets.text).toContain('"name":"Mine"');
});

interface Operation {
  summary?: string;
  security?: object[];
  requestBody?: object;
  responses: Record<string, { description?: string; content?: Record<string, { schema?: object }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

describe('the OpenAPI document', () => {
  let document: Document;
  let operations: [string, Operation][];
  beforeAll(async () => {
    const answer = await application.call('GET', '/api/openapi.json');
    expect(answer.status).toBe(200);
    document = JSON.parse(answer.text) as Document;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );
  });

  test('is valid', async () => {
    const { Validator } = await import('@seriousme/openapi-schema-validator');
    const result = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    );
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  test('names every route with its methods', () => {
    const named = operations.map(([name]) => name).filter((name) => !name.startsWith('HEAD '));
    const expected = listRoutes()
      .filter((route) => !['GET /', 'GET /api/openapi.json'].includes(route))
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{*}'));
    expect(named.sort()).toEqual(expected.sort());
  });

  test('gives every call a summary, an answer and its problems', () => {
    for (const [name, operation] of operations) {
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/^[A-Z]/)]);
      const statuses = Object.keys(operation.responses);
      expect([name, statuses.some((status) => status.startsWith('2'))]).toEqual([name, true]);
      for (const [status, response] of Object.entries(operation.responses)) {
        expect([name, status, response.description?.length]).not.toEqual([name, status, 0]);
        if (Number(status) < 400 || name === 'GET /api/health/') continue;
        const types = Object.keys(response.content ?? {});
        expect([name, status, types]).toEqual([name, status, ['application/problem+json']]);
        expect(Object.values(PROBLEM_STATUS)).toContain(Number(status));
      }
    }
  });

  test('says what a form holds and what a body is', () => {
    for (const [name, operation] of operations) {
      if (!/^(POST|PUT|PATCH) /.test(name) || /\/(?:ingest|pin|uploads|finish)\/$/.test(name)) continue;
      expect([name, operation.requestBody]).toEqual([name, expect.any(Object)]);
    }
  });

  test('marks who may call', () => {
    for (const [name, operation] of operations) {
      const route = name
        .replace('{*}', '*')
        .replaceAll(/\{(\w+)\}/g, ':$1')
        .replace(/^HEAD/, 'GET');
      const expected =
        EXPECTATIONS[route] === 'public'
          ? []
          : route.includes(' /ai/')
            ? [{ apiKey: [] }]
            : [{ bearer: [] }, { apiKey: [] }];
      const security = operation.security ?? [{ bearer: [] }, { apiKey: [] }];
      expect([name, security]).toEqual([name, expected]);
    }
  });
});
