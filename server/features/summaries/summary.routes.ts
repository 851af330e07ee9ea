import { lesson } from '#contract/lessons.ts';
import {
  DEFAULT_SUMMARY_LENGTH,
  summarizeFileRequest,
  summarizeVideoRequest,
  summaryRequest,
} from '#contract/summaries.ts';
import { idParameters } from '#contract/fields.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { sendLesson } from '../lessons/send-lesson.http.ts';
import { editSummary } from './edit-summary.ts';
import { summarizeFile, summarizeVideo } from './summarize.ts';

const tag = 'summaries';

export function registerSummaryRoutes(app: Application, dependencies: Dependencies): void {
  app.post(
    '/api/summarize-video/',
    describeRoute(tag, 'Summarize a video lesson from its transcript', {
      config: { work: 'summary', addsText: true },
      body: summarizeVideoRequest,
      response: { 200: lesson, ...problemResponses(400, 401, 404, 409, 422) },
    }),
    async (request, reply) => {
      const { lesson_id: lessonId, length, replaces_edits: replacesEdits = false } = request.body;
      const actor = actorOf(request);
      const summarized = await summarizeVideo(dependencies, actor, lessonId, {
        length: length ?? DEFAULT_SUMMARY_LENGTH,
        replacesEdits,
      });
      return sendLesson(dependencies, request, reply, summarized);
    },
  );
  app.post(
    '/api/summarize-file/',
    describeRoute(tag, 'Summarize a document lesson', {
      config: { work: 'summary', addsText: true },
      body: summarizeFileRequest,
      response: { 200: lesson, ...problemResponses(400, 401, 404, 409, 422) },
    }),
    async (request, reply) => {
      const { lesson_id: lessonId, document_source_id: documentSourceId, length, ...rest } = request.body;
      const summarized = await summarizeFile(dependencies, actorOf(request), lessonId, {
        documentSourceId: documentSourceId ?? '',
        length: length ?? DEFAULT_SUMMARY_LENGTH,
        replacesEdits: rest.replaces_edits ?? false,
      });
      return sendLesson(dependencies, request, reply, summarized);
    },
  );
  app.put(
    '/api/lessons/:id/summary/',
    describeRoute(tag, 'Edit the summary and the key terms of a lesson', {
      config: { addsText: true },
      params: idParameters,
      body: summaryRequest,
      response: { 200: lesson, ...problemResponses(400, 401, 404, 409) },
    }),
    async (request, reply) => {
      const edited = await editSummary(dependencies, actorOf(request), request.params.id, request.body);
      return sendLesson(dependencies, request, reply, edited);
    },
  );
}
