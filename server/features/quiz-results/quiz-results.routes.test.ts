import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createdClassList } from '#contract/class-lists.ts';
import { attemptResult, quizResults, type QuizResults } from '#contract/quiz-results.ts';
import {
  classListList,
  DEFAULT_SHARED_QUIZ_SETTINGS,
  type SnapshotQuestion,
} from '#contract/shared-quizzes.ts';
import { hashStudentCode } from '#server/security/student-codes.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { forgetOldAttempts } from './quiz-results.ts';
import { insertTestClass, type TestStudent } from './testing/insert-test-class.ts';

let application: TestApplication;
let teacher: TestInstructor;
let stranger: TestInstructor;
let lessonId: number;
let passageId: string;

beforeAll(async () => {
  application = await startTestApplication({ worker: true });
  [teacher, stranger] = await Promise.all([application.register(), application.register()]);
  const lesson = await teacher.makeTextLesson('Plants turn light into sugar. Chlorophyll absorbs red light.');
  lessonId = lesson.id;
  const passage = await application.dependencies.database
    .selectFrom('passages')
    .select('id')
    .where('docsource_id', '=', lesson.docsource_id ?? '')
    .executeTakeFirstOrThrow();
  passageId = passage.id;
});
afterAll(() => application.close());

const questionOf = (key: number, change: Partial<SnapshotQuestion> = {}): SnapshotQuestion => ({
  key,
  question_id: null,
  lesson_id: lessonId,
  text: `Question ${key}`,
  type: 'multiple_choice',
  blooms_taxonomy: 'remember',
  difficulty: 'easy',
  outcome: 'LO1',
  options: ['A', 'B', 'C'].map((text, place) => ({ text, is_correct: place === 0 })),
  explanation: '',
  evidence: {
    quote: 'Plants turn light into sugar.',
    page: 1,
    start_second: null,
    end_second: null,
    passage_id: passageId,
  },
  key_points: [],
  rubric: null,
  ...change,
});
const essayOf = (key: number): SnapshotQuestion =>
  questionOf(key, {
    type: 'essay',
    options: [],
    outcome: 'LO2',
    key_points: ['Chlorophyll absorbs red light', 'Roots store starch'],
    rubric: 'One point each.',
  });

