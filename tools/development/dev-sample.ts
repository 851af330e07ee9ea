import { setTimeout as delay } from 'node:timers/promises';
import type { Plugin } from 'vite';
import { loadDemoAccount, signIn, type DemoAccount } from '#server/commands/demo/demo-account.ts';
import { DEMO_COURSE, DEMO_LESSONS } from '#server/commands/demo/demo-course.ts';
import { LecternClient } from '#server/commands/demo/lectern-client.ts';

const POLL_MILLISECONDS = 100;

export interface Sample {
  readonly account: DemoAccount;
  readonly courseId: number;
}

/**
 * Creates the demonstration's account and course with its two lessons that are read without a model, unless they exist.
 * Waits until Lectern answers at `origin`.
 */
export async function createSample(
  origin: string,
  dataDirectory: string,
  signal: AbortSignal,
): Promise<Sample> {
  const client = new LecternClient(origin, signal);
  while ((await client.findHealth())?.database.status !== 'ready')
    await delay(POLL_MILLISECONDS, undefined, { signal });
  const account = await loadDemoAccount(dataDirectory);
  await signIn(client, account);
  const courses = await client.listCourses();
  const { id } =
    courses.find(({ title }) => title === DEMO_COURSE.title) ?? (await client.createCourse(DEMO_COURSE));
  const present = new Set((await client.listLessons(id)).map(({ title }) => title));
  for (const { kind, title, description, path } of DEMO_LESSONS) {
    if (kind === 'video' || present.has(title)) continue;
    const uploaded = await client.uploadDocument(path, kind === 'pdf' ? 'application/pdf' : 'text/plain');
    await client.createLesson({ title, description, course: id, ...uploaded });
  }
  return { account, courseId: id };
}

/** `/sample` of the development server: signs in with the sample's account and opens its course. */
export function openSampleAt(path: string, find: () => Promise<Sample>): Plugin {
  return {
    name: 'sample-course',
    configureServer: ({ middlewares }) => {
      middlewares.use(path, (_request, response, next) => {
        find().then(({ account: { email, password }, courseId }) => {
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
