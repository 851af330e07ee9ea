import { z } from 'zod';
import { idParameters } from '#contract/fields.ts';
import { summaryExportQuery, transcriptExportQuery } from '#contract/lesson-exports.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { problemResponses } from '#server/http/problem-responses.ts';
import { sendFile } from '#server/http/send-file.ts';
import { PRINT_TYPES } from '#server/http/send-print.ts';
import { exportSummary } from './export-summary.ts';
import { exportTranscript } from './export-transcript.ts';

const text = { schema: z.string() };

export function registerLessonExportRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/lessons/:id/transcript/export/',
    describeRoute('transcripts', 'Download the transcript of a lesson', {
      params: idParameters,
      querystring: transcriptExportQuery,
      response: {
        200: {
          description: 'SubRip, WebVTT, plain text, Markdown or Word',
          content: {
            'application/x-subrip': text,
            'text/vtt': text,
            'text/plain': text,
            'text/markdown': text,
            [PRINT_TYPES.docx]: text,
          },
        },
        ...problemResponses(400, 401, 404, 409, 413),
      },
    }),
    async (request, reply) => {
      const { params, query } = request;
      const file = await exportTranscript(dependencies, actorOf(request), params.id, query);
      // No schema describes what is streamed.
      return sendFile(reply, file, query.format);
    },
  );
  app.get(
    '/api/lessons/:id/summary/export/',
    describeRoute('summaries', 'Download the summary of a lesson, with key terms and evidence', {
      params: idParameters,
      querystring: summaryExportQuery,
      response: {
        200: {
          description: 'Plain text, Markdown or Word',
          content: { 'text/plain': text, 'text/markdown': text, [PRINT_TYPES.docx]: text },
        },
        ...problemResponses(400, 401, 404, 413, 422),
      },
    }),
    async (request, reply) => {
      const { params, query } = request;
      const file = await exportSummary(dependencies, actorOf(request), params.id, query);
      return sendFile(reply, file, query.format);
    },
  );
}
