import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { coverage } from '#contract/coverage.ts';
import { createdExam, USUAL_MINUTES } from '#contract/exams.ts';
import type { WireLesson } from '#contract/lessons.ts';
import { questionBank } from '#contract/question-bank.ts';
import { questionSetDraft, questionSetVersionWithQuestions } from '#contract/question-editing.ts';
import {
  questionSetList,
  questionSetWithQuestions,
  type QuestionSetWithQuestions,
} from '#contract/quizzes.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { makeReadLesson } from './bank/testing/bank-test.ts';
import { insertExamCandidates } from './exam/testing/insert-exam-candidates.ts';

let application: TestApplication;
let teacher: TestInstructor;
let courseId: number;
let first: WireLesson;
let second: WireLesson;
let quizId: number;
beforeAll(async () => {
  application = await startTestApplication();
  teacher = await application.register();
});
afterAll(() => application.close());

/** A saved quiz with two questions about each of two lessons; it belongs to the first. */
beforeEach(async () => {
  courseId = (await teacher.makeCourse()).id;
  const details = { course: courseId };
  first = await makeReadLesson(application, teacher, 'Glaciers carve valleys out of rock.', {
    ...details,
    title: 'Ice',
  });
  second = await makeReadLesson(application, teacher, 'A tariff is a tax on imports.', {
    ...details,
    title: 'Trade',
  });
  await insertExamCandidates(application, first, 2, { level: 'remember' });
  await insertExamCandidates(application, second, 2, { level: 'apply' });
  const cells = (['remember', 'apply'] as const).map((level) => ({
    outcome: null,
    level,
    answer_style: 'multiple_choice',
    count: 2,
  }));
  const made = await teacher.post(`/api/courses/${courseId}/exams/`, {
    name: 'Exam',
    lesson_ids: [first.id, second.id],
    version_count: 1,
    minutes: USUAL_MINUTES,
    cells,
  });
  const [set] = made.read(201, createdExam).question_sets;
  quizId = set?.id ?? 0;
});

const readQuiz = async (id = quizId): Promise<QuestionSetWithQuestions> =>
  (await teacher.get(`/api/question-sets/by_question_set/?question_set_id=${id}`)).read(
    200,
    questionSetWithQuestions,
  );
const list = async (path: string): Promise<number[]> =>
  (await teacher.get(path)).read(200, questionSetList).map(({ id }) => id);
const listOf = (lesson: WireLesson): Promise<number[]> =>
  list(`/api/question-sets/by_lesson/?lesson_id=${lesson.id}`);
const lessonsOf = ({ questions }: Pick<QuestionSetWithQuestions, 'questions'>): number[] =>
  questions.map(({ lesson_id: id }) => id);
const trash = async (lesson: WireLesson): Promise<void> => {
  expect((await teacher.call('DELETE', `/api/lessons/${lesson.id}/`)).status).toBe(204);
};
const restore = async (lesson: WireLesson): Promise<void> => {
  expect((await teacher.post(`/api/trash/lessons/${lesson.id}/restore/`)).status).toBe(200);
};

test('is listed with every lesson that it asks about, and once with its course', async () => {
  expect([await listOf(first), await listOf(second)]).toEqual([[quizId], [quizId]]);
  expect(await list(`/api/question-sets/?course_id=${courseId}`)).toEqual([quizId]);
  const { question_set: set, questions } = await readQuiz();
  expect(set.lessons).toEqual([
    { id: first.id, title: 'Ice' },
    { id: second.id, title: 'Trade' },
  ]);
  expect(lessonsOf({ questions })).toEqual([first.id, first.id, second.id, second.id]);
});

test('its questions count as used in the banks of both lessons', async () => {
  for (const lesson of [first, second]) {
    const bank = (await teacher.get(`/api/lessons/${lesson.id}/question-bank/`)).read(200, questionBank);
    expect(bank.candidates.map(({ used_in: uses }) => uses)).toEqual([
      [{ question_set_id: quizId, name: 'Exam' }],
      [{ question_set_id: quizId, name: 'Exam' }],
    ]);
  }
});

