import { toWire } from '#contract/wire-names.ts';
import { courseIdQuery, lessonOrderRequest } from '#contract/courses.ts';
import { idParameters } from '#contract/fields.ts';
import { lesson, lessonList, lessonRequest, lessonText, lessonUpdateRequest } from '#contract/lessons.ts';
import { recognizedPage, recognizedPageList, recognizedPageParameters } from '#contract/recognition.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { originOf } from '#server/platform/http/origin.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { noContent, problemResponses } from '#server/platform/http/problem-responses.ts';
import { sendPieces } from '#server/platform/http/send-pieces.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createLesson, deleteLesson, orderLessons, updateLesson } from './change-lesson.ts';
import { getOwnLesson, listLessons, readLessonText } from './lessons.ts';
import { presentLessonListItem } from './present-lesson.ts';
import { ingestLesson } from './request-reading.ts';
import { listLessonRecognition, readRecognizedPage } from './read-recognition.ts';
import { sendLesson } from './send-lesson.http.ts';

const tag = 'lessons';

export function registerLessonRoutes(app: Application, dependencies: Dependencies): void {
  const { config } = dependencies;
  app.get(
    '/api/lessons/by_course/',
    describeRoute(tag, 'List the lessons of a course', {
      config: { isLong: true },
      querystring: courseIdQuery,
      response: { 200: lessonList, ...problemResponses(400, 401, 404) },
    }),
    async (request) => {
      const { lessons, isShortened } = await listLessons(
        dependencies,
        actorOf(request),
        request.query.course_id,
      );
      return lessons.map((each) => ({
        ...toWire(presentLessonListItem(dependencies, originOf(config, request), each)),
        ...(isShortened ? { is_shortened: true as const } : {}),
      }));
    },
  );
  app.put(
    '/api/courses/:id/lesson_order/',
    describeRoute(tag, 'Put the lessons of a course in order', {
      params: idParameters,
      body: lessonOrderRequest,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    (request) => orderLessons(dependencies, actorOf(request), request.params.id, request.body.lesson_ids),
  );
  app.post(
    '/api/lessons/',
    {
      config: { addsText: true },
      bodyLimit: 16 * 1024 * 1024,
      ...describeRoute(tag, 'Add a lesson to a course', {
        body: lessonRequest,
        response: { 201: lesson, ...problemResponses(400, 401, 404) },
      }),
    },
    async (request, reply) => {
      const origin = originOf(config, request);
      const created = await createLesson(dependencies, actorOf(request), request.body, origin);
      return sendLesson(dependencies, request, reply, created);
    },
  );
  app.get(
    '/api/lessons/:id/',
    describeRoute(tag, 'Read a lesson', {
      params: idParameters,
      response: { 200: lesson, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) =>
      sendLesson(
        dependencies,
        request,
        reply,
        await getOwnLesson(dependencies, actorOf(request), request.params.id),
      ),
  );
  app.put(
    '/api/lessons/:id/',
    describeRoute(tag, 'Rename, describe, group or move a lesson', {
      config: { addsText: true },
      params: idParameters,
      body: lessonUpdateRequest,
      response: { 200: lesson, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) =>
      sendLesson(
        dependencies,
        request,
        reply,
        await updateLesson(dependencies, actorOf(request), request.params.id, request.body),
      ),
  );
  app.delete(
    '/api/lessons/:id/',
    describeRoute(tag, 'Delete a lesson with its transcript, summary, quizzes and file', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    (request) => deleteLesson(dependencies, actorOf(request), request.params.id),
  );
  app.get(
    '/api/lessons/:id/text/',
    describeRoute(tag, 'Read a lesson’s text and the positions of its passages', {
      params: idParameters,
      response: { 200: lessonText, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) =>
      sendPieces(
        reply,
        await readLessonText(dependencies, actorOf(request), request.params.id, reply.holdTexts.bind(reply)),
      ),
  );
  app.get(
    '/api/lessons/:id/recognized_pages/',
    describeRoute(tag, 'List the pages of a lesson whose text was recognized', {
      params: idParameters,
      response: { 200: recognizedPageList, ...problemResponses(400, 401, 404) },
    }),
    (request) => listLessonRecognition(dependencies, actorOf(request), request.params.id),
  );
  app.get(
    '/api/lessons/:id/recognized_pages/:page/',
    describeRoute(tag, 'Read the words of a recognized page and their positions', {
      params: recognizedPageParameters,
      response: { 200: recognizedPage, ...problemResponses(400, 401, 404) },
    }),
    (request) => readRecognizedPage(dependencies, actorOf(request), request.params.id, request.params.page),
  );
  app.post(
    '/api/lessons/:id/ingest/',
    describeRoute(tag, 'Read a lesson’s document so that summaries and quizzes can use it', {
      config: { work: 'document', addsText: true },
      params: idParameters,
      response: { 200: lesson, ...problemResponses(400, 401, 404, 415, 422) },
    }),
    async (request, reply) =>
      sendLesson(
        dependencies,
        request,
        reply,
        await ingestLesson(dependencies, actorOf(request), request.params.id),
      ),
  );
}
