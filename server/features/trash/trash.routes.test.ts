import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { courseList } from '#contract/courses.ts';
import { lesson, lessonList } from '#contract/lessons.ts';
import { restored, trash, type Trash } from '#contract/trash.ts';
import { findFileKey } from '#server/platform/files/file-links.ts';
import { eventually } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { sweepFiles } from '../uploads/sweep-files.ts';
import { readStorageUse } from '../uploads/storage.ts';
import { removeExpiredTrash } from './trash.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const DAY = 86_400_000;
const TEXT = `Photosynthesis turns light into sugar. Chlorophyll absorbs red light and blue light in the leaf.
The Calvin cycle fixes carbon dioxide into sugar because the light reactions supply energy.`;

const application = await useTestApplication({ worker: true });

const read = async (of: TestInstructor): Promise<Trash> => (await of.get('/api/trash/')).read(200, trash);
const restore = async (of: TestInstructor, kind: 'course' | 'lesson', id: number) =>
  (await of.post(`/api/trash/${kind}s/${id}/restore/`)).read(200, restored);
const trashed = async (of: TestInstructor, kind: 'course' | 'lesson', id: number): Promise<void> => {
  const answer = await of.call('DELETE', `/api/${kind}s/${id}/`);
  expect([answer.status, answer.text]).toEqual([204, '']);
};
const lessonsOf = async (of: TestInstructor, courseId: number) =>
  (await of.get(`/api/lessons/by_course/?course_id=${courseId}`)).read(200, lessonList);
const fileOf = (url: string) => application.dependencies.files.find(findFileKey(url) ?? '');
const usedBytes = async (of: TestInstructor) =>
  (await readStorageUse(application.dependencies, of.id)).usedBytes;

test('restores a lesson with its file, text and quizzes', async () => {
  const owner = await application.register();
  const made = await owner.makeTextLesson(TEXT);
  const before = await owner.readLesson(made.id);
  await trashed(owner, 'lesson', made.id);
  (await owner.get(`/api/lessons/${made.id}/`)).readProblem(404);
  expect((await fetch(made.file)).status).toBe(404);
  expect(await lessonsOf(owner, made.course)).toEqual([]);

  const { items, total, retention_days: days } = await read(owner);
  expect([total, days]).toEqual([1, 30]);
  expect(items).toEqual([
    {
      kind: 'lesson',
      id: made.id,
      title: 'A lesson',
      course_id: made.course,
      course_title: 'Cell biology',
      course_in_trash: false,
      lesson_count: 0,
      size_bytes: Buffer.byteLength(TEXT),
      deleted_at: expect.any(String) as string,
      removed_at: expect.any(String) as string,
    },
  ]);
  const [item] = items;
  expect(Date.parse(item?.removed_at ?? '') - Date.parse(item?.deleted_at ?? '')).toBe(30 * DAY);

  expect(await restore(owner, 'lesson', made.id)).toEqual({
    course_id: made.course,
    lesson_id: made.id,
    course_restored: false,
  });
  const after = await owner.readLesson(made.id);
  expect({ ...after, file: '' }).toEqual({ ...before, file: '' });
  expect((await fetch(after.file)).status).toBe(200);
  expect((await read(owner)).items).toEqual([]);
  (await owner.post(`/api/trash/lessons/${made.id}/restore/`)).readProblem(404);
});

test('restores a course with the lessons that were deleted with it, and no others', async () => {
  const owner = await application.register();
  const { id } = await owner.makeCourse({ title: 'Botany' });
  const [first, second] = await Promise.all([owner.makeTextLesson(TEXT, id), owner.makeTextLesson(TEXT, id)]);
  await trashed(owner, 'lesson', first.id);
  await trashed(owner, 'course', id);
  expect((await owner.get('/api/courses/')).read(200, courseList)).toEqual([]);
  (await owner.get(`/api/lessons/${second.id}/`)).readProblem(404);
  // A lesson that was deleted with its course is not listed.
  (await owner.post(`/api/trash/lessons/${second.id}/restore/`)).readProblem(404);
  expect((await read(owner)).items).toMatchObject([
    { kind: 'course', id, title: 'Botany', lesson_count: 1, course_in_trash: false },
    { kind: 'lesson', id: first.id, course_title: 'Botany', course_in_trash: true },
  ]);
  expect(await restore(owner, 'course', id)).toEqual({
    course_id: id,
    lesson_id: null,
    course_restored: true,
  });
  expect((await lessonsOf(owner, id)).map((each) => each.id)).toEqual([second.id]);
  expect((await read(owner)).items).toMatchObject([{ kind: 'lesson', id: first.id, course_in_trash: false }]);
});

