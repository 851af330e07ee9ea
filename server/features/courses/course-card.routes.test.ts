import { describe, expect, test } from 'vitest';
import { course, courseList } from '#contract/courses.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication();
const teacher = await application.register();

const details = { title: 'Botany', description: 'Plants.', department: 'Biology' };
const read = async (id: number) => (await teacher.get(`/api/courses/${id}/`)).read(200, course);

test('a course shows its newest lesson', async () => {
  const made = await teacher.makeCourse();
  expect(made).toMatchObject({ latest_lesson: null, is_pinned: false });
  await teacher.makeLesson({ file: 'https://example.org/a.pdf', title: 'Roots', course: made.id });
  const newest = await teacher.makeLesson({
    file: 'https://example.org/b.pdf',
    title: 'Leaves “and” stems',
    course: made.id,
  });
  const expected = { id: newest.id, title: 'Leaves “and” stems', created_at: newest.created_at };
  expect((await read(made.id)).latest_lesson).toEqual(expected);
  const listed = (await teacher.get('/api/courses/')).read(200, courseList);
  expect(listed.find(({ id }) => id === made.id)?.latest_lesson).toEqual(expected);
  await teacher.call('DELETE', `/api/lessons/${newest.id}/`);
  expect((await read(made.id)).latest_lesson?.title).toBe('Roots');
});

test('pinned courses come first, and pinning does not change their date', async () => {
  const owner = await application.register();
  const made = [];
  for (const title of ['B', 'A', 'C']) made.push(await owner.makeCourse({ title }));
  const [b] = made;
  const pin = (method: string) => owner.call(method, `/api/courses/${b?.id ?? 0}/pin/`);
  for (const method of ['PUT', 'PUT']) expect((await pin(method)).status).toBe(204);
  const list = async () =>
    (await owner.get('/api/courses/'))
      .read(200, courseList)
      .map(({ title }) => title)
      .join('');
  expect(await list()).toBe('BCA');
  const [first] = (await owner.get('/api/courses/')).read(200, courseList);
  expect(first).toEqual({ ...b, is_pinned: true });
  for (const method of ['DELETE', 'DELETE']) expect((await pin(method)).status).toBe(204);
  expect(await list()).toBe('CAB');
  // As a browser does that always names a type.
  const typed = await owner.call('DELETE', `/api/courses/${b?.id ?? 0}/pin`, {
    headers: { 'content-type': 'application/json' },
  });
  expect(typed.status).toBe(204);
});

describe('of two editors of one course', () => {
  const put = (id: number, json: object) => teacher.call('PUT', `/api/courses/${id}/`, { json });

  test('the second sees a conflict, loses nothing, and may overwrite', async () => {
    const seen = await teacher.makeCourse(details);
    const first = (await put(seen.id, { ...details, title: 'First', updated_at: seen.updated_at })).read(
      200,
      course,
    );
    expect(Date.parse(first.updated_at)).toBeGreaterThan(Date.parse(seen.updated_at));
    const second = { ...details, title: 'Second', updated_at: seen.updated_at };
    expect((await put(seen.id, second)).readProblem(409)).toMatchObject({
      code: 'conflict',
      detail:
        'This course was changed elsewhere since you opened it. Load the newer version, or save again to overwrite it.',
    });
    expect(await read(seen.id)).toEqual(first);
    const { updated_at: ignored, ...overwriting } = second;
    expect(ignored).toBe(seen.updated_at);
    expect((await put(seen.id, overwriting)).read(200, course).title).toBe('Second');
    expect(
      (await put(seen.id, { ...details, updated_at: 'yesterday' })).readProblem(400).errors,
    ).toMatchObject([{ field: 'updated_at', message: expect.any(String) as string }]);
  });

  test('a save whose answer was lost succeeds when repeated, and changes nothing', async () => {
    const seen = await teacher.makeCourse(details);
    const save = { ...details, title: 'Once', updated_at: seen.updated_at };
    const first = (await put(seen.id, save)).read(200, course);
    expect((await put(seen.id, save)).read(200, course)).toEqual(first);
    (await put(seen.id, { ...save, outcomes: [{ short_name: 'LO9', description: 'Other' }] })).readProblem(
      409,
    );
  });

  test('at the same moment only one wins', async () => {
    const seen = await teacher.makeCourse(details);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        put(seen.id, { ...details, title: `Editor ${index}`, updated_at: seen.updated_at }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
    const winner = answers.find(({ status }) => status === 200)?.read(200, course);
    expect(await read(seen.id)).toEqual(winner);
  });

  test('a pin in between is not a change', async () => {
    const seen = await teacher.makeCourse(details);
    await teacher.call('PUT', `/api/courses/${seen.id}/pin/`);
    const saved = (await put(seen.id, { ...details, updated_at: seen.updated_at })).read(200, course);
    expect(saved.is_pinned).toBe(true);
  });
});
