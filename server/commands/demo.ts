import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { lesson, lessonList } from '#contract/lessons.ts';
import { questionSetList, questionSetWithQuestions } from '#contract/quizzes.ts';
import { isNpmStart, readConfig } from '#server/config.ts';
import { configuredOrigin } from '#server/configuration/configured-origin.ts';
import { DEMO_LESSONS } from '#server/features/courses/demo/demo-course.ts';
import { onLauncherGone } from '#server/platform/supervision/on-launcher-gone.ts';
import { openDemo, type Demo } from './open-demo.ts';

/** `npm run demo`: starts Lectern like `npm start`, adds an account with the demo course, and prints its lessons. */
const config = readConfig();
const origin = configuredOrigin({ ...config, publicUrl: undefined });
const POLL_MILLISECONDS = 500;

const lectern = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], { stdio: 'inherit' });
const stopping = new AbortController();
lectern.once('close', (code) => {
  process.exitCode = code ?? 1;
  stopping.abort();
});
// Ctrl-C reaches Lectern too.
process.on('SIGINT', () => stopping.abort());
const stop = (): void => {
  stopping.abort();
  lectern.kill();
};
process.on('SIGTERM', stop);
if (isNpmStart()) onLauncherGone(stop);

try {
  const demo = await openDemo(origin, config.dataDirectory, stopping.signal);
  const { email, password, courseId } = demo;
  const address = `${configuredOrigin(config)}/course/${courseId}`;
  // Before the lessons: one that has been renamed or deleted since is waited for until Lectern stops.
  console.log(`\nDemo course: ${address}\nEmail: ${email}\nPassword: ${password}`);
  await printLessons(demo);
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    lectern.kill();
  }
}

/** Prints the summary and the questions of each lesson, with their evidence, when they are ready. */
async function printLessons({ courseId, apiKey }: Demo): Promise<void> {
  const get = async <Answer>(schema: z.ZodType<Answer>, path: string): Promise<Answer> => {
    const response = await fetch(origin + path, { headers: { 'api-key': apiKey }, signal: stopping.signal });
    return schema.parse(await response.json());
  };
  const started = performance.now();
  for (const { title } of DEMO_LESSONS) {
    for (;;) {
      const lessons = await get(lessonList, `/api/lessons/by_course/?course_id=${courseId}`);
      const id = lessons.find((each) => each.title === title)?.id;
      const [quiz] =
        id === undefined ? [] : await get(questionSetList, `/api/question-sets/by_lesson/?lesson_id=${id}`);
      if (id !== undefined && quiz !== undefined) {
        const { summary } = await get(lesson, `/api/lessons/${id}/`);
        const quizPath = `/api/question-sets/by_question_set/?question_set_id=${quiz.id}`;
        const { questions } = await get(questionSetWithQuestions, quizPath);
        const seconds = ((performance.now() - started) / 1_000).toFixed(1);
        console.log(`\n${title} (${seconds} s)\n\n${summary}\n`);
        for (const { text, evidence } of questions) console.log(`- ${text}\n  “${evidence?.quote ?? ''}”`);
        break;
      }
      await delay(POLL_MILLISECONDS, undefined, { signal: stopping.signal });
    }
  }
}
