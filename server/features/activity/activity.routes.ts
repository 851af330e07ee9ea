import { activityList } from '#contract/activity.ts';
import type { Application } from '#server/http/application.ts';
import { actorOf } from '#server/http/authentication.ts';
import { describeRoute } from '#server/http/describe-route.ts';
import { problemResponses } from '#server/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listActivity } from './lesson-work.ts';

export function registerActivityRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/activity/',
    describeRoute('activity', 'List what is being worked on, and what ended within a day', {
      response: { 200: activityList, ...problemResponses(401) },
    }),
    (request) => listActivity(dependencies, actorOf(request)),
  );
}
