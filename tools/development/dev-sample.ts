import type { Plugin } from 'vite';
import type { Demo } from '#server/commands/open-demo.ts';

/** `/sample` of the development server: signs in with the sample's account and opens its course. */
export function openSampleAt(path: string, find: () => Promise<Demo>): Plugin {
  return {
    name: 'sample-course',
    configureServer: ({ middlewares }) => {
      middlewares.use(path, (_request, response, next) => {
        find().then(({ email, password, courseId }) => {
          const body = JSON.stringify(JSON.stringify({ email, password }));
          response.setHeader('content-type', 'text/html');
          response.end(`<!doctype html><title>Lectern</title><script type="module">
            import { openSession } from '/api-client/session.ts';
            const headers = { 'content-type': 'application/json' };
            const answer = await fetch('/api/auth/login/', { method: 'POST', headers, body: ${body} });
            openSession(await answer.json());
            location.replace('/course/${courseId}');
          </script>`);
        }, next);
      });
    },
  };
}
