import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportedQuiz, exportOptions, EXPORT_FORMATS } from '#contract/quiz-export.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { makeReadLesson } from '../bank/testing/bank-test.ts';
import { insertTestCandidate } from '../bank/testing/insert-test-candidate.ts';
import { riverText } from '../bank/testing/scripted-bank-writer.ts';

/** More than are read from the database at once. */
const CANDIDATES = 230;

let application: TestApplication;
let teacher: TestInstructor;
let stranger: TestInstructor;
let lesson: Awaited<ReturnType<typeof makeReadLesson>>;

beforeAll(async () => {
  application = await startTestApplication();
  [teacher, stranger] = await Promise.all([application.register(), application.register()]);
  lesson = await makeReadLesson(application, teacher, riverText(), { title: 'Rivers' });
  const ids: number[] = [];
  for (let index = 0; index < CANDIDATES; index += 1)
    ids.push(await insertTestCandidate(application, lesson, `n${index}`));
  const [rejected = 0, first = 0, second = 0] = ids;
  await teacher.call('DELETE', `/api/question-bank/${rejected}/`);
  const { question_set: set } = (
    await teacher.post('/api/question-sets/from_bank/', {
      lesson_id: lesson.id,
      candidate_ids: [first, second],
      name: 'Two',
    })
  ).read(200, questionSetWithQuestions);
  (await teacher.post('/api/question-sets/save/', { question_set_id: set.id, name: 'Two' })).read(
    200,
    questionSetWithQuestions,
  );
});
afterAll(() => application.close());

const bankPath = (): string => `/api/lessons/${lesson.id}/question-bank`;
const coursePath = (): string => `/api/courses/${lesson.course}/questions`;
const marksOf = (questions: readonly { text: string }[]): (string | undefined)[] =>
  questions.map(({ text }) => /the (n\d+) leaf/u.exec(text)?.[1]);

test('exports the bank of a lesson without rejected questions, best first', async () => {
  const {
    name,
    lesson_title: title,
    questions,
  } = (await teacher.get(`${bankPath()}/export/?format=json`)).read(200, exportedQuiz);
  expect([name, title]).toEqual(['Rivers', 'Rivers']);
  expect(marksOf(questions)).toEqual(Array.from({ length: CANDIDATES - 1 }, (_, index) => `n${index + 1}`));
  expect(questions[0]).toMatchObject({
    evidence: { quote: 'The n1 leaf turns light into sugar.' },
    key_points: ['n1'],
    rubric: 'n1',
  });
});

test('exports the saved quizzes of a course, or the banks of its lessons', async () => {
  const quizzes = (await teacher.get(`${coursePath()}/export/?format=json`)).read(200, exportedQuiz);
  expect(quizzes.questions.map(({ quiz, lesson_title: title }) => [quiz, title])).toEqual([
    ['Two', 'Rivers'],
    ['Two', 'Rivers'],
  ]);
  const banks = (await teacher.get(`${coursePath()}/export/?format=json&content=question_banks`)).read(
    200,
    exportedQuiz,
  );
  expect(banks.questions).toHaveLength(CANDIDATES - 1);
  expect(banks.questions[0]?.lesson_title).toBe('Rivers');
});

test('sends every format as a file, and says what each holds', async () => {
  for (const path of [bankPath(), coursePath()]) {
    const count = path === bankPath() ? CANDIDATES - 1 : 2;
    for (const format of EXPORT_FORMATS) {
      const { status, headers, text } = await teacher.get(`${path}/export/?format=${format}`);
      expect([format, status]).toEqual([format, 200]);
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]+\.[a-z0-9.]+"/u);
      expect(text.startsWith('PK')).toBe(/^qti|kahoot|wayground/u.test(format));
    }
    const options = (await teacher.get(`${path}/export-formats/`)).read(200, exportOptions);
    expect(options.map(({ format }) => format)).toEqual(EXPORT_FORMATS);
    expect(options.find(({ format }) => format === 'qti_2_1')).toEqual({
      format: 'qti_2_1',
      question_count: count,
      losses: [],
    });
    expect(options.find(({ format }) => format === 'kahoot')).toEqual({
      format: 'kahoot',
      question_count: 0,
      losses: [{ code: 'essays', question_count: count }],
    });
  }
});

test('rejects another instructor, an unknown format and unknown content', async () => {
  for (const path of [bankPath(), coursePath()]) {
    for (const call of ['export/?format=csv', 'export-formats/'])
      (await stranger.get(`${path}/${call}`)).readProblem(404);
    (await teacher.get(`${path}/export/?format=docx`)).readProblem(400);
  }
  (await teacher.get(`${coursePath()}/export/?format=csv&content=all`)).readProblem(400);
});
