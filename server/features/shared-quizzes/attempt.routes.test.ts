import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerSaved, joinedAttempt, studentAttempt, type StudentAttempt } from '#contract/attempts.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import {
  liveQuiz,
  previewLink,
  sharedQuiz,
  type ChangeSharedQuizRequest,
  type SharedQuiz,
} from '#contract/shared-quizzes.ts';
import { createStudentCode, hashStudentCode } from '#server/security/student-codes.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { Answer, TestInstructor } from '#server/testing/test-instructor.ts';
import { beat, submitOverdue } from './keep-time.ts';

let application: TestApplication;
let instructor: TestInstructor;
let lessonId: number;
beforeAll(async () => {
  application = await startTestApplication();
  instructor = await application.register();
  const lesson = await instructor.makeLesson({ file: 'https://example.org/a.pdf' });
  lessonId = lesson.id;
});
afterAll(() => application.close());

const SECRET = 'because the pigment reflects green';
const question = (number: number, key: string) => ({
  text: `Question ${number}: what does ${key} do?`,
  type: 'multiple_choice',
  blooms_taxonomy: 'remember',
  difficulty: 'easy',
  outcome: null,
  options: ['right', 'wrong', 'odd'].map((kind) => ({
    text: `${key} is ${kind}`,
    is_correct: kind === 'right',
  })),
  explanation: SECRET,
  evidence: null,
  key_points: [],
  rubric: null,
  written_by: 'instructor',
});
const essay = { ...question(3, 'light'), type: 'essay', options: [], key_points: [SECRET], rubric: SECRET };
const QUESTIONS = [question(1, 'chlorophyll'), question(2, 'water'), essay];

async function share(
  settings: ChangeSharedQuizRequest = {},
  questions: readonly object[] = QUESTIONS,
): Promise<SharedQuiz> {
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
  const published = { based_on_version: 1, questions };
  (await instructor.post(`/api/question-sets/${id}/publish/`, published)).read(200, questionSetWithQuestions);
  const made = (await instructor.post(`/api/question-sets/${id}/share/`)).read(200, sharedQuiz);
  return change(made, settings);
}
const change = async ({ id }: SharedQuiz, settings: ChangeSharedQuizRequest): Promise<SharedQuiz> =>
  (await instructor.call('PATCH', `/api/shared-quizzes/${id}/`, { json: settings })).read(200, sharedQuiz);
const join = (quiz: SharedQuiz, json: object = { name: 'Ada' }): Promise<Answer> =>
  application.post(`/api/q/${quiz.code}/join/`, json);

