import { coverage } from '#contract/coverage.ts';
import { idParameters } from '#contract/fields.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getCoverage } from './get-coverage.ts';

export function registerCoverageRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/question-sets/:id/coverage/',
    describeRoute('question sets', 'Read the sections that a question set may ask about', {
      config: { isLong: true },
      params: idParameters,
      response: { 200: coverage, ...problemResponses(400, 401, 404) },
    }),
    (request) => getCoverage(dependencies, actorOf(request), request.params.id),
  );
}