async function shareQuiz(): Promise<number> {
  const { database } = application.dependencies;
  const { id } = await database
    .insertInto('question_sets')
    .values({
      lesson_id: lessonId,
      job_id: null,
      name: 'Leaves',
      answer_style: 'multiple_choice',
      shortfall: 'null',
      saved_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // What has columns of its own is left out of the JSON.
  const settings = {
    ...DEFAULT_SHARED_QUIZ_SETTINGS,
    opens_at: undefined,
    closes_at: undefined,
    class_list_id: undefined,
  };
  const quiz = await database
    .insertInto('shared_quizzes')
    .values({
      question_set_id: id,
      instructor_id: teacher.id,
      code: `T${id}`,
      settings: JSON.stringify(settings),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return quiz.id;
}

const readResults = async (id: number): Promise<QuizResults> =>
  (await teacher.get(`/api/shared-quizzes/${id}/results/`)).read(200, quizResults.strict());

async function shareWith(questions: readonly SnapshotQuestion[], students: readonly TestStudent[]) {
  const id = await shareQuiz();
  const attempts = await insertTestClass(application.dependencies.database, id, 1, questions, students);
  return { id, attempts };
}

test('a quiz that no one took has results without figures', async () => {
  const { id } = await shareWith([questionOf(1)], []);
  const results = await readResults(id);
  expect(results).toMatchObject({ scores: null, reliability: null, counted_attempts: 0, sample: 'too_few' });
  expect(results.questions[0]).toMatchObject({ facility: null, discrimination: null, weaknesses: [] });
  expect([results.outcomes, results.sections, results.students]).toEqual([[], [], []]);
});

test('names the distractor that stronger students prefer, and where the class should look again', async () => {
  // The better a student is at questions 2 to 4, the likelier they choose B at question 1.
  const students = Array.from({ length: 12 }, (_, place) => ({
    name: `Student ${place}`,
    answers: [place < 6 ? 0 : 1, ...[3, 6, 9].map((level) => (place >= level ? 0 : 2))],
  }));
  const questions = [questionOf(1), questionOf(2, { outcome: 'LO2' }), questionOf(3), questionOf(4)];
  const { id } = await shareWith(questions, [
    ...students,
    { name: 'Preview', answers: [0, 0, 0, 0], isPreview: true },
    { name: 'Student 0', answers: [0, 0, 0, 0], attemptNumber: 2 },
  ]);
  const results = await readResults(id);
  expect(results).toMatchObject({ counted_attempts: 12, sample: 'small', reliability: { kind: 'kr20' } });
  expect(results.students).toHaveLength(13);
  expect(results.students[12]).toMatchObject({ attempt_number: 2, points: 4, maximum: 4 });
  const [first] = results.questions;
  expect(first?.facility).toBe(0.5);
  expect(first?.weaknesses).toEqual([
    { code: 'key_rejected', option: 0 },
    { code: 'distractor_preferred', option: 1 },
  ]);
  expect(first?.options[1]?.shares).toEqual({ count: 6, stronger: 1, weaker: 0 });
  expect(first).toMatchObject({ predicted_difficulty: 'easy', observed_difficulty: 'hard' });
  expect(results.outcomes.map(({ outcome, is_understood: is }) => [outcome, is])).toEqual([
    ['LO1', false],
    ['LO2', true],
  ]);
  expect(results.sections).toHaveLength(1);
  expect(results.sections[0]?.revisit[0]).toMatchObject({ lesson_id: lessonId, evidence: { page: 1 } });
});

test('an essay waits for its points, and its grade reaches the student’s score', async () => {
  const answer = 'Leaves are green. Chlorophyll absorbs red light well.';
  const { id, attempts } = await shareWith(
    [questionOf(1), essayOf(2)],
    [
      { name: 'Ana', answers: [0, answer] },
      { name: 'Ben', answers: [0, null] },
    ],
  );
  const [ana, ben] = (await readResults(id)).students;
  expect(ana).toMatchObject({ points: 1, maximum: 1, ungraded_keys: [2] });
  // Nothing was written, so there is nothing to grade.
  expect(ben).toMatchObject({ points: 1, maximum: 2, ungraded_keys: [] });

  const path = `/api/shared-quizzes/${id}/results/${attempts[0]}/`;
  const read = (await teacher.get(path)).read(200, attemptResult.strict());
  expect(read.answers[1]?.key_points).toEqual([
    { text: 'Chlorophyll absorbs red light', start: 18, end: answer.length },
    { text: 'Roots store starch', start: null, end: null },
  ]);
  const grade = { points: 0.5, comment: 'The roots are missing.' };
  const graded = (await teacher.call('PUT', `${path}answers/2/`, { json: grade })).read(200, attemptResult);
  expect(graded.answers[1]).toMatchObject(grade);
  expect(graded.student).toMatchObject({ points: 1.5, maximum: 2, ungraded_keys: [] });
  // A choice has its points already, and another instructor has no such attempt.
  (await teacher.call('PUT', `${path}answers/1/`, { json: grade })).readProblem(404);
  (await stranger.call('PUT', `${path}answers/2/`, { json: grade })).readProblem(404);
  (await teacher.call('PUT', `${path}answers/2/`, { json: { points: 1.1 } })).readProblem(400);
});

test('late answers are shown beside those in time, and count once the instructor accepts them', async () => {
  const { id, attempts } = await shareWith([questionOf(1)], [{ name: 'Ana', answers: [1] }]);
  const { database } = application.dependencies;
  const attemptId = attempts[0] ?? 0;
  await sql`insert into attempt_answers (attempt_id, question_key, is_late, choice, is_flagged, is_final, seconds_spent, device, sequence, points)
    values (${attemptId}, 1, true, 0, false, false, 20, 'test-device', 2, 1)`.execute(database);
  const path = `/api/shared-quizzes/${id}/results/${attemptId}/`;
  const before = (await teacher.get(path)).read(200, attemptResult);
  expect(before.student).toMatchObject({ has_late_answers: true, late_accepted: false, points: 0 });
  expect(before.answers[0]).toMatchObject({ choice: 1, is_late: false, late: { choice: 0, answer: null } });
  const accept = { json: { late_accepted: true } };
  (await stranger.call('PUT', path, accept)).readProblem(404);
  const after = (await teacher.call('PUT', path, accept)).read(200, attemptResult);
  expect(after.student).toMatchObject({ late_accepted: true, points: 1 });
  expect(after.answers[0]).toMatchObject({ choice: 0, is_late: true, late: null });
  expect((await readResults(id)).students[0]?.points).toBe(1);
});

test('a question keeps its results over versions, and one that was replaced is marked', async () => {
  const { id } = await shareWith([questionOf(1), questionOf(2)], [{ name: 'Ana', answers: [0, 0] }]);
  const changed = [questionOf(1), questionOf(3)];
  await insertTestClass(application.dependencies.database, id, 2, changed, [
    { name: 'Ben', answers: [1, 0] },
  ]);
  const { questions, version } = await readResults(id);
  expect(version).toBe(2);
  expect(questions.map((each) => [each.key, each.versions, each.is_current, each.answer_count])).toEqual([
    [1, [1, 2], true, 2],
    [3, [2], true, 1],
    [2, [1], false, 1],
  ]);
});

test('exports CSV whose texts are no formulas, and XLSX with the same cells', async () => {
  const { id } = await shareWith(
    [questionOf(1, { text: '=1+1' })],
    [{ name: '=HYPERLINK("http://evil.example")', answers: [0] }],
  );
  const csv = await teacher.get(`/api/shared-quizzes/${id}/export/?format=csv`);
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="results-${id}.csv"`);
  expect(csv.text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(csv.text).toContain('1. =1+1');
  const xlsx = await teacher.get(`/api/shared-quizzes/${id}/export/?format=xlsx`);
  expect(xlsx.text.startsWith('PK')).toBe(true);
  (await stranger.get(`/api/shared-quizzes/${id}/export/?format=csv`)).readProblem(404);
});

test('an attempt is deleted on request, and a year after its last answer', async () => {
  const { id, attempts } = await shareWith(
    [questionOf(1)],
    [
      { name: 'Ana', answers: [0] },
      { name: 'Ben', answers: [0] },
    ],
  );
  const path = `/api/shared-quizzes/${id}/results/${attempts[0]}/`;
  (await stranger.call('DELETE', path)).readProblem(404);
  expect((await teacher.call('DELETE', path)).status).toBe(204);
  (await teacher.get(path)).readProblem(404);
  const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);
  await forgetOldAttempts(application.dependencies, inDays(364));
  expect((await readResults(id)).students).toHaveLength(1);
  await forgetOldAttempts(application.dependencies, inDays(366));
  expect((await readResults(id)).students).toHaveLength(0);
});

test('a class list stores the hashes of the codes that it returns once', async () => {
  const members = [{ name: 'Ana', student_number: '7' }, { name: 'Ben' }];
  const answer = await teacher.post('/api/class-lists/', { name: 'Biology 1', members });
  const list = answer.read(201, createdClassList.strict());
  expect(list.members.map(({ name }) => name)).toEqual(['Ana', 'Ben']);
  const { database, secrets } = application.dependencies;
  const rows = await database
    .selectFrom('class_list_members')
    .select(['name', 'code_hash'])
    .where('class_list_id', '=', list.id)
    .orderBy('name')
    .execute();
  expect(rows.map(({ code_hash: hash }) => hash)).toEqual(
    list.members.map(({ code }) => hashStudentCode(secrets, code)),
  );
  const again = await teacher.post(`/api/class-lists/${list.id}/codes/`);
  const renewed = again.read(200, createdClassList.strict());
  expect(renewed.members.map(({ name, student_number: number }) => [name, number])).toEqual([
    ['Ana', '7'],
    ['Ben', ''],
  ]);
  const hashes = await database
    .selectFrom('class_list_members')
    .select('code_hash')
    .where('class_list_id', '=', list.id)
    .orderBy('name')
    .execute();
  expect(hashes.map(({ code_hash: hash }) => hash)).toEqual(
    renewed.members.map(({ code }) => hashStudentCode(secrets, code)),
  );
  expect(renewed.members[0]?.code).not.toBe(list.members[0]?.code);
  (await stranger.post(`/api/class-lists/${list.id}/codes/`)).readProblem(404);
  const audited = await database
    .selectFrom('audit_log')
    .select(['actor_id', 'subject_id'])
    .where('action', '=', 'class_list_codes_replaced')
    .execute();
  expect(audited).toEqual([{ actor_id: teacher.id, subject_id: String(list.id) }]);
  (await teacher.post('/api/class-lists/', { name: 'Empty', members: [] })).readProblem(400);
  const listed = (await teacher.get('/api/class-lists/')).read(200, classListList);
  expect(listed).toEqual([{ id: list.id, name: 'Biology 1', member_count: 2, created_at: list.created_at }]);
  expect((await stranger.get('/api/class-lists/')).read(200, classListList)).toEqual([]);
  (await stranger.call('DELETE', `/api/class-lists/${list.id}/`)).readProblem(404);
  expect((await teacher.call('DELETE', `/api/class-lists/${list.id}/`)).status).toBe(204);
});