test('restoring a lesson restores its course, too', async () => {
  const owner = await application.register();
  const made = await owner.makeTextLesson(TEXT);
  await trashed(owner, 'lesson', made.id);
  await trashed(owner, 'course', made.course);
  expect((await restore(owner, 'lesson', made.id)).course_restored).toBe(true);
  expect((await lessonsOf(owner, made.course)).map(({ id }) => id)).toEqual([made.id]);
  expect((await read(owner)).items).toEqual([]);
});

test('a lesson that is created while its course is deleted is restored with it', async () => {
  const owner = await application.register();
  const { id } = await owner.makeCourse();
  const answers = await Promise.all([
    owner.post('/api/lessons/', {
      title: 'X',
      type: 'lesson',
      file: 'https://example.org/a.pdf',
      course: id,
    }),
    owner.call('DELETE', `/api/courses/${id}/`),
  ]);
  expect(answers[1].status).toBe(204);
  expect([201, 404]).toContain(answers[0].status);
  await restore(owner, 'course', id);
  expect(await lessonsOf(owner, id)).toHaveLength(answers[0].status === 201 ? 1 : 0);
});

test('of two requests for the same item one wins', async () => {
  const owner = await application.register();
  const made = await owner.makeTextLesson(TEXT);
  const twice = async (method: string, path: string) =>
    (await Promise.all([owner.call(method, path), owner.call(method, path)]))
      .map(({ status }) => status)
      .sort();
  expect(await twice('DELETE', `/api/lessons/${made.id}/`)).toEqual([204, 404]);
  expect(await twice('POST', `/api/trash/lessons/${made.id}/restore/`)).toEqual([200, 404]);
  expect(await twice('DELETE', `/api/courses/${made.course}/`)).toEqual([204, 404]);
  const [one, other] = await Promise.all([
    owner.post(`/api/trash/courses/${made.course}/restore/`),
    owner.call('DELETE', `/api/trash/courses/${made.course}/`),
  ]);
  expect([[one.status, other.status].join(' ')]).toContainEqual(expect.stringMatching(/^(200 404|404 204)$/));
});

describe('deleting for good', () => {
  test('frees the storage that the trash counts towards the quota', async () => {
    const owner = await application.register();
    const size = Buffer.byteLength(TEXT);
    const lessons = [await owner.makeTextLesson(TEXT), await owner.makeTextLesson(TEXT)] as const;
    for (const { id } of lessons) await trashed(owner, 'lesson', id);
    const before = await usedBytes(owner);
    expect(before).toBeGreaterThan(2 * size);
    expect((await owner.call('DELETE', `/api/trash/lessons/${lessons[0].id}/`)).status).toBe(204);
    expect(await usedBytes(owner)).toBeLessThanOrEqual(before - size);
    await eventually('the file to be deleted', async () =>
      (await fileOf(lessons[0].file)) === undefined ? true : undefined,
    );
    expect(await fileOf(lessons[1].file)).toBeDefined();
  });

  test('emptying deletes everything in the user’s trash, with courses, and nothing else', async () => {
    const [owner, other] = await Promise.all([application.register(), application.register()]);
    const [kept, single, withCourse, others] = await Promise.all([
      owner.makeTextLesson(TEXT),
      owner.makeTextLesson(TEXT),
      owner.makeTextLesson(TEXT),
      other.makeTextLesson(TEXT),
    ]);
    await trashed(owner, 'lesson', single.id);
    await trashed(owner, 'course', withCourse.course);
    await trashed(other, 'lesson', others.id);
    expect((await owner.call('DELETE', '/api/trash/')).status).toBe(204);
    expect(await read(owner)).toMatchObject({ items: [], total: 0 });
    expect((await read(other)).total).toBe(1);
    expect((await fetch(kept.file)).status).toBe(200);
    const { rows } = await sql<{ id: number }>`select id from all_lessons where id in
      (${sql.join([single.id, withCourse.id])})`.execute(application.dependencies.database);
    expect(rows).toEqual([]);
  });

  test('keeps the file that another lesson uses, in the trash or not', async () => {
    const owner = await application.register();
    const first = await owner.makeTextLesson(TEXT);
    const second = await owner.makeLesson({ file: first.file });
    await trashed(owner, 'lesson', first.id);
    expect((await fetch(second.file)).status).toBe(200);
    await trashed(owner, 'lesson', second.id);
    expect((await fetch(second.file)).status).toBe(404);
    expect((await owner.call('DELETE', `/api/trash/lessons/${first.id}/`)).status).toBe(204);
    await restore(owner, 'lesson', second.id);
    const again = await owner.readLesson(second.id);
    expect((await fetch(again.file)).status).toBe(200);
    expect(again.docsource_id).toBe(first.docsource_id);
  });
});