/** A student with the token of one attempt. */
class Student {
  readonly token: string;
  readonly seen: string[] = [];
  #sequence = 0;
  constructor(token: string) {
    this.token = token;
  }
  static async join(quiz: SharedQuiz, json?: object): Promise<Student> {
    return new Student((await join(quiz, json)).read(200, joinedAttempt).token);
  }
  async call(method: string, path: string, json?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.token}` };
    const options = json === undefined ? { headers } : { headers, json };
    const answer = await application.call(method, path, options);
    this.seen.push(answer.text);
    return answer;
  }
  async read(): Promise<StudentAttempt> {
    return (await this.call('GET', '/api/attempt/')).read(200, studentAttempt);
  }
  save(key: number, choice: number | null, more: object = {}): Promise<Answer> {
    this.#sequence += 1;
    const json = {
      choice,
      text: null,
      is_flagged: false,
      seconds_spent: 3,
      device: 'device-one',
      sequence: this.#sequence,
    };
    return this.call('PUT', `/api/attempt/answers/${key}/`, { ...json, ...more });
  }
  async submit(): Promise<StudentAttempt> {
    return (await this.call('POST', '/api/attempt/submit/')).read(200, studentAttempt);
  }
}

/** Names of every field, at any depth. */
function listFields(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listFields);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inside]) => [name, ...listFields(inside)]);
}
const KEYS = ['is_correct', 'correct_option', 'explanation', 'evidence', 'key_points', 'rubric', 'points'];

test('a student joins with a name, answers, submits and sees the full feedback', async () => {
  const quiz = await share();
  expect(quiz.code).toMatch(/^[3-9A-Z]{6}$/);
  const student = await Student.join(quiz);
  expect((await student.save(1, 0)).read(200, answerSaved).saved).toMatchObject({
    choice: 0,
    is_late: false,
  });
  await student.save(2, 1);
  await student.save(3, null, { text: 'Light.' });
  const during = await student.read();
  expect(during.answers.map(({ key }) => key)).toEqual([1, 2, 3]);
  expect([during.score, during.feedback]).toEqual([null, []]);
  const after = await student.submit();
  expect(after.score).toEqual({ points: 1, maximum: 3, ungraded: 1 });
  expect(after.feedback.find(({ key }) => key === 2)).toMatchObject({
    points: 0,
    correct_option: 0,
    explanation: SECRET,
  });
  (await student.save(1, 1)).readProblem(409);
  expect((await student.submit()).submitted_at).toBe(after.submitted_at);
});

test.each([
  ['none', 'at_end', true],
  ['full', 'after_closing', true],
  ['full', 'at_end', false],
  ['full', 'immediately', false],
] as const)('%s feedback %s: no key reaches the browser before', async (content, time, isSubmitted) => {
  const closes = new Date(Date.now() + 3_600_000).toISOString();
  const quiz = await share({ feedback_content: content, feedback_time: time, closes_at: closes });
  const invitation = await application.call('GET', `/api/q/${quiz.code}/`);
  const student = await Student.join(quiz);
  student.seen.push(invitation.text);
  await student.read();
  for (const key of [1, 2]) await student.save(key, key - 1);
  await student.call('GET', '/api/attempt/evidence/1/');
  if (isSubmitted) await student.submit();
  await student.read();
  expect(student.seen.length).toBeGreaterThan(5);
  for (const text of student.seen) {
    expect(text).not.toContain(SECRET);
    expect(listFields(JSON.parse(text)).filter((name) => KEYS.includes(name))).toEqual([]);
  }
});

test('with immediate feedback a checked answer is final, and only its key is sent', async () => {
  const quiz = await share({ feedback_time: 'immediately' });
  const student = await Student.join(quiz);
  const checked = (await student.save(1, 1, { is_final: true })).read(200, answerSaved);
  expect(checked.feedback).toMatchObject({ key: 1, correct_option: 0, points: 0 });
  expect((await student.save(1, 0)).read(200, answerSaved).saved.choice).toBe(1);
  expect((await student.read()).feedback.map(({ key }) => key)).toEqual([1]);
});

test('a delayed call of the same device replaces nothing, and another device continues with the code', async () => {
  const quiz = await share();
  const student = await Student.join(quiz);
  const order = { device: 'device-one' };
  await student.save(1, 2, { ...order, sequence: 9 });
  await student.save(1, 0, { ...order, sequence: 8 });
  const { resume_code: code, answers } = await student.read();
  expect(answers[0]?.choice).toBe(2);
  const other = await Student.join(quiz, { code: code?.toLowerCase().replaceAll('-', ' ') });
  expect(other.token).toBe(student.token);
  await other.save(1, 1, { device: 'device-two', sequence: 1 });
  expect((await student.read()).answers[0]?.choice).toBe(1);
  expect((await join(quiz, { code: 'AAA-AAA-AAA' })).readProblem(403).code).toBe('not_allowed');
});

test('a token grants its own attempt and nothing else', async () => {
  const quiz = await share();
  const one = await Student.join(quiz);
  const other = await Student.join(quiz, { name: 'Grace' });
  await one.save(1, 0);
  expect((await other.read()).answers).toEqual([]);
  for (const path of ['/api/shared-quizzes/', `/api/shared-quizzes/${quiz.id}/live/`, '/api/courses/'])
    (await one.call('GET', path)).readProblem(401);
  const forged = new Student(`${one.token}x`);
  (await forged.call('GET', '/api/attempt/')).readProblem(401);
  (await forged.save(1, 0)).readProblem(401);
  const asInstructor = await instructor.call('GET', '/api/attempt/');
  expect(asInstructor.status).toBe(401);
});

test('late answers are kept beside those in time, marked, and do not count', async () => {
  const quiz = await share({ time_limit_minutes: 10 });
  const student = await Student.join(quiz);
  await student.save(1, 0);
  const { database } = application.dependencies;
  await sql`update attempts set deadline_at = clock_timestamp() - interval '6 minutes' where shared_quiz_id = ${quiz.id}`.execute(
    database,
  );
  expect(await submitOverdue(application.dependencies)).toBe(1);
  expect((await student.save(1, 1)).read(200, answerSaved).saved).toMatchObject({ choice: 1, is_late: true });
  expect((await student.read()).feedback).toEqual([]);
  expect((await student.submit()).score?.points).toBe(1);
});

test('an outage extends running attempts by what it took, and no others', async () => {
  const quiz = await share({ time_limit_minutes: 10 });
  const student = await Student.join(quiz);
  const { database } = application.dependencies;
  const before = await student.read();
  await beat(application.dependencies);
  await sql`update attempts set started_at = started_at - interval '5 minutes' where shared_quiz_id = ${quiz.id}`.execute(
    database,
  );
  await sql`update service_heartbeat set beat_at = beat_at - interval '90 seconds'`.execute(database);
  await sql`update attempts set deadline_at = clock_timestamp() - interval '1 second' where shared_quiz_id = ${quiz.id}`.execute(
    database,
  );
  expect((await student.save(1, 0)).read(200, answerSaved).saved.is_late).toBe(false);
  await beat(application.dependencies);
  const { deadline_at: deadline } = await student.read();
  const leftSeconds = (Date.parse(deadline ?? '') - Date.now()) / 1000;
  expect(leftSeconds).toBeGreaterThan(85);
  expect(leftSeconds).toBeLessThan(95);
  expect(before.deadline_at).not.toBeNull();
  await beat(application.dependencies);
  expect((await student.read()).deadline_at).toBe(deadline);
});

test('a class list tells students apart: one attempt each, continued with the personal code', async () => {
  const { database, secrets } = application.dependencies;
  const list = await database
    .insertInto('class_lists')
    .values({ instructor_id: instructor.id, name: 'Botany' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const code = createStudentCode();
  await database
    .insertInto('class_list_members')
    .values({ class_list_id: list.id, name: 'Ada Lovelace', code_hash: hashStudentCode(secrets, code) })
    .execute();
  const quiz = await share({ student_identity: 'class_list', class_list_id: list.id });
  (await join(quiz, {})).readProblem(400);
  (await join(quiz, { code: 'AAA-AAA-AAA' })).readProblem(403);
  const [student, other] = await Promise.all([Student.join(quiz, { code }), Student.join(quiz, { code })]);
  expect(other.token).toBe(student.token);
  expect(await student.read()).toMatchObject({ student_name: 'Ada Lovelace', resume_code: null });
  await student.submit();
  (await student.call('POST', '/api/attempt/again/')).readProblem(409);
  await change(quiz, { attempts_allowed: 2 });
  const second = new Student(
    (await student.call('POST', '/api/attempt/again/')).read(200, joinedAttempt).token,
  );
  expect(await second.read()).toMatchObject({ attempt_number: 2, answers: [], submitted_at: null });
});

test('opening time, closing time and passcode decide who may begin', async () => {
  const hour = 3_600_000;
  const quiz = await share({ opens_at: new Date(Date.now() + hour).toISOString(), passcode: 'leaf' });
  (await join(quiz)).readProblem(409);
  await change(quiz, { opens_at: null });
  (await join(quiz)).readProblem(403);
  (await join(quiz, { name: 'Ada', passcode: 'leaf' })).read(200, joinedAttempt);
  await change(quiz, { closes_at: new Date(Date.now() - 1000).toISOString() });
  (await join(quiz, { name: 'Ada', passcode: 'leaf' })).readProblem(409);
  (await application.post('/api/q/AAAAAA/join/', { name: 'Ada' })).readProblem(404);
});

test('the instructor sees progress, gives time, reopens and resets', async () => {
  const quiz = await share({ time_limit_minutes: 10, draw_count: 2 });
  const student = await Student.join(quiz);
  const { questions } = await student.read();
  expect(questions).toHaveLength(2);
  await student.save(questions[0]?.key ?? 0, questions[0]?.type === 'essay' ? null : 0, { text: 'Light' });
  const path = `/api/shared-quizzes/${quiz.id}`;
  const live = (await instructor.get(`${path}/live/`)).read(200, liveQuiz);
  expect(live.attempts).toMatchObject([
    { student_name: 'Ada', question_count: 2, answers: [{ is_answered: true }] },
  ]);
  const [attempt] = live.attempts;
  const before = Date.parse(attempt?.deadline_at ?? '');
  await student.submit();
  const extended = await instructor.post(`${path}/attempts/${attempt?.id ?? 0}/extend/`, { minutes: 5 });
  const [after] = extended.read(200, liveQuiz).attempts;
  expect([Date.parse(after?.deadline_at ?? '') - before, after?.submitted_at]).toEqual([300_000, null]);
  expect((await student.save(questions[1]?.key ?? 0, null)).status).toBe(200);
  expect((await instructor.call('DELETE', `${path}/attempts/${attempt?.id ?? 0}/`)).status).toBe(204);
  (await student.call('GET', '/api/attempt/')).readProblem(401);
  const { token } = (await instructor.post(`${path}/preview/`)).read(200, previewLink);
  expect(await new Student(token).read()).toMatchObject({ is_preview: true, deadline_at: null });
  expect((await instructor.get(`${path}/live/`)).read(200, liveQuiz).attempts).toEqual([]);
});

test('each attempt draws from the quiz and the question bank of its lesson once the settings say so', async () => {
  const { database } = application.dependencies;
  const evidence = { quote: 'Starch.', passage_id: 'p1', page: 1, start_second: null, end_second: null };
  const { id } = await database
    .insertInto('question_candidates')
    .values({
      lesson_id: lessonId,
      fingerprint: 'starch',
      question: JSON.stringify({ ...question(9, 'starch'), evidence, flaws: [] }),
      section: 0,
      score: 0.5,
      written_by: 'composer',
      edited_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const quiz = await share();
  expect(quiz).toMatchObject({ version: 1, question_count: 3, settings: { draw_from: 'quiz' } });
  const changed = await change(quiz, { draw_from: 'bank', draw_count: 4 });
  expect(changed).toMatchObject({ version: 2, question_count: 4, is_outdated: false });
  const student = await Student.join(quiz);
  const { questions } = await student.read();
  expect(questions.map(({ text }) => text)).toContain(question(9, 'starch').text);
  expect(questions.map(({ key }) => key).toSorted()).toEqual([1, 2, 3, 4]);
  expect(await change(quiz, { draw_count: 2 })).toMatchObject({
    version: 2,
    settings: { draw_from: 'bank' },
  });
  expect(await change(quiz, { draw_from: 'quiz' })).toMatchObject({ version: 3, question_count: 3 });
  expect((await student.read()).questions).toHaveLength(4);
  await database.deleteFrom('question_candidates').where('id', '=', id).execute();
});

test('editing a shared quiz changes nothing for students until it is said what happens to open attempts', async () => {
  const quiz = await share();
  const kept = await Student.join(quiz);
  await kept.save(1, 0);
  await kept.save(2, 0);
  const changed = { ...question(2, 'water'), options: question(2, 'water').options.toReversed() };
  const path = `/api/question-sets/${quiz.question_set_id}/publish/`;
  const edited = { based_on_version: 2, questions: [QUESTIONS[0], changed, question(4, 'sugar')] };
  (await instructor.post(path, edited)).read(200, questionSetWithQuestions);
  expect(await change(quiz, {})).toMatchObject({ version: 1, is_outdated: true });
  const version = `/api/shared-quizzes/${quiz.id}/version/`;
  const moved = await instructor.post(version, { open_attempts: 'move' });
  expect(moved.read(200, sharedQuiz)).toMatchObject({ version: 2, is_outdated: false });
  const after = await kept.read();
  expect(after.answers.map(({ key }) => key)).toEqual([1]);
  expect(after.questions.map(({ key }) => key).toSorted()).toEqual([1, 2, 4]);
});

test('the live stream sends an attempt again only when it has changed', async () => {
  const quiz = await share();
  const { headers } = instructor;
  const response = await fetch(`${application.origin}/api/shared-quizzes/${quiz.id}/events/`, { headers });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  const readName = async (name: string): Promise<void> => {
    while (!read.includes(`"student_name":"${name}"`)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended after: ${read}`);
      read += value;
    }
  };
  const ada = await Student.join(quiz, { name: 'Ada' });
  await readName('Ada');
  await Student.join(quiz, { name: 'Ben' });
  await readName('Ben');
  await ada.save(1, 0);
  await Student.join(quiz, { name: 'Cleo' });
  await readName('Cleo');
  await reader.cancel();
  // Twice for Ada, who answered in between.
  const names = [...read.matchAll(/"student_name":"(\w+)"/gu)].map((match) => match[1]);
  expect(names.toSorted()).toEqual(['Ada', 'Ada', 'Ben', 'Cleo']);
});
