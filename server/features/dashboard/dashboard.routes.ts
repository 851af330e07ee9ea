import { dashboard } from '#contract/dashboard.ts';
import type { Application } from '#server/platform/http/application.ts';
import { actorOf } from '#server/platform/http/authentication.ts';
import { describeRoute } from '#server/platform/http/describe-route.ts';
import { problemResponses } from '#server/platform/http/problem-responses.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readDashboard } from './read-dashboard.ts';

export function registerDashboardRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/dashboard/',
    describeRoute('dashboard', 'Count your courses, lessons, quizzes and chats', {
      config: { isLong: true },
      response: { 200: dashboard, ...problemResponses(401) },
    }),
    (request) => readDashboard(dependencies, actorOf(request)),
  );
}
