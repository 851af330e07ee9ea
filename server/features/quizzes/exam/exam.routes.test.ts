import mammoth from 'mammoth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountExport } from '#contract/account-export.ts';
import {
  createdExam,
  examPlan,
  USUAL_MINUTES,
  type BlueprintCell,
  type CreatedExam,
  type ExamBlueprint,
  type ExamPlan,
} from '#contract/exams.ts';
import { questionSetWithQuestions, type QuestionSetWithQuestions } from '#contract/quizzes.ts';
import type { WireLesson } from '#contract/lessons.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { jobContext, makeReadLesson, workerOf } from '../bank/testing/bank-test.ts';
import { prepareQuestions } from '../bank/prepare-questions.ts';
import { createScriptedBankWriter } from '../bank/testing/scripted-bank-writer.ts';
import { matchOutcomes } from './match-outcomes.ts';
import { insertExamCandidates, markBankMatched } from './testing/insert-exam-candidates.ts';

let application: TestApplication;
let teacher: TestInstructor;
beforeAll(async () => {
  application = await startTestApplication();
  teacher = await application.register();
});
afterAll(() => application.close());

const OUTCOMES = [
  { short_name: 'A', description: 'Explains how glaciers carve valleys.' },
  { short_name: 'B', description: 'Compares tariffs with quotas.' },
];
const GLACIERS =
  'Glaciers carve valleys because ice drags rocks along. A moraine remains where the ice melts.';
const TRADE =
  'A tariff is a tax on imports. Quotas limit how much is imported. Tariffs earn money for a state.';

interface ExamCourse {
  readonly id: number;
  readonly lessons: readonly [WireLesson, WireLesson];
}

async function makeCourse(): Promise<ExamCourse> {
  const { id } = await teacher.makeCourse({ title: 'Earth and trade', outcomes: OUTCOMES });
  const first = await makeReadLesson(application, teacher, GLACIERS, { course: id, title: 'Glaciers' });
  const second = await makeReadLesson(application, teacher, TRADE, { course: id, title: 'Trade' });
  for (const lesson of [first, second]) await markBankMatched(application, lesson.id, OUTCOMES);
  return { id, lessons: [first, second] };
}

const cell = (count: number, more: Partial<BlueprintCell> = {}): BlueprintCell => ({
  outcome: null,
  level: 'remember',
  answer_style: 'multiple_choice',
  count,
  ...more,
});
const blueprintOf = (
  { lessons }: ExamCourse,
  cells: BlueprintCell[],
  more: Partial<ExamBlueprint> = {},
): ExamBlueprint => ({
  name: 'Midterm',
  lesson_ids: lessons.map(({ id }) => id),
  version_count: 1,
  minutes: USUAL_MINUTES,
  cells,
  ...more,
});
const path = (id: number): string => `/api/courses/${id}/exam-blueprint/`;
const readPlan = async (id: number): Promise<ExamPlan> =>
  (await teacher.get(path(id))).read(200, examPlan.strict());
const put = (id: number, json: unknown) => teacher.call('PUT', path(id), { json });
const plan = async (id: number, blueprint: ExamBlueprint): Promise<ExamPlan> =>
  (await put(id, blueprint)).read(200, examPlan.strict());
const create = async (id: number, blueprint: ExamBlueprint): Promise<CreatedExam> =>
  (await teacher.post(`/api/courses/${id}/exams/`, blueprint)).read(201, createdExam.strict());
const readQuiz = async (id: number): Promise<QuestionSetWithQuestions> =>
  (await teacher.get(`/api/question-sets/by_question_set/?question_set_id=${id}`)).read(
    200,
    questionSetWithQuestions.strict(),
  );

