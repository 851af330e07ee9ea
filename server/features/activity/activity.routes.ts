import { activityList } from '../../../contract/activity.ts';
import type { Application } from '../../http/application.ts';
import { actorOf } from '../../http/authentication.ts';
import { problemResponses } from '../../http/problem-responses.ts';
import type { Dependencies } from '../../ports.ts';
import { listActivity } from './list-activity.ts';

export function registerActivityRoutes(app: Application, dependencies: Dependencies): void {
  app.get(
    '/api/activity/',
    {
      schema: {
        tags: ['activity'],
        summary: 'List what is being worked on, and what ended within a day',
        response: { 200: activityList, ...problemResponses(401) },
      },
    },
    (request) => listActivity(dependencies, actorOf(request)),
  );
}
