import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { bankCandidate } from '#contract/question-bank.ts';
import { questionSetDraft, questionSetVersionWithQuestions } from '#contract/question-editing.ts';
import { questionSetWithQuestions, type QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { createFakeWorkerModels, fakeSmallModel } from '#server/testing/fake-models.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { prepareQuestions } from '../bank/prepare-questions.ts';
import { jobContext, jobOf, makeReadLesson, readBank, workerOf } from '../bank/testing/bank-test.ts';

const TEXT = readFileSync('server/language/testing/lessons/biology.txt', 'utf8').replaceAll(/^#+ /gmu, '');

let application: TestApplication;
let teacher: TestInstructor;
let lessonId: number;
beforeAll(async () => {
  application = await startTestApplication();
  teacher = await application.register();
  lessonId = (await makeReadLesson(application, teacher, TEXT)).id;
  await teacher.post(`/api/lessons/${lessonId}/question-bank/prepare/`);
  await prepareQuestions(
    workerOf(application, {
      config: { ...application.dependencies.config, preparesQuestions: true },
      ...createFakeWorkerModels({ transcriptionService: undefined }),
      languageModels: {
        ...application.dependencies.languageModels,
        current: () => ({
          ...application.dependencies.languageModels.current(),
          generator: { ...fakeSmallModel, streamText: () => expect.fail('No text is expected.') },
          writerName: fakeSmallModel.name,
        }),
      },
    }),
    { lesson_id: lessonId, is_requested: false },
    jobContext({ jobId: await jobOf(application, lessonId) }),
  );
});
afterAll(() => application.close());

async function makeQuiz(from: number): Promise<QuestionSetWithQuestions> {
  const { candidates } = await readBank(teacher, lessonId);
  const ids = candidates.slice(from, from + 2).map(({ id }) => id);
  const json = { lesson_id: lessonId, candidate_ids: ids };
  return (await teacher.post('/api/question-sets/from_bank/', json)).read(200, questionSetWithQuestions);
}

const review = (id: number, json: object, by = teacher) => by.post(`/api/question-sets/${id}/review/`, json);
const draftsOf = ({ questions }: QuestionSetWithQuestions): boolean[] =>
  questions.map((question) => question.is_draft);

test('prepares at most twenty drafts for a lesson', async () => {
  const { bank, candidates } = await readBank(teacher, lessonId);
  expect(bank).toMatchObject({ status: 'ready' });
  expect(bank.target_count).toBeLessThanOrEqual(20);
  expect(candidates.length).toBeGreaterThan(9);
  expect(candidates.every((candidate) => candidate.is_draft)).toBe(true);
});

test('an accepted question is no longer a draft, in the quiz and in the bank, until that is undone; its writer stays the same', async () => {
  const quiz = await makeQuiz(0);
  expect(draftsOf(quiz)).toEqual([true, true]);
  const { id } = quiz.question_set;
  const [first] = quiz.questions;
  const asked = { question_ids: [first?.id ?? 0], is_draft: false };
  const accepted = (await review(id, asked)).read(200, questionSetWithQuestions);
  expect(draftsOf(accepted)).toEqual([false, true]);
  expect(accepted.questions[0]).toMatchObject({ text: first?.text, written_by: 'small_model' });
  expect(accepted.question_set.version).toBe(1);
  const inBank = async () =>
    (await readBank(teacher, lessonId)).candidates.find(({ text }) => text === first?.text)?.is_draft;
  expect(await inBank()).toBe(false);
  const undone = (await review(id, { ...asked, is_draft: true })).read(200, questionSetWithQuestions);
  expect(draftsOf(undone)).toEqual([true, true]);
  expect(await inBank()).toBe(true);
});

test('an edited question is no longer a draft, and one published unchanged still is', async () => {
  const { question_set: set } = await makeQuiz(2);
  const path = `/api/question-sets/${set.id}`;
  const { questions } = (await teacher.get(`${path}/draft/`)).read(200, questionSetDraft);
  const [first, second] = questions;
  const json = {
    based_on_version: 1,
    questions: [{ ...first, text: 'Which words complete the definition?' }, second],
  };
  const published = (await teacher.post(`${path}/publish/`, json)).read(200, questionSetWithQuestions);
  expect(draftsOf(published)).toEqual([false, true]);
  expect(published.questions[0]?.written_by).toBe('small_model');
});

test('the saved draft and the replaced version record which questions are drafts', async () => {
  const { question_set: set } = await makeQuiz(4);
  const path = `/api/question-sets/${set.id}`;
  const { questions } = (await teacher.get(`${path}/draft/`)).read(200, questionSetDraft);
  expect(questions.map((question) => question.is_draft)).toEqual([true, true]);
  const [first, second] = questions;
  const json = { based_on_version: 1, questions: [{ ...first, is_draft: false }, second] };
  const saved = (await teacher.call('PUT', `${path}/draft/`, { json })).read(200, questionSetDraft);
  expect(saved.questions.map((question) => question.is_draft)).toEqual([false, true]);
  await review(set.id, { question_ids: [second?.id], is_draft: false });
  const opened = (await teacher.get(`${path}/draft/`)).read(200, questionSetDraft);
  expect(opened.questions.map((question) => question.is_draft)).toEqual([false, false]);
  await teacher.post(`${path}/publish/`, json);
  const version = await teacher.get(`${path}/versions/1/`);
  expect(
    version.read(200, questionSetVersionWithQuestions).questions.map((question) => question.is_draft),
  ).toEqual([true, false]);
});

test('an editor opened before a question was accepted does not make it a draft again', async () => {
  const quiz = await makeQuiz(6);
  const path = `/api/question-sets/${quiz.question_set.id}`;
  const { questions } = (await teacher.get(`${path}/draft/`)).read(200, questionSetDraft);
  await review(quiz.question_set.id, { question_ids: [quiz.questions[0]?.id], is_draft: false });
  const json = { based_on_version: 1, questions };
  const published = (await teacher.post(`${path}/publish/`, json)).read(200, questionSetWithQuestions);
  expect(draftsOf(published)).toEqual([false, true]);
});

test('a candidate edited in the bank is no longer a draft', async () => {
  const candidate = (await readBank(teacher, lessonId)).candidates.find((each) => each.is_draft);
  const json = { text: 'Which words complete it?', options: candidate?.options };
  const edited = await teacher.call('PUT', `/api/question-bank/${candidate?.id ?? 0}/`, { json });
  expect(edited.read(200, bankCandidate)).toMatchObject({ is_draft: false, written_by: 'small_model' });
});

test("another instructor's quiz cannot be reviewed, and questions of another quiz stay as they are", async () => {
  const [one, other] = [await makeQuiz(0), await makeQuiz(8)];
  const stranger = await application.register();
  const asked = { question_ids: [other.questions[0]?.id], is_draft: false };
  expect((await review(other.question_set.id, asked, stranger)).status).toBe(404);
  await review(one.question_set.id, asked);
  const path = `/api/question-sets/by_question_set/?question_set_id=${other.question_set.id}`;
  const unchanged = (await teacher.get(path)).read(200, questionSetWithQuestions);
  expect(draftsOf(unchanged)).toEqual([true, true]);
});
