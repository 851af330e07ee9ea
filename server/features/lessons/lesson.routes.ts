import { courseIdQuery } from '../../../contract/courses.ts';
import { idParameters } from '../../../contract/fields.ts';
import {
  lesson,
  lessonList,
  lessonRequest,
  lessonText,
  lessonUpdateRequest,
} from '../../../contract/lessons.ts';
import {
  recognizedPage,
  recognizedPageList,
  recognizedPageParameters,
} from '../../../contract/recognition.ts';
import type { Application } from '../../http/application.ts';
import { actorOf } from '../../http/authentication.ts';
import { originOf } from '../../http/origin.ts';
import { noContent, problemResponses } from '../../http/problem-responses.ts';
import type { Dependencies } from '../../ports.ts';
import { createLesson } from './create-lesson.ts';
import { deleteLesson } from './delete-lesson.ts';
import { getOwnLesson } from './get-own-lesson.ts';
import { ingestLesson } from './ingest-lesson.ts';
import { listLessons } from './list-lessons.ts';
import { presentLesson, presentLessonListItem } from './present-lesson.ts';
import { listLessonRecognition, readRecognizedPage } from './read-recognition.ts';
import { readLessonText } from './read-lesson-text.ts';
import { updateLesson } from './update-lesson.ts';

const tags = ['lessons'];

export function registerLessonRoutes(app: Application, dependencies: Dependencies): void {
  const { config } = dependencies;
  app.get(
    '/api/lessons/by_course/',
    {
      schema: {
        tags,
        summary: 'List the lessons of a course',
        querystring: courseIdQuery,
        response: { 200: lessonList, ...problemResponses(400, 401, 404) },
      },
    },
    async (request) => {
      const lessons = await listLessons(dependencies, actorOf(request), request.query.course_id);
      return lessons.map((each) => presentLessonListItem(dependencies, originOf(config, request), each));
    },
  );
  app.post(
    '/api/lessons/',
    {
      bodyLimit: 16 * 1024 * 1024,
      schema: {
        tags,
        summary: 'Add a lesson to a course',
        body: lessonRequest,
        response: { 201: lesson, ...problemResponses(400, 401, 404) },
      },
    },
    async (request, reply) => {
      const created = await createLesson(dependencies, actorOf(request), request.body);
      return reply.code(201).send(await presentLesson(dependencies, originOf(config, request), created));
    },
  );
  app.get(
    '/api/lessons/:id/',
    {
      schema: {
        tags,
        summary: 'Read a lesson',
        params: idParameters,
        response: { 200: lesson, ...problemResponses(400, 401, 404) },
      },
    },
    async (request) =>
      presentLesson(
        dependencies,
        originOf(config, request),
        await getOwnLesson(dependencies, actorOf(request), request.params.id),
      ),
  );
  app.put(
    '/api/lessons/:id/',
    {
      schema: {
        tags,
        summary: 'Rename and describe a lesson',
        params: idParameters,
        body: lessonUpdateRequest,
        response: { 200: lesson, ...problemResponses(400, 401, 404) },
      },
    },
    async (request) =>
      presentLesson(
        dependencies,
        originOf(config, request),
        await updateLesson(dependencies, actorOf(request), request.params.id, request.body),
      ),
  );
  app.delete(
    '/api/lessons/:id/',
    {
      schema: {
        tags,
        summary: 'Delete a lesson with its transcript, summary, quizzes and file',
        params: idParameters,
        response: { 204: noContent, ...problemResponses(400, 401, 404) },
      },
    },
    async (request, reply) => {
      await deleteLesson(dependencies, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.get(
    '/api/lessons/:id/text/',
    {
      schema: {
        tags,
        summary: 'Read the text of a lesson and where its passages stand',
        params: idParameters,
        response: { 200: lessonText, ...problemResponses(400, 401, 404) },
      },
    },
    (request) => readLessonText(dependencies, actorOf(request), request.params.id),
  );
  app.get(
    '/api/lessons/:id/recognized_pages/',
    {
      schema: {
        tags,
        summary: 'List the pages of a lesson whose text was recognized in a picture',
        params: idParameters,
        response: { 200: recognizedPageList, ...problemResponses(400, 401, 404) },
      },
    },
    (request) => listLessonRecognition(dependencies, actorOf(request), request.params.id),
  );
  app.get(
    '/api/lessons/:id/recognized_pages/:page/',
    {
      schema: {
        tags,
        summary: 'Read the words of a recognized page and where they stand',
        params: recognizedPageParameters,
        response: { 200: recognizedPage, ...problemResponses(400, 401, 404) },
      },
    },
    (request) => readRecognizedPage(dependencies, actorOf(request), request.params.id, request.params.page),
  );
  app.post(
    '/api/lessons/:id/ingest/',
    {
      schema: {
        tags,
        summary: 'Read the document of a lesson so that summaries and quizzes can rest on it',
        params: idParameters,
        response: { 200: lesson, ...problemResponses(400, 401, 404, 415, 422) },
      },
    },
    async (request) =>
      presentLesson(
        dependencies,
        originOf(config, request),
        await ingestLesson(dependencies, actorOf(request), request.params.id),
      ),
  );
}
