import { searchQuery, searchResults } from '#contract/search.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { searchLessons } from './search-lessons.ts';

export function registerSearchRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/search/',
    describeRoute('search', 'Search your lessons by words and by meaning', {
      config: { isLong: true },
      querystring: searchQuery,
      response: { 200: searchResults, ...problemResponses(400, 401, 404) },
    }),
    async (request, reply) => {
      const { q: text, course_id, lesson_id, limit } = request.query;
      const scope = {
        ...(course_id === undefined ? {} : { course_id }),
        ...(lesson_id === undefined ? {} : { lesson_id }),
      };
      // The user types on: a newer search replaces this one.
      const stop = new AbortController();
      reply.raw.once('close', () => stop.abort());
      try {
        return await searchLessons(dependencies, actorOf(request), {
          text,
          scope,
          limit,
          signal: stop.signal,
        });
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        // The client is gone, and nothing will be sent that would end the turn of this answer.
        reply.textHold?.release();
        reply.hijack();
        return reply;
      }
    },
  );
}
