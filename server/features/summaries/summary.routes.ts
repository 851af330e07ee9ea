import { lesson } from '../../../contract/lessons.ts';
import {
  DEFAULT_SUMMARY_LENGTH,
  summarizeFileRequest,
  summarizeVideoRequest,
} from '../../../contract/summaries.ts';
import type { Application } from '../../http/application.ts';
import { actorOf } from '../../http/authentication.ts';
import { originOf } from '../../http/origin.ts';
import { problemResponses } from '../../http/problem-responses.ts';
import type { Dependencies } from '../../ports.ts';
import { presentLesson } from '../lessons/present-lesson.ts';
import { summarizeFile, summarizeVideo } from './summarize.ts';

const tags = ['summaries'];

export function registerSummaryRoutes(app: Application, dependencies: Dependencies): void {
  const { config } = dependencies;
  app.post(
    '/api/summarize-video/',
    {
      schema: {
        tags,
        summary: 'Summarise a video lesson from its transcript',
        body: summarizeVideoRequest,
        response: { 200: lesson, ...problemResponses(400, 401, 404, 409, 422) },
      },
    },
    async (request) => {
      const { lesson_id: lessonId, length } = request.body;
      const actor = actorOf(request);
      const summarized = await summarizeVideo(
        dependencies,
        actor,
        lessonId,
        length ?? DEFAULT_SUMMARY_LENGTH,
      );
      return presentLesson(dependencies, originOf(config, request), summarized);
    },
  );
  app.post(
    '/api/summarize-file/',
    {
      schema: {
        tags,
        summary: 'Summarise a document lesson',
        body: summarizeFileRequest,
        response: { 200: lesson, ...problemResponses(400, 401, 404, 409, 422) },
      },
    },
    async (request) => {
      const { lesson_id: lessonId, docsource_id: docsourceId, length } = request.body;
      const summarized = await summarizeFile(
        dependencies,
        actorOf(request),
        lessonId,
        docsourceId ?? '',
        length ?? DEFAULT_SUMMARY_LENGTH,
      );
      return presentLesson(dependencies, originOf(config, request), summarized);
    },
  );
}
