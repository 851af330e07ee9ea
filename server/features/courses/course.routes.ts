import {
  copyCourseRequest,
  course,
  courseList,
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
      response: { 200: courseList, ...problemResponses(401) },
    }),
    (request, reply) => listCourses(dependencies, actorOf(request), reply.letNextBegin.bind(reply)),
  );
  app.post(
    '/api/courses/',
    describeRoute(tag, 'Create a course', {
      config: { addsText: true },
      body: courseRequest,
      response: { 201: course, ...problemResponses(400, 401) },
    }),
    (request) => createCourse(dependencies, actorOf(request), request.body),
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
    describeRoute(tag, 'Replace a course’s details and outcomes', {
      config: { addsText: true },
      params: idParameters,
      body: courseUpdateRequest,
      response: { 200: course, ...problemResponses(400, 401, 404, 409) },
    }),
    (request) => updateCourse(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.delete(
    '/api/courses/:id/',
    describeRoute(tag, 'Delete a course with everything in it', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    (request) => deleteCourse(dependencies, actorOf(request), request.params.id),
  );
  app.post(
    '/api/courses/:id/copy/',
    describeRoute(tag, 'Copy a course with its lessons and saved quizzes', {
      config: { addsText: true },
      params: idParameters,
      body: copyCourseRequest,
      response: { 201: course, ...problemResponses(400, 401, 404) },
    }),
    (request) => copyCourse(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.post(
    '/api/courses/demo/',
    describeRoute(tag, 'Add the demo course if you do not have it', {
      config: { addsText: true },
      response: { 201: course, ...problemResponses(401) },
    }),
    (request) => addDemoCourse(dependencies, actorOf(request)),
  );
  app.put(
    '/api/courses/:id/pin/',
    describeRoute(tag, 'Pin a course to the top of your list', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    (request) => pinCourse(dependencies, actorOf(request), request.params.id, true),
  );
  app.delete(
    '/api/courses/:id/pin/',
    describeRoute(tag, 'Unpin a course', {
      params: idParameters,
      response: { 204: noContent, ...problemResponses(400, 401, 404) },
    }),
    (request) => pinCourse(dependencies, actorOf(request), request.params.id, false),
  );
}
