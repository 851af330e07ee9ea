import { readFileSync } from 'node:fs';
import giftReader from 'gift-pegjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportedQuiz, exportOptions, EXPORT_FORMATS } from '#contract/quiz-export.ts';
import { questionSetWithQuestions, type QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';

let application: TestApplication;
let teacher: TestInstructor;
let set: QuestionSetWithQuestions;

beforeAll(async () => {
  application = await startTestApplication({ worker: true });
  teacher = await application.register();
  const lesson = await teacher.makeTextLesson(
    readFileSync('server/language/testing/lessons/economics.txt', 'utf8'),
  );
  set = (
    await teacher.post('/api/question-sets/generate/', {
      lesson_id: lesson.id,
      n: 2,
      answer_style: 'essay',
      name: 'Été / 光',
    })
  ).read(200, questionSetWithQuestions);
});
afterAll(() => application.close());

const download = (format: string, who = teacher) =>
  who.get(`/api/question-sets/${set.question_set.id}/export/?format=${format}`);

test('sends a quiz in each format, as a file with its name', async () => {
  expect(set.questions.length).toBeGreaterThan(0);
  for (const format of EXPORT_FORMATS) {
    const { headers, status } = await download(format);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="quiz__t_ _\.[a-z0-9.]+"; filename\*=UTF-8''quiz_%C3%89t%C3%A9%20%E5%85%89\.[a-z0-9.]+$/u,
    );
  }
});

test('contains the questions with their evidence', async () => {
  const { questions } = (await download('json')).read(200, exportedQuiz.strict());
  expect(questions.map(({ text }) => text)).toEqual(set.questions.map(({ text }) => text));
  expect(questions.map(({ evidence }) => evidence?.quote)).toEqual(
    set.questions.map(({ evidence }) => evidence?.quote),
  );
  expect(giftReader.parse((await download('gift')).text)).toHaveLength(set.questions.length);
});

test('says what each format cannot hold', async () => {
  const answer = await teacher.get(`/api/question-sets/${set.question_set.id}/export-formats/`);
  const formats = answer.read(200, exportOptions);
  expect(formats.map(({ format }) => format)).toEqual(EXPORT_FORMATS);
  expect(formats.find(({ format }) => format === 'aiken')?.losses).toEqual([
    { code: 'essays', question_count: set.questions.length },
  ]);
});

test('rejects another instructor and an unknown format', async () => {
  (await download('gift', await application.register())).readProblem(404);
  (await download('docx')).readProblem(400);
});
