import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { bankCandidate } from '#contract/question-bank.ts';
import {
  questionSetDraft,
  questionSetVersionWithQuestions,
  reviewedQuestionSet,
  type ReviewedQuestionSet,
} from '#contract/question-editing.ts';
import { questionSetWithQuestions, type QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { createFakeWorkerModels } from '#server/testing/fake-models.ts';
import { prepareQuestions } from '../bank/prepare-questions.ts';
import { jobContext, jobOf, makeReadLesson, readBank, workerOf } from '../bank/testing/bank-test.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const TEXT = readFileSync('server/language/testing/lessons/biology.txt', 'utf8').replaceAll(/^#+ /gmu, '');

const application = await useTestApplication({ languageModel: 'fake' });
const teacher = await application.register();
const lessonId = (await makeReadLesson(application, teacher, TEXT)).id;
await teacher.post(`/api/lessons/${lessonId}/question-bank/prepare/`);
await prepareQuestions(
  workerOf(application, {
    config: { ...application.dependencies.config, preparesQuestions: true },
    ...createFakeWorkerModels({ transcriptionService: undefined }),
  }),
  { lesson_id: lessonId, is_requested: false },
  jobContext({ jobId: await jobOf(application, lessonId) }),
);

async function makeQuiz(from: number, count = 2): Promise<QuestionSetWithQuestions> {
  const { candidates } = await readBank(teacher, lessonId);
  const ids = candidates.slice(from, from + count).map(({ id }) => id);
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

const skip = async (id: number, question: { id: number } | undefined): Promise<ReviewedQuestionSet> =>
  (await teacher.post(`/api/question-sets/${id}/review/skip/`, { question_id: question?.id })).read(
    200,
    reviewedQuestionSet,
  );
const undo = async (id: number): Promise<ReviewedQuestionSet> =>
  (await teacher.post(`/api/question-sets/${id}/review/undo/`)).read(200, reviewedQuestionSet);
const stemsOf = ({ questions }: QuestionSetWithQuestions): string[] => questions.map(({ text }) => text);
const listBank = async (): Promise<string[]> =>
  (await readBank(teacher, lessonId)).candidates.map(({ text }) => text);

test('replaces a skipped question with one that the quiz does not contain, and undo restores it in its place', async () => {
  const quiz = await makeQuiz(0, 3);
  const { id } = quiz.question_set;
  const [first = '', second = '', third = ''] = stemsOf(quiz);
  const skipped = await skip(id, quiz.questions[1]);
  const replacement = skipped.questions[1];
  expect(stemsOf(skipped)).toEqual([first, replacement?.text, third]);
  expect(skipped).toMatchObject({ question_id: replacement?.id, undone: null });
  expect(replacement).toMatchObject({ is_draft: true, written_by: 'small_model' });
  expect([first, second, third]).not.toContain(replacement?.text);
  // The same request, sent again because its answer was lost, changes nothing.
  expect(await skip(id, quiz.questions[1])).toEqual(skipped);
  // An unsaved quiz stays unsaved.
  expect(skipped.question_set).toMatchObject({ version: 1, saved_at: null });
  // The bank does not offer it again until the step is undone.
  expect(await listBank()).not.toContain(second);
  const undone = await undo(id);
  expect(stemsOf(undone)).toEqual([first, second, third]);
  expect(undone).toMatchObject({ question_id: undone.questions[1]?.id, undone: 'skipped' });
  expect(await listBank()).toContain(second);
  expect(await undo(id)).toMatchObject({ question_id: null, undone: null });
});

test('undoes accepted, skipped and edited questions in reverse order', async () => {
  const quiz = await makeQuiz(0, 3);
  const { id } = quiz.question_set;
  const [one, two, three] = quiz.questions;
  await review(id, { question_ids: quiz.questions.map((question) => question.id), is_draft: true });
  await review(id, { question_ids: [one?.id], is_draft: false });
  const edited = await teacher.call('PUT', `/api/question-sets/${id}/questions/${two?.id ?? 0}/`, {
    json: { ...two, outcome: null, text: 'Which words complete the second definition?' },
  });
  const after = edited.read(200, reviewedQuestionSet);
  expect(stemsOf(after)[1]).toBe('Which words complete the second definition?');
  expect(draftsOf(after)).toEqual([false, false, true]);
  // The same edit, sent again because its answer was lost, changes nothing.
  const again = await teacher.call('PUT', `/api/question-sets/${id}/questions/${two?.id ?? 0}/`, {
    json: { ...two, outcome: null, text: 'Which words complete the second definition?' },
  });
  expect(again.read(200, reviewedQuestionSet)).toEqual(after);
  // Every edit publishes a version, which saves the quiz.
  expect(after.question_set).toMatchObject({ version: 2, saved_at: expect.any(String) as string });
  await skip(id, three);
  expect(await undo(id)).toMatchObject({ undone: 'skipped' });
  const unedited = await undo(id);
  expect(unedited.undone).toBe('edited');
  expect(stemsOf(unedited)).toEqual(stemsOf(quiz));
  expect(draftsOf(unedited)).toEqual([false, true, true]);
  const undone = await undo(id);
  expect(undone).toMatchObject({ undone: 'accepted', question_id: one?.id });
  expect(draftsOf(undone)).toEqual([true, true, true]);
});

test('removes a skipped question if the bank has no other, and undo restores it', async () => {
  const all = (await readBank(teacher, lessonId)).candidates;
  const quiz = await makeQuiz(0, all.length);
  const { id } = quiz.question_set;
  const skipped = await skip(id, quiz.questions[0]);
  expect(skipped.question_id).toBeNull();
  expect(await skip(id, quiz.questions[0])).toEqual(skipped);
  expect(stemsOf(skipped)).toEqual(stemsOf(quiz).slice(1));
  expect(stemsOf(await undo(id))).toEqual(stemsOf(quiz));
});

test('puts the replacement into the draft of the editor too, and publishing clears the undo history', async () => {
  const quiz = await makeQuiz(0, 3);
  const path = `/api/question-sets/${quiz.question_set.id}`;
  const { questions } = (await teacher.get(`${path}/draft/`)).read(200, questionSetDraft);
  const [first, second, third] = questions;
  // The instructor deleted the third question in the draft.
  const json = { based_on_version: 1, questions: [{ ...first, explanation: 'Changed.' }, second] };
  await teacher.call('PUT', `${path}/draft/`, { json });
  const skipped = await skip(quiz.question_set.id, quiz.questions[1]);
  expect(skipped.question_set).toMatchObject({ version: 2, has_draft: true });
  await skip(quiz.question_set.id, skipped.questions[2]);
  const draft = (await teacher.get(`${path}/draft/`)).read(200, questionSetDraft);
  expect(draft).toMatchObject({ based_on_version: 3, is_draft: true });
  expect(draft.questions.map(({ text }) => text)).toEqual([first?.text, skipped.questions[1]?.text]);
  expect(draft.questions[0]?.explanation).toBe('Changed.');
  const version = (await teacher.get(`${path}/versions/1/`)).read(200, questionSetVersionWithQuestions);
  expect(version.questions[2]?.text).toBe(third?.text);
  await teacher.post(`${path}/publish/`, { based_on_version: 3, questions: draft.questions });
  expect(await undo(quiz.question_set.id)).toMatchObject({ undone: null });
});

test('rejects an edited question that no one could answer', async () => {
  const quiz = await makeQuiz(0);
  const [question] = quiz.questions;
  const path = `/api/question-sets/${quiz.question_set.id}/questions/${question?.id ?? 0}/`;
  const json = { ...question, outcome: null, options: question?.options.slice(0, 1) };
  expect((await teacher.call('PUT', path, { json })).status).toBe(400);
});
