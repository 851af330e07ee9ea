import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { idParameters } from '#contract/fields.ts';
import {
  courseExportOptionsQuery,
  courseExportQuery,
  exportedQuiz,
  exportOptions,
  exportQuery,
  type ExportFormatName,
} from '#contract/quiz-export.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { nameAttachment } from '#server/http/name-attachment.ts';
import { problemResponses } from '#server/http/problem-responses.ts';
import { exportQuestions, listExportOptions } from './export-questions.ts';
import type { ExportTarget } from './read-source.ts';

const tag = 'exports';

const FILE_RESPONSES = {
  200: {
    description: 'A file in the format',
    content: {
      'application/json': { schema: exportedQuiz },
      'application/xml': { schema: z.string() },
      'application/zip': { schema: z.string() },
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: z.string() },
      'text/csv': { schema: z.string() },
      'text/plain': { schema: z.string() },
    },
  },
  ...problemResponses(400, 401, 404),
};
const OPTIONS_RESPONSES = { 200: exportOptions, ...problemResponses(400, 401, 404) };

export function registerExportRoutes(app: Application, dependencies: Dependencies): void {
  /** Names the file in the headers, and returns it as a stream, which no schema describes. */
  const openFile = async (
    reply: Pick<FastifyReply, 'header'>,
    [actor, target, format]: [Actor, ExportTarget, ExportFormatName],
    prefix: string,
  ): Promise<Readable> => {
    const file = await exportQuestions(dependencies, actor, target, format);
    reply.header('content-disposition', nameAttachment(`${prefix}_${file.name}`, file.fileExtension));
    reply.header('content-type', file.contentType);
    return Readable.from(file.pieces, { objectMode: false });
  };

  app.get(
    '/api/question-sets/:id/export/',
    describeRoute(tag, 'Download a question set for another program', {
      params: idParameters,
      querystring: exportQuery,
      response: FILE_RESPONSES,
    }),
    async (request, reply) =>
      (reply as FastifyReply).send(
        await openFile(
          reply,
          [actorOf(request), { kind: 'quiz', id: request.params.id }, request.query.format],
          'quiz',
        ),
      ),
  );
  app.get(
    '/api/question-sets/:id/export-formats/',
    describeRoute(tag, 'List the formats for a download, and what each cannot hold of this question set', {
      params: idParameters,
      response: OPTIONS_RESPONSES,
    }),
    (request) => listExportOptions(dependencies, actorOf(request), { kind: 'quiz', id: request.params.id }),
  );
  app.get(
    '/api/lessons/:id/question-bank/export/',
    describeRoute(tag, 'Download the question bank of a lesson for another program', {
      params: idParameters,
      querystring: exportQuery,
      response: FILE_RESPONSES,
    }),
    async (request, reply) =>
      (reply as FastifyReply).send(
        await openFile(
          reply,
          [actorOf(request), { kind: 'question_bank', lessonId: request.params.id }, request.query.format],
          'question_bank',
        ),
      ),
  );
  app.get(
    '/api/lessons/:id/question-bank/export-formats/',
    describeRoute(tag, 'List the formats for a download, and what each cannot hold of this question bank', {
      params: idParameters,
      response: OPTIONS_RESPONSES,
    }),
    (request) =>
      listExportOptions(dependencies, actorOf(request), {
        kind: 'question_bank',
        lessonId: request.params.id,
      }),
  );
  app.get(
    '/api/courses/:id/questions/export/',
    describeRoute(tag, 'Download all saved quizzes or question banks of a course for another program', {
      params: idParameters,
      querystring: courseExportQuery,
      response: FILE_RESPONSES,
    }),
    async (request, reply) =>
      (reply as FastifyReply).send(
        await openFile(
          reply,
          [
            actorOf(request),
            { kind: 'course', courseId: request.params.id, content: request.query.content },
            request.query.format,
          ],
          request.query.content,
        ),
      ),
  );
  app.get(
    '/api/courses/:id/questions/export-formats/',
    describeRoute(tag, 'List the formats for a download, and what each cannot hold of this course', {
      params: idParameters,
      querystring: courseExportOptionsQuery,
      response: OPTIONS_RESPONSES,
    }),
    (request) =>
      listExportOptions(dependencies, actorOf(request), {
        kind: 'course',
        courseId: request.params.id,
        content: request.query.content,
      }),
  );
}
