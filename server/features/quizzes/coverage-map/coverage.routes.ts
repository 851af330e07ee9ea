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
    describeRoute(
      'question sets',
      'Read which sections of a lesson a question set asks about, and at which Bloom levels',
      {
        config: { isLong: true },
        params: idParameters,
        response: { 200: coverage, ...problemResponses(400, 401, 404) },
      },
    ),
    (request) => getCoverage(dependencies, actorOf(request), request.params.id),
  );
}