describe('the plan', () => {
  test('of a course without a blueprint has all its lessons, no cells, and what the banks hold', async () => {
    const course = await makeCourse();
    await insertExamCandidates(application, course.lessons[0], 2, { outcome: 'A', level: 'apply' });
    await insertExamCandidates(application, course.lessons[1], 1, { answer_style: 'essay' });
    const found = await readPlan(course.id);
    expect(found.blueprint).toEqual(blueprintOf(course, [], { name: 'Earth and trade' }));
    expect(found.outcomes).toEqual(OUTCOMES);
    expect(found.lessons).toMatchObject([
      { title: 'Glaciers', has_text: true, ready_count: 2 },
      { title: 'Trade', has_text: true, ready_count: 1 },
    ]);
    expect(found.ready).toHaveLength(2);
    expect(found.ready).toEqual(
      expect.arrayContaining([cell(2, { outcome: 'A', level: 'apply' }), cell(1, { answer_style: 'essay' })]),
    );
    expect(found).toMatchObject({ total_minutes: 0, is_matching: false, cells: [] });
  });

  test('says per cell what is missing and which lessons have material for it', async () => {
    const course = await makeCourse();
    const [glaciers, trade] = course.lessons;
    await insertExamCandidates(application, glaciers, 1, { outcome: 'A' });
    const {
      cells,
      versions,
      total_minutes: minutes,
    } = await plan(
      course.id,
      blueprintOf(course, [
        cell(3, { outcome: 'A' }),
        cell(1, { outcome: 'B', level: 'analyze' }),
        cell(2, { answer_style: 'essay', level: 'create' }),
      ]),
    );
    expect(cells).toEqual([
      { ...cell(3, { outcome: 'A' }), drawn_count: 1, lesson_ids: [glaciers.id] },
      { ...cell(1, { outcome: 'B', level: 'analyze' }), drawn_count: 0, lesson_ids: [trade.id] },
      {
        ...cell(2, { answer_style: 'essay', level: 'create' }),
        drawn_count: 0,
        lesson_ids: [glaciers.id, trade.id],
      },
    ]);
    expect(versions).toEqual([{ name: 'A', question_count: 1, shared_count: 0 }]);
    expect(minutes).toBe(3 * 1 + 2 + 2 * 20);
  });

  test('is kept with the course, and follows when lessons and outcomes go', async () => {
    const course = await makeCourse();
    const blueprint = blueprintOf(course, [cell(2), cell(1, { outcome: 'B' })]);
    await plan(course.id, blueprint);
    expect((await readPlan(course.id)).blueprint).toEqual(blueprint);
    await teacher.call('DELETE', `/api/lessons/${course.lessons[1].id}/`);
    const { description, department, title } = {
      description: 'D',
      department: 'E',
      title: 'Earth and trade',
    };
    const json = { title, description, department, outcomes: OUTCOMES.slice(0, 1) };
    expect((await teacher.call('PUT', `/api/courses/${course.id}/`, { json })).status).toBe(200);
    expect((await readPlan(course.id)).blueprint).toEqual({
      ...blueprint,
      lesson_ids: [course.lessons[0].id],
      cells: [cell(2)],
    });
  });

  test('has questions matched again when the outcomes have changed, in one job', async () => {
    const course = await makeCourse();
    const [glaciers] = course.lessons;
    await insertExamCandidates(application, glaciers, 1, { outcome: 'A' });
    const json = { title: 'T', description: 'D', department: 'E', outcomes: [] };
    await teacher.call('PUT', `/api/courses/${course.id}/`, { json });
    const jobsOf = async () =>
      (await application.dependencies.jobs.listUnfinished('match-outcomes')).filter(
        (payload) => (payload as { lesson_ids: number[] }).lesson_ids[0] === glaciers.id,
      );
    expect((await readPlan(course.id)).is_matching).toBe(true);
    expect((await readPlan(course.id)).is_matching).toBe(true);
    expect(await jobsOf()).toHaveLength(1);
    await matchOutcomes(workerOf(application), [glaciers.id, 2_000_000_000], new AbortController().signal);
    const found = await readPlan(course.id);
    expect([found.is_matching, found.ready]).toEqual([false, [cell(1)]]);
  });

  test.each<[string, (course: ExamCourse) => unknown, string]>([
    [
      'an outcome that the course lacks',
      (of) => blueprintOf(of, [cell(1, { outcome: 'Z' })]),
      'cells.0.outcome',
    ],
    ['a cell twice', (of) => blueprintOf(of, [cell(1), cell(2)]), 'cells'],
    [
      'more than a hundred questions',
      (of) => blueprintOf(of, [cell(60), cell(41, { level: 'apply' })]),
      'cells',
    ],
    ['four versions', (of) => blueprintOf(of, [], { version_count: 4 }), 'version_count'],
    ['no minutes', (of) => ({ ...blueprintOf(of, []), minutes: {} }), 'minutes.multiple_choice'],
    ['a name with NUL', (of) => blueprintOf(of, [], { name: 'a\u0000' }), 'name'],
  ])('refuses %s', async (_, make, field) => {
    const course = await makeCourse();
    const problem = (await put(course.id, make(course))).readProblem(400);
    expect(problem.errors?.map((error) => error.field)).toContain(field);
  });

  test('refuses lessons of another course, and another instructor’s course', async () => {
    const [course, other] = [await makeCourse(), await makeCourse()];
    (await put(course.id, blueprintOf(other, []))).readProblem(404);
    const stranger = await application.register();
    (await stranger.get(path(course.id))).readProblem(404);
    (await stranger.call('PUT', path(course.id), { json: blueprintOf(course, []) })).readProblem(404);
    (await stranger.post(`/api/courses/${course.id}/exams/`, blueprintOf(course, [cell(1)]))).readProblem(
      404,
    );
  });
});

