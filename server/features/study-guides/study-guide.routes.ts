import { z } from 'zod';
import { idParameters } from '#contract/fields.ts';
import { studyGuideQuery } from '#contract/lesson-exports.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { problemResponses } from '#server/http/problem-responses.ts';
import { sendFile } from '#server/http/send-file.ts';
import { exportCourseGuide, exportLessonGuide } from './read-study-guide.ts';

const schema = {
  params: idParameters,
  querystring: studyGuideQuery,
  response: {
    200: {
      description:
        'PDF or Markdown. The header `lectern-missing-characters` lists characters that the PDF cannot show, if any.',
      content: { 'application/pdf': { schema: z.string() }, 'text/markdown': { schema: z.string() } },
    },
    ...problemResponses(400, 401, 404, 413, 422),
  },
};

export function registerStudyGuideRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/lessons/:id/study-guide/',
    describeRoute('study guides', 'Download a study guide: summary, key terms, questions, evidence', schema),
    async (request, reply) => {
      const { params, query } = request;
      const file = await exportLessonGuide(dependencies, actorOf(request), params.id, query);
      // No schema describes what is streamed.
      return sendFile(reply, file, query.format);
    },
  );
  app.get(
    '/api/courses/:id/study-guide/',
    describeRoute('study guides', 'Download a study guide for all lessons of a course', schema),
    async (request, reply) => {
      const { params, query } = request;
      const file = await exportCourseGuide(dependencies, actorOf(request), params.id, query);
      return sendFile(reply, file, query.format);
    },
  );
}
