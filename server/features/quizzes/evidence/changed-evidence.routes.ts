import { changedEvidenceList, decideEvidenceRequest } from '#contract/changed-evidence.ts';
import { idParameters } from '#contract/fields.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { problemResponses } from '#server/platform/http/problem-responses.ts';
import { decideEvidence, listChangedEvidence } from './changed-evidence.ts';

const tag = 'question bank';

export function registerChangedEvidenceRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/lessons/:id/changed-evidence/',
    describeRoute(tag, 'List summary points and questions based on corrected words', {
      config: { isLong: true },
      params: idParameters,
      response: { 200: changedEvidenceList, ...problemResponses(400, 401, 404) },
    }),
    (request) => listChangedEvidence(dependencies, actorOf(request), request.params.id),
  );
  app.post(
    '/api/lessons/:id/changed-evidence/',
    describeRoute(tag, 'Keep, replace or remove summary points and questions based on corrected words', {
      config: { addsText: true },
      params: idParameters,
      body: decideEvidenceRequest,
      response: { 200: changedEvidenceList, ...problemResponses(400, 401, 404, 409) },
    }),
    (request) => decideEvidence(dependencies, actorOf(request), request.params.id, request.body),
  );
}