describe('deleting', () => {
  test('the quiz’s lesson leaves the quiz with the other one, complete', async () => {
    const before = await readQuiz();
    await trash(first);
    const after = await readQuiz();
    expect(after.question_set).toMatchObject({
      lesson_id: second.id,
      lessons: [{ id: second.id, title: 'Trade' }],
    });
    expect(after.questions.map(({ text }) => text)).toEqual(before.questions.map(({ text }) => text));
    expect(lessonsOf(after)).toEqual(lessonsOf(before));
    expect((await teacher.get(`/api/question-sets/by_lesson/?lesson_id=${first.id}`)).status).toBe(404);
    await restore(first);
    expect((await readQuiz()).question_set.lessons).toHaveLength(2);
    expect(await listOf(first)).toEqual([quizId]);
  });

  test('it for good leaves the quiz, too', async () => {
    await teacher.deleteForGood('lesson', first.id);
    const { question_set: set, questions } = await readQuiz();
    expect([set.question_count, set.lesson_id]).toEqual([4, second.id]);
    expect(questions).toHaveLength(4);
  });

  test('all its lessons hides the quiz; the first one that is restored brings it back', async () => {
    await trash(first);
    await trash(second);
    const path = `/api/question-sets/by_question_set/?question_set_id=${quizId}`;
    expect((await teacher.get(path)).status).toBe(404);
    await restore(first);
    expect((await readQuiz()).question_set).toMatchObject({ lesson_id: first.id, question_count: 4 });
  });

  test('one of two lessons in the trash for good keeps the quiz for the other', async () => {
    await trash(first);
    await trash(second);
    await teacher.call('DELETE', `/api/trash/lessons/${second.id}/`);
    await restore(first);
    expect((await readQuiz()).question_set).toMatchObject({ lesson_id: first.id, question_count: 4 });
  });

  test('a lesson that nothing else asks about takes its quizzes along', async () => {
    await teacher.deleteForGood('lesson', second.id);
    await teacher.deleteForGood('lesson', first.id);
    const path = `/api/question-sets/by_question_set/?question_set_id=${quizId}`;
    expect((await teacher.get(path)).status).toBe(404);
  });
});

test('moving the quiz’s lesson to another course leaves the quiz in its course', async () => {
  const other = await teacher.makeCourse();
  const moved = await teacher.call('PUT', `/api/lessons/${first.id}/`, {
    json: { title: 'Ice', course: other.id },
  });
  expect(moved.status).toBe(200);
  expect(await list(`/api/question-sets/?course_id=${courseId}`)).toEqual([quizId]);
  expect((await readQuiz()).question_set).toMatchObject({
    lesson_id: second.id,
    lessons: [{ id: first.id }, {}],
  });
});

test('a copied course has the quiz about its own lessons', async () => {
  const copied = await teacher.post(`/api/courses/${courseId}/copy/`, { title: 'Next year' });
  const { id } = JSON.parse(copied.text) as { id: number };
  const [copy] = await list(`/api/question-sets/?course_id=${id}`);
  const { question_set: set, questions } = await readQuiz(copy);
  expect(set.lessons.map(({ title }) => title)).toEqual(['Ice', 'Trade']);
  const own = set.lessons.map((lesson) => lesson.id);
  expect(own).not.toContain(first.id);
  expect(lessonsOf({ questions })).toEqual([own[0], own[0], own[1], own[1]]);
});