test('is deleted after 30 days, and not earlier', async () => {
  const owner = await application.register();
  const [course, single] = await Promise.all([owner.makeTextLesson(TEXT), owner.makeTextLesson(TEXT)]);
  await trashed(owner, 'course', course.course);
  await trashed(owner, 'lesson', single.id);
  const after = (days: number) => new Date(Date.now() + days * DAY);
  const { dependencies } = application;
  await removeExpiredTrash(dependencies, after(29.9));
  expect((await read(owner)).total).toBe(2);
  // The sweep of files that no lesson uses leaves them, too.
  await sweepFiles(dependencies, after(29.9));
  expect(await fileOf(single.file)).toBeDefined();
  expect(await removeExpiredTrash(dependencies, after(30.1))).toBeGreaterThanOrEqual(2);
  expect((await read(owner)).total).toBe(0);
  for (const { file } of [course, single]) {
    await eventually('the file to be deleted', async () =>
      (await fileOf(file)) === undefined ? true : undefined,
    );
  }
  const entries = await dependencies.database
    .selectFrom('audit_log')
    .select(['action', 'actor_kind'])
    .where('subject_id', 'in', [String(course.course), String(single.id)])
    .where('action', 'in', ['course_deleted', 'lesson_deleted'])
    .execute();
  expect(entries).toContainEqual({ action: 'course_deleted', actor_kind: 'system' });
  expect(entries).toContainEqual({ action: 'lesson_deleted', actor_kind: 'system' });
});

test('an event reaches the owner’s other tabs', async () => {
  const [owner, other] = await Promise.all([application.register(), application.register()]);
  const heard: string[] = [];
  const stop = application.dependencies.events.subscribe((announcement) => {
    if (announcement.kind === 'trash' && announcement.instructorId === owner.id) {
      heard.push(
        `${announcement.event.change} ${announcement.event.course_id} ${announcement.event.lesson_id}`,
      );
    }
  });
  const aborting = new AbortController();
  const stream = await fetch(`${application.origin}/api/events/`, {
    headers: owner.headers,
    signal: aborting.signal,
  });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const made = await owner.makeTextLesson(TEXT);
  const others = await other.makeTextLesson(TEXT);
  await trashed(other, 'lesson', others.id);
  await trashed(owner, 'lesson', made.id);
  await restore(owner, 'lesson', made.id);
  await owner.deleteForGood('course', made.course);
  await eventually('the four announcements', () => Promise.resolve(heard.length >= 4 ? true : undefined));
  stop();
  expect(heard).toEqual([
    `trashed ${made.course} ${made.id}`,
    `restored ${made.course} ${made.id}`,
    `trashed ${made.course} null`,
    `deleted ${made.course} null`,
  ]);
  let told = '';
  while (!told.includes('"deleted"')) told += (await reader?.read())?.value ?? '';
  expect(told).toContain('event: trash');
  aborting.abort();
});

test('a file or a text of a lesson in the trash makes no new lesson', async () => {
  const owner = await application.register();
  const made = await owner.makeTextLesson(TEXT);
  const { id: course } = await owner.makeCourse();
  await trashed(owner, 'lesson', made.id);
  const request = { title: 'X', type: 'lesson', course };
  (await owner.post('/api/lessons/', { ...request, file: made.file })).readProblem(404);
  const url = 'https://example.org/a.pdf';
  const byText = { ...request, file: url, docsource_id: made.docsource_id };
  (await owner.post('/api/lessons/', byText)).readProblem(404);
  expect((await owner.post('/api/lessons/', { ...request, file: url })).read(201, lesson).course).toBe(
    course,
  );
});
