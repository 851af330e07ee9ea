import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Plugin } from 'vite';
import { loadDemoAccount, signIn, type DemoAccount } from '#server/commands/demo/demo-account.ts';
import { DEMO_COURSE, DEMO_LESSONS } from '#server/commands/demo/demo-course.ts';
import { LecternClient } from '#server/commands/demo/lectern-client.ts';
import { makeLessonFile } from '#server/commands/demo/lesson-files.ts';

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
  const directory = await mkdtemp(join(tmpdir(), 'lectern-dev-'));
  try {
    for (const lesson of DEMO_LESSONS) {
      if (lesson.kind === 'video' || present.has(lesson.title)) continue;
      const isPdf = lesson.kind === 'pdf';
      const path = isPdf ? await makeLessonFile(lesson, directory) : lesson.sourcePath;
      const uploaded = await client.uploadDocument(path, isPdf ? 'application/pdf' : 'text/plain');
      const { title, description } = lesson;
      await client.createLesson({ title, description, course: id, ...uploaded });
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
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