describe('editing', () => {
  const readDraft = async () =>
    (await teacher.get(`/api/question-sets/${quizId}/draft/`)).read(200, questionSetDraft);
  const send = (method: 'PUT' | 'POST', action: string, questions: unknown[]) =>
    teacher.call(method, `/api/question-sets/${quizId}/${action}/`, {
      json: { based_on_version: 1, questions },
    });

  test('questions keep their lessons, with and without a client that names them', async () => {
    const { questions } = await readDraft();
    expect(questions.map(({ lesson_id: id }) => id)).toEqual([first.id, first.id, second.id, second.id]);
    // Every quote is found in its own lesson.
    expect(questions.flatMap(({ flaws }) => flaws.map(({ code }) => code))).not.toContain(
      'evidence_not_verbatim',
    );
    const sent = questions.toReversed().map(({ lesson_id: lessonId, ...question }, index) => ({
      ...question,
      ...(index < 2 ? { lesson_id: lessonId } : {}),
    }));
    const draft = (await send('PUT', 'draft', sent)).read(200, questionSetDraft);
    expect(draft.questions.map(({ lesson_id: id }) => id)).toEqual([
      second.id,
      second.id,
      first.id,
      first.id,
    ]);
    (await send('POST', 'publish', sent)).read(200, questionSetWithQuestions);
    expect(lessonsOf(await readQuiz())).toEqual([second.id, second.id, first.id, first.id]);
    const version = await teacher.get(`/api/question-sets/${quizId}/versions/1/`);
    expect(
      version.read(200, questionSetVersionWithQuestions).questions.map(({ lesson_id: id }) => id),
    ).toEqual([first.id, first.id, second.id, second.id]);
  });

  test('refuses a lesson of another instructor', async () => {
    const stranger = await application.register();
    const theirs = await makeReadLesson(application, stranger, 'A secret.');
    const { questions } = await readDraft();
    const problem = (await send('PUT', 'draft', [{ ...questions[0], lesson_id: theirs.id }])).readProblem(
      400,
    );
    expect(problem.errors).toMatchObject([{ field: 'questions.0.lesson_id' }]);
  });

  test('a draft of a quiz whose lesson is deleted keeps the lessons of its questions', async () => {
    const { questions } = await readDraft();
    await send('PUT', 'draft', questions);
    await trash(first);
    const draft = await readDraft();
    expect(draft.is_draft).toBe(true);
    expect(draft.questions.map(({ lesson_id: id }) => id)).toEqual([
      first.id,
      first.id,
      second.id,
      second.id,
    ]);
    (await send('PUT', 'draft', draft.questions)).read(200, questionSetDraft);
  });

  test('another question is written about the named lesson of the quiz, and no other', async () => {
    const [stem] = await insertExamCandidates(application, second, 1);
    const answer = await teacher.post(`/api/question-sets/${quizId}/regenerate/`, {
      avoid: [],
      lesson_id: second.id,
    });
    expect(JSON.parse(answer.text)).toMatchObject({ question: { text: stem, lesson_id: second.id } });
    const third = await makeReadLesson(application, teacher, 'Elsewhere.', { course: courseId });
    const problem = (
      await teacher.post(`/api/question-sets/${quizId}/regenerate/`, { avoid: [], lesson_id: third.id })
    ).readProblem(400);
    expect(problem.errors).toMatchObject([{ field: 'lesson_id' }]);
  });
});

test('the coverage map of each lesson counts its own questions', async () => {
  for (const lesson of [first, second]) {
    const answer = await teacher.get(`/api/question-sets/${quizId}/coverage/?lesson_id=${lesson.id}`);
    const { sections, unplaced_question_ids: unplaced } = answer.read(200, coverage);
    expect(sections.flatMap(({ question_ids: ids }) => ids)).toHaveLength(2);
    expect(unplaced).toEqual([]);
  }
  const third = await makeReadLesson(application, teacher, 'Elsewhere.', { course: courseId });
  (await teacher.get(`/api/question-sets/${quizId}/coverage/?lesson_id=${third.id}`)).readProblem(400);
});

test('questions of another lesson of the course can be appended, of another course not', async () => {
  const third = await makeReadLesson(application, teacher, 'Lichen grows on basalt.', { course: courseId });
  await insertExamCandidates(application, third, 1);
  const readIds = async (lesson: WireLesson): Promise<number[]> =>
    (await teacher.get(`/api/lessons/${lesson.id}/question-bank/`))
      .read(200, questionBank)
      .candidates.map(({ id }) => id);
  const append = async (lesson: WireLesson) =>
    teacher.post('/api/question-sets/from_bank/', {
      lesson_id: lesson.id,
      candidate_ids: await readIds(lesson),
      question_set_id: quizId,
    });
  const longer = (await append(third)).read(200, questionSetWithQuestions);
  expect(longer.question_set.lessons.map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
  const elsewhere = await makeReadLesson(application, teacher, 'Rivers carry sand.');
  await insertExamCandidates(application, elsewhere, 1);
  (await append(elsewhere)).readProblem(404);
});

test('a quiz stored by an earlier version is about its lesson, also after it has moved to another', async () => {
  const { database } = application.dependencies;
  await database
    .updateTable('questions')
    .set({ lesson_id: null })
    .where('question_set_id', '=', quizId)
    .where('lesson_id', '=', first.id)
    .execute();
  expect(lessonsOf(await readQuiz())).toEqual([first.id, first.id, second.id, second.id]);
  await trash(first);
  expect(lessonsOf(await readQuiz())).toEqual([first.id, first.id, second.id, second.id]);
});