describe('creating', () => {
  test('parallel versions are saved quizzes over several lessons, without a question in common', async () => {
    const course = await makeCourse();
    const [glaciers, trade] = course.lessons;
    await insertExamCandidates(application, glaciers, 4, { outcome: 'A' });
    await insertExamCandidates(application, trade, 4, { outcome: 'B', level: 'apply' });
    const cells = [cell(2, { outcome: 'A' }), cell(2, { outcome: 'B', level: 'apply' })];
    const { question_sets: sets } = await create(course.id, blueprintOf(course, cells, { version_count: 2 }));
    expect(sets.map(({ name }) => name)).toEqual(['Midterm A', 'Midterm B']);
    const quizzes = [];
    for (const set of sets) quizzes.push(await readQuiz(set.id));
    for (const { question_set: set, questions, shortfall, uncovered_outcomes: uncovered } of quizzes) {
      expect(set.saved_at).not.toBeNull();
      expect(set.lessons.map(({ title }) => title).toSorted()).toEqual(['Glaciers', 'Trade']);
      expect([shortfall, uncovered]).toEqual([null, []]);
      expect(questions.map(({ outcome, blooms_taxonomy: level }) => [outcome?.short_name, level])).toEqual([
        ['A', 'remember'],
        ['A', 'remember'],
        ['B', 'apply'],
        ['B', 'apply'],
      ]);
      for (const { outcome, lesson_id: lessonId } of questions)
        expect(lessonId).toBe(outcome?.short_name === 'A' ? glaciers.id : trade.id);
    }
    expect(new Set(quizzes.flatMap(({ questions }) => questions.map(({ text }) => text))).size).toBe(8);
  });

  test('where the banks have too few, versions share questions and quizzes are short, and say so', async () => {
    const course = await makeCourse();
    await insertExamCandidates(application, course.lessons[0], 3);
    const blueprint = blueprintOf(course, [cell(2), cell(2, { level: 'analyze' })], { version_count: 3 });
    const { question_sets: sets, plan: given } = await create(course.id, blueprint);
    expect(given.versions.map(({ shared_count: count }) => count)).toEqual([2, 2, 2]);
    expect(sets).toHaveLength(3);
    const { questions, shortfall } = await readQuiz(sets[0]?.id ?? 0);
    expect(questions).toHaveLength(2);
    expect(shortfall).toMatchObject({ asked: 4, made: 2, reason_coded: { code: 'exam_short' } });
  });

  test('one version has no letter, and a new exam asks what the last one did not', async () => {
    const course = await makeCourse();
    await insertExamCandidates(application, course.lessons[0], 4);
    const blueprint = blueprintOf(course, [cell(2)]);
    const stems: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const { question_sets: sets } = await create(course.id, blueprint);
      expect(sets.map(({ name }) => name)).toEqual(['Midterm']);
      stems.push(...(await readQuiz(sets[0]?.id ?? 0)).questions.map(({ text }) => text));
    }
    expect(new Set(stems).size).toBe(4);
  });

  test.each<[string, Partial<ExamBlueprint>, string]>([
    ['a name', { name: ' ' }, 'name'],
    ['lessons', { lesson_ids: [] }, 'lesson_ids'],
    ['questions', { cells: [] }, 'cells'],
  ])('needs %s', async (_, change, field) => {
    const course = await makeCourse();
    const blueprint = { ...blueprintOf(course, [cell(1)]), ...change };
    const problem = (await teacher.post(`/api/courses/${course.id}/exams/`, blueprint)).readProblem(400);
    expect(problem.errors?.map((error) => error.field)).toEqual([field]);
  });

  test('makes nothing when no question fits', async () => {
    const course = await makeCourse();
    const problem = (
      await teacher.post(`/api/courses/${course.id}/exams/`, blueprintOf(course, [cell(1)]))
    ).readProblem(409);
    expect(problem.code).toBe('conflict');
  });
});

