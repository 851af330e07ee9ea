import { coverage } from '../../../../contract/coverage.ts';
import { idParameters } from '../../../../contract/fields.ts';
import type { Application } from '../../../http/application.ts';
import { actorOf } from '../../../http/authentication.ts';
import { problemResponses } from '../../../http/problem-responses.ts';
import type { Dependencies } from '../../../ports.ts';
import { getCoverage } from './get-coverage.ts';

export function registerCoverageRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/question-sets/:id/coverage/',
    {
      schema: {
        tags: ['question sets'],
        summary: 'Read which sections of the lesson a question set asks about, and at which Bloom levels',
        params: idParameters,
        response: { 200: coverage, ...problemResponses(400, 401, 404) },
      },
    },
    (request) => getCoverage(dependencies, actorOf(request), request.params.id),
  );
}
