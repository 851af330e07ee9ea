import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { activityList, type Activity } from '#contract/activity.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { runCleanup } from '../maintenance/run-cleanup.ts';
import { forgetLessonWork } from './lesson-work.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const TEXT = `Photosynthesis is the process by which green plants turn light into sugar. Chlorophyll absorbs red and blue light and reflects green light. Stomata are small pores through which leaves take in carbon dioxide. Roots draw water from the soil because root hairs have a large surface. Xylem carries water from the roots to the leaves.`;

const application = await useTestApplication({ worker: true, languageModel: 'fake' });

const list = async (person: TestInstructor): Promise<Activity[]> =>
  (await person.get('/api/activity/')).read(200, activityList);

/** Puts work into the past by this many hours. */
const age = async (person: TestInstructor, hours: number): Promise<void> => {
  await sql`
    update lesson_work set started_at = started_at - ${hours} * interval '1 hour',
                           ended_at = ended_at - ${hours} * interval '1 hour'
    where instructor_id = ${person.id}`.execute(application.dependencies.database);
};

test('lists summaries, quizzes and transcriptions while they run and for a day afterwards', async () => {
  const [teacher, stranger] = await Promise.all([application.register(), application.register()]);
  expect(await list(teacher)).toEqual([]);
  const lesson = await teacher.makeTextLesson(TEXT);
  const summary = await teacher.post('/api/summarize-file/', {
    lesson_id: lesson.id,
    docsource_id: lesson.docsource_id,
  });
  expect(summary.status).toBe(200);
  const quiz = await teacher.post('/api/question-sets/generate/', { lesson_id: lesson.id, n: 2 });
  expect(quiz.status).toBe(200);
  const ended = await list(teacher);
  const expected = {
    lesson_id: lesson.id,
    course_id: lesson.course,
    lesson_title: lesson.title,
    status: 'done',
    progress: 100,
    message: null,
    message_coded: null,
    started_at: expect.any(String) as string,
    ended_at: expect.any(String) as string,
  };
  expect(ended).toEqual([
    { ...expected, work: 'quiz' },
    { ...expected, work: 'summary' },
  ]);
  expect(await list(stranger)).toEqual([]);
  await age(teacher, 25);
  expect(await list(teacher)).toEqual([]);
  expect(await forgetLessonWork(application.dependencies, new Date())).toBe(0);
  await age(teacher, 24);
  expect(await forgetLessonWork(application.dependencies, new Date())).toBe(2);
});

test('shows why work failed', async () => {
  const teacher = await application.register();
  const lesson = await teacher.makeTextLesson('Uno dos tres cuatro. Cinco seis siete ocho.');
  const problem = (
    await teacher.post('/api/summarize-file/', { lesson_id: lesson.id, docsource_id: lesson.docsource_id })
  ).readProblem(422);
  expect(await list(teacher)).toEqual([
    expect.objectContaining({ work: 'summary', status: 'failed', message: problem.detail, progress: 0 }),
  ]);
});

test('work whose job has died fails after a while, and an event says so', async () => {
  const { dependencies } = application.worker;
  const heard: string[] = [];
  const stopListening = application.dependencies.events.subscribe((announcement) => {
    if (announcement.kind === 'lesson') heard.push(announcement.event.status);
  });
  const teacher = await application.register();
  const lesson = await teacher.makeLesson({ file: 'https://example.org/a.pdf' });
  await application.dependencies.database
    .insertInto('lesson_work')
    .values({
      job_id: crypto.randomUUID(),
      job_name: 'summarize-lesson',
      instructor_id: teacher.id,
      lesson_id: lesson.id,
      work: 'summary',
      status: 'running',
      message: null,
      ended_at: null,
    })
    .execute();
  await runCleanup(dependencies);
  expect(await list(teacher)).toMatchObject([{ status: 'running', ended_at: null }]);
  await age(teacher, 1);
  await runCleanup(dependencies);
  expect(await list(teacher)).toMatchObject([
    { status: 'failed', message: expect.stringContaining('interrupted') as string },
  ]);
  await eventually('the event', () => (heard.includes('failed') ? true : undefined));
  stopListening();
});

test('lists a transcription with its progress, until its lesson is deleted', async () => {
  const teacher = await application.register();
  const lesson = await teacher.makeLesson({ file: 'https://example.org/a.mp4' });
  const { database } = application.dependencies;
  await database
    .insertInto('transcriptions')
    .values({
      id: `vid_${crypto.randomUUID()}`,
      instructor_id: teacher.id,
      lesson_id: lesson.id,
      file_key: null,
      source_url: null,
      access_token_hash: null,
      plain_text: null,
      status: 'running',
      progress: 40,
      error: null,
      duration_seconds: null,
      cues: '[]',
    })
    .execute();
  expect(await list(teacher)).toMatchObject([
    { lesson_id: lesson.id, work: 'transcription', status: 'running', progress: 40, ended_at: null },
  ]);
  await teacher.call('DELETE', `/api/lessons/${lesson.id}/`);
  expect(await list(teacher)).toEqual([]);
});