test('more questions of a level and style are prepared for a lesson', async () => {
  const course = await makeCourse();
  const [glaciers] = course.lessons;
  const query = '?answer_style=essay&taxonomy_level=evaluate';
  const asked = await teacher.post(`/api/lessons/${glaciers.id}/question-bank/prepare/${query}`);
  expect(asked.status).toBe(202);
  const [payload] = (await application.dependencies.jobs.listUnfinished('prepare-questions')).filter(
    (each) => (each as { lesson_id: number }).lesson_id === glaciers.id && 'wanted' in each,
  );
  expect(payload).toMatchObject({
    wanted: { answer_style: 'essay', taxonomy_level: 'evaluate', count: 12 },
  });
  const { job_id: jobId } = await application.dependencies.database
    .selectFrom('question_banks')
    .select('job_id')
    .where('lesson_id', '=', glaciers.id)
    .executeTakeFirstOrThrow();
  const writer = createScriptedBankWriter();
  const requests: unknown[] = [];
  await prepareQuestions(
    workerOf(application),
    payload as Parameters<typeof prepareQuestions>[1],
    jobContext({ jobId: jobId ?? '' }),
    (lesson, request) => {
      requests.push([request.answerStyle, request.levels, request.count]);
      return writer.write(lesson, { ...request, count: 0 });
    },
  );
  expect(requests[0]).toEqual(['essay', ['evaluate'], 12]);
  (await teacher.post(`/api/lessons/${glaciers.id}/question-bank/prepare/?answer_style=poem`)).readProblem(
    400,
  );
});

test('the blueprint is copied with the course, and is in the account export', async () => {
  const course = await makeCourse();
  const blueprint = blueprintOf(course, [cell(2, { outcome: 'A' })]);
  await plan(course.id, blueprint);
  const copied = await teacher.post(`/api/courses/${course.id}/copy/`, { title: 'Next year' });
  const { id } = JSON.parse(copied.text) as { id: number };
  const copy = await readPlan(id);
  expect(copy.blueprint).toEqual({ ...blueprint, lesson_ids: copy.lessons.map((lesson) => lesson.id) });
  expect(copy.blueprint.lesson_ids).toHaveLength(2);
  const exported = (await teacher.get('/api/auth/export/')).read(200, accountExport);
  expect(exported.exam_blueprints).toContainEqual(
    expect.objectContaining({ course_id: course.id, blueprint }) as unknown,
  );
});

test('the printed key names the lesson of each answer', async () => {
  const course = await makeCourse();
  for (const lesson of course.lessons) await insertExamCandidates(application, lesson, 1);
  const {
    question_sets: [exam],
  } = await create(course.id, blueprintOf(course, [cell(2)]));
  const response = await fetch(`${application.origin}/api/question-sets/${exam?.id}/print/`, {
    method: 'POST',
    headers: { ...teacher.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ part: 'key', format: 'docx' }),
  });
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(await response.arrayBuffer()) });
  for (const lesson of ['(Glaciers)', '(Trade)']) expect(value).toContain(lesson);
});
