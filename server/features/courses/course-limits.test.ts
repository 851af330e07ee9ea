import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { courseList, course as courseSchema } from '#contract/courses.ts';
import { lessonList } from '#contract/lessons.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';
import { listCourses } from './courses.ts';

const LONG = 20_000;

const application = await useTestApplication();
const teacher = await application.register();

const details = { title: 'Biology', description: 'Cells', department: 'Science' };

describe('an account with 1,000 courses of the longest description', () => {
  let ids: number[];
  beforeAll(async () => {
    const { rows } = await sql<{ id: number }>`
      insert into courses (instructor_id, title, description, department)
      select ${teacher.id}, 'Course ' || number, repeat('x', ${LONG}), 'Science' from generate_series(1, 1000) as number
      returning id`.execute(application.dependencies.database);
    ids = rows.map(({ id }) => id);
  });

  test('is listed with the beginnings of descriptions, and each course page with all of it', async () => {
    const list = (await teacher.get('/api/courses/')).read(200, courseList);
    expect(list).toHaveLength(1_000);
    expect(list[0]).toMatchObject({ is_shortened: true, description: 'x'.repeat(300) });
    const whole = (await teacher.get(`/api/courses/${ids[0]}/`)).read(200, courseSchema);
    expect(whole.description).toHaveLength(LONG);
    expect(whole.is_shortened).toBeUndefined();
  });

  test('gets no further course, and no course from the trash', async () => {
    for (const [path, json] of [
      ['/api/courses/', details],
      [`/api/courses/${ids[0]}/copy/`, { title: 'Copy' }],
      ['/api/courses/demo/', {}],
    ] as const)
      expect((await teacher.post(path, json)).readProblem(409).detail).toContain('You have 1000 courses');
    await teacher.call('DELETE', `/api/courses/${ids[0]}/`);
    expect((await teacher.post('/api/courses/', details)).status).toBe(201);
    (await teacher.post(`/api/trash/courses/${ids[0]}/restore/`)).readProblem(409);
  });
});

test('a course with 1,000 lessons gets no further lesson, and lists their beginnings', async () => {
  const owner = await application.register();
  const { id: course } = await owner.makeCourse();
  await sql`
    insert into lessons (course_id, title, description, type, kind, source_url, audio_transcript, summary, summary_points)
    select ${course}, 'Lesson ' || number, repeat('x', ${LONG}), 'text', 'text', 'https://example.org/a.txt', '', '', '[]'
    from generate_series(1, 1000) as number`.execute(application.dependencies.database);
  const list = (await owner.get(`/api/lessons/by_course/?course_id=${course}`)).read(200, lessonList);
  expect(list).toHaveLength(1_000);
  expect(list[0]).toMatchObject({ is_shortened: true, description: 'x'.repeat(300) });
  const lesson = { title: 'One more', file: 'https://example.org/b.txt', type: 'lesson', course };
  expect((await owner.post('/api/lessons/', lesson)).readProblem(409).detail).toContain('1000 lessons');
  const other = await owner.makeLesson({ file: 'https://example.org/c.txt' });
  const moved = await owner.call('PUT', `/api/lessons/${other.id}/`, { json: { title: 'Moved', course } });
  expect(moved.readProblem(409).code).toBe('conflict');
});

test('an ordinary account has whole descriptions in its lists', async () => {
  const owner = await application.register();
  const { id: course } = await owner.makeCourse({ description: 'y'.repeat(LONG) });
  await owner.makeLesson({ file: 'https://example.org/d.txt', course, description: 'z'.repeat(LONG) });
  const [listed] = (await owner.get('/api/courses/')).read(200, courseList);
  expect(listed?.description).toHaveLength(LONG);
  const [lesson] = (await owner.get(`/api/lessons/by_course/?course_id=${course}`)).read(200, lessonList);
  expect(lesson?.description).toHaveLength(LONG);
});

test('a list of courses with the longest titles takes no more bytes than it says before it is read', async () => {
  const own = await application.register();
  // Six characters each, as JSON.
  const title = '\u0001'.repeat(300);
  await sql`
    with made as (
      insert into courses (instructor_id, title, description, department)
      select ${own.id}, ${title}, repeat('€', 500), repeat('€', 200) from generate_series(1, 3) returning id)
    insert into outcomes (course_id, position, short_name, description)
    select id, position, 'LO' || position, repeat('€', 300) from made, generate_series(0, 9) as position`.execute(
    application.dependencies.database,
  );
  const reserved: number[] = [];
  const actor = { userId: own.id, instructorId: own.id };
  const list = await listCourses(application.dependencies, actor, (bytes) => reserved.push(bytes));
  expect(list).toHaveLength(3);
  expect(reserved).toHaveLength(1);
  expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThanOrEqual(reserved[0] ?? 0);
});
