import { dashboard } from '../../../contract/dashboard.ts';
import type { Application } from '../../http/application.ts';
import { actorOf } from '../../http/authentication.ts';
import { problemResponses } from '../../http/problem-responses.ts';
import type { Dependencies } from '../../ports.ts';
import { readDashboard } from './read-dashboard.ts';

export function registerDashboardRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/dashboard/',
    {
      schema: {
        tags: ['dashboard'],
        summary: 'Count one’s own courses, lessons, quizzes and chats',
        response: { 200: dashboard, ...problemResponses(401) },
      },
    },
    (request) => readDashboard(dependencies, actorOf(request)),
  );
}
