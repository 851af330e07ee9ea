import {
  course,
  courseList,
  courseListQuery,
  courseRequest,
  courseUpdateRequest,
} from '../../../contract/courses.ts';
import { idParameters } from '../../../contract/fields.ts';
import type { Application } from '../../http/application.ts';
import { actorOf } from '../../http/authentication.ts';
import { noContent, problemResponses } from '../../http/problem-responses.ts';
import type { Dependencies } from '../../ports.ts';
import { createCourse } from './create-course.ts';
import { deleteCourse } from './delete-course.ts';
import { getOwnCourse } from './get-own-course.ts';
import { listCourses } from './list-courses.ts';
import { pinCourse, unpinCourse } from './pin-course.ts';
import { presentCourse } from './present-course.ts';
import { updateCourse } from './update-course.ts';

const tags = ['courses'];

export function registerCourseRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/courses/',
    {
      schema: {
        tags,
        summary: 'List one’s own courses',
        querystring: courseListQuery,
        response: { 200: courseList, ...problemResponses(400, 401) },
      },
    },
    (request) => listCourses(dependencies, actorOf(request), request.query),
  );
  app.post(
    '/api/courses/',
    {
      schema: {
        tags,
        summary: 'Make a course',
        body: courseRequest,
        response: { 201: course, ...problemResponses(400, 401) },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createCourse(dependencies, actorOf(request), request.body)),
  );
  app.get(
    '/api/courses/:id/',
    {
      schema: {
        tags,
        summary: 'Read a course',
        params: idParameters,
        response: { 200: course, ...problemResponses(400, 401, 404) },
      },
    },
    async (request) => presentCourse(await getOwnCourse(dependencies, actorOf(request), request.params.id)),
  );
  app.put(
    '/api/courses/:id/',
    {
      schema: {
        tags,
        summary: 'Replace a course’s details and outcomes',
        params: idParameters,
        body: courseUpdateRequest,
        response: { 200: course, ...problemResponses(400, 401, 404, 409) },
      },
    },
    (request) => updateCourse(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.delete(
    '/api/courses/:id/',
    {
      schema: {
        tags,
        summary: 'Delete a course with everything in it',
        params: idParameters,
        response: { 204: noContent, ...problemResponses(400, 401, 404) },
      },
    },
    async (request, reply) => {
      await deleteCourse(dependencies, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.put(
    '/api/courses/:id/pin/',
    {
      schema: {
        tags,
        summary: 'Pin a course to the top of one’s list',
        params: idParameters,
        response: { 204: noContent, ...problemResponses(400, 401, 404) },
      },
    },
    async (request, reply) => {
      await pinCourse(dependencies, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.delete(
    '/api/courses/:id/pin/',
    {
      schema: {
        tags,
        summary: 'Take a course’s pin away',
        params: idParameters,
        response: { 204: noContent, ...problemResponses(400, 401, 404) },
      },
    },
    async (request, reply) => {
      await unpinCourse(dependencies, actorOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
