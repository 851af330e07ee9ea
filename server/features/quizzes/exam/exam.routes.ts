import { createdExam, examBlueprint, examPlan } from '#contract/exams.ts';
import { idParameters } from '#contract/fields.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { problemResponses } from '#server/http/problem-responses.ts';
import { createExam } from './create-exam.ts';
import { getExamPlan, saveBlueprint } from './plan-exam.ts';

const tag = 'exams';

export function registerExamRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/courses/:id/exam-blueprint/',
    describeRoute(tag, 'Read a course’s exam blueprint and what the question banks give for it', {
      params: idParameters,
      response: { 200: examPlan, ...problemResponses(400, 401, 404) },
    }),
    (request) => getExamPlan(dependencies, actorOf(request), request.params.id),
  );
  app.put(
    '/api/courses/:id/exam-blueprint/',
    describeRoute(tag, 'Keep an exam blueprint with its course', {
      params: idParameters,
      body: examBlueprint,
      response: { 200: examPlan, ...problemResponses(400, 401, 404) },
    }),
    (request) => saveBlueprint(dependencies, actorOf(request), request.params.id, request.body),
  );
  app.post(
    '/api/courses/:id/exams/',
    describeRoute(tag, 'Make the versions of an exam blueprint: saved quizzes over several lessons', {
      params: idParameters,
      body: examBlueprint,
      response: { 201: createdExam, ...problemResponses(400, 401, 404, 409) },
    }),
    async (request, reply) =>
      reply.code(201).send(await createExam(dependencies, actorOf(request), request.params.id, request.body)),
  );
}
