import {
  copyCourseRequest,
  course,
  courseList,
  courseListQuery,
  courseRequest,
  courseUpdateRequest,
} from '#contract/courses.ts';
import { idParameters } from '#contract/fields.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { noContent, problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { copyCourse } from './copy-course.ts';
import { addDemoCourse } from './demo/add-demo-course.ts';
import {
  createCourse,
  deleteCourse,
  getOwnCourse,
  listCourses,
  pinCourse,
  presentCourse,
  updateCourse,
} from './courses.ts';

const tag = 'courses';

export function registerCourseRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/courses/',
    describeRoute(tag, 'List your courses', {
      config: { isLong: true },
      querystring: courseListQuery,
      response: { 200: courseList, ...problemResponses(400, 401) },
    }),
    (request) => listCourses(dependencies, actorOf(request), request.query),
  );
  app.post(
    '/api/courses/',
    {
      config: { addsText: true },
      ...describeRoute(tag, 'Create a course', {
        body: courseRequest,
        response: { 201: course, ...problemResponses(400, 401) },
      }),
    },
    async (request, reply) =>
      reply.code(201).send(await createCourse(dependencies, actorOf(request), request.body)),
  );
  app.get(
    '/api/courses/:id/',
    describeRoute(tag, 'Read a course', {
      params: idParameters,
      response: { 200: course, ...problemResponses(400, 401, 404) },
    }),
    async (request) => presentCourse(await getOwnCourse(dependencies, actorOf(request), request.params.id)),
  );
  app.put(
    '/api/courses/:id/',
    {
      config: { addsText: true },
      ...describeRoute(tag, 'Replace a course’s details and outcomes', {
        params: idParameters,
        body: courseUpdateRequest,
        response: { 200: course, ...problemResponses(400, 401, 404, 409) },
      }),
    },
    (request) => updateCourse(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.delete(
    '/api/courses/:id/',
    describeRoute(tag, 'Delete a course with everything in it', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) => {
      await deleteCourse(dependencies, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/api/courses/:id/copy/',
    {
      config: { addsText: true },
      ...describeRoute(tag, 'Copy a course with its lessons and saved quizzes', {
        params: idParameters,
        body: copyCourseRequest,
        response: { 201: course, ...problemResponses(400, 401, 404) },
      }),
    },
    async (request, reply) => {
      const { id } = request.params;
      return reply.code(201).send(await copyCourse(dependencies, actorOf(request), id, request.body));
    },
  );
  app.post(
    '/api/courses/demo/',
    {
      config: { addsText: true },
      ...describeRoute(tag, 'Add the demo course if you do not have it', {
        response: { 201: course, ...problemResponses(401) },
      }),
    },
    async (request, reply) => reply.code(201).send(await addDemoCourse(dependencies, actorOf(request))),
  );
  app.put(
    '/api/courses/:id/pin/',
    describeRoute(tag, 'Pin a course to the top of your list', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) => {
      await pinCourse(dependencies, actorOf(request), request.params.id, true);
      return reply.code(204).send(null);
    },
  );
  app.delete(
    '/api/courses/:id/pin/',
    describeRoute(tag, 'Unpin a course', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) => {
      await pinCourse(dependencies, actorOf(request), request.params.id, false);
      return reply.code(204).send(null);
    },
  );
}
