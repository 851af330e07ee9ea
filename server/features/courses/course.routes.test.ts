import { expect, test } from 'vitest';
import { course, courseList } from '#contract/courses.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication();
const [teacher, stranger] = await Promise.all([application.register(), application.register()]);

const details = { title: 'Botany', description: 'Plants.', department: 'Biology' };

test('a course lives: made, read, changed, listed, deleted', async () => {
  const outcomes = [
    { short_name: 'LO1', description: 'Names the parts of a leaf.' },
    { short_name: 'LO2', description: 'Explains photosynthesis.' },
  ];
  const made = await teacher.makeCourse({ ...details, outcomes });
  expect(made).toMatchObject({ ...details, outcomes, instructor_id: teacher.id, lesson_count: 0 });
  expect((await teacher.get(`/api/courses/${made.id}/`)).read(200, course)).toEqual(made);
  const changed = await teacher.call('PUT', `/api/courses/${made.id}`, {
    json: { ...details, title: 'Botany II', outcomes: [...outcomes].reverse().slice(0, 1) },
  });
  const after = changed.read(200, course);
  expect(after).toMatchObject({ title: 'Botany II', outcomes: [outcomes[1]] });
  expect((await teacher.get('/api/courses')).read(200, courseList)).toContainEqual(after);
  const gone = await teacher.call('DELETE', `/api/courses/${made.id}/`);
  expect([gone.status, gone.text]).toEqual([204, '']);
  (await teacher.get(`/api/courses/${made.id}/`)).readProblem(404);
  (await teacher.call('DELETE', `/api/courses/${made.id}/`)).readProblem(404);
});

test('names what is missing with the fixed text', async () => {
  const problem = (await teacher.post('/api/courses/', { title: '  ', department: null })).readProblem(400);
  const message = 'Please fill out all required fields for course details.';
  expect(problem).toMatchObject({ code: 'validation_failed', detail: message });
  expect(problem.errors).toMatchObject([
    { field: 'title', message },
    { field: 'description', message },
    { field: 'department', message },
  ]);
});

test('outcomes: at most 10, with unique short names of at most 5 characters', async () => {
  const outcome = (number: number, shortName = `L${number}`) => ({
    short_name: shortName,
    description: 'Can.',
  });
  const post = async (outcomes: unknown) =>
    (await teacher.post('/api/courses/', { ...details, outcomes })).readProblem(400);
  const eleven = Array.from({ length: 11 }, (_, index) => outcome(index));
  expect(await post(eleven)).toMatchObject({ detail: 'You can add a maximum of 10 outcomes.' });
  expect((await teacher.makeCourse({ outcomes: eleven.slice(1) })).outcomes).toHaveLength(10);
  expect((await post([outcome(1), outcome(2, 'SIXSIX')])).errors).toMatchObject([
    { field: 'outcomes.1.short_name', message: 'Must be 5 characters or fewer.' },
  ]);
  expect((await post([outcome(1), outcome(1, 'l1')])).errors).toMatchObject([
    { field: 'outcomes', message: 'Give each outcome a different short name.' },
  ]);
  expect((await post([{ short_name: 'A', description: ' ' }])).errors).toMatchObject([
    { field: 'outcomes.0.description', message: 'Describe the outcome.' },
  ]);
});

test('a course is made and kept in one’s own name only', async () => {
  const made = await teacher.makeCourse();
  const json = { ...details, instructor_id: stranger.id };
  for (const answer of [
    await teacher.post('/api/courses/', json),
    await teacher.call('PUT', `/api/courses/${made.id}/`, { json }),
  ]) {
    expect(answer.readProblem(400).errors).toMatchObject([
      { field: 'instructor_id', message: `Use your own instructor id, ${teacher.id}.` },
    ]);
  }
  const zero = (await teacher.post('/api/courses/', { ...details, instructor_id: 0 })).readProblem(400);
  expect(zero.errors).toMatchObject([{ field: 'instructor_id', message: 'Must be 1 or more.' }]);
  const { instructor_id: ignored, ...withoutId } = json;
  expect(ignored).toBe(stranger.id);
  expect((await teacher.post('/api/courses/', withoutId)).read(201, course).instructor_id).toBe(teacher.id);
});

test('lists have the newest course first', async () => {
  const owner = await application.register();
  for (const title of ['beta', 'Alpha', 'alpha']) await owner.makeCourse({ title });
  const listed = (await owner.get('/api/courses/')).read(200, courseList);
  expect(listed.map(({ title }) => title)).toEqual(['alpha', 'Alpha', 'beta']);
});
