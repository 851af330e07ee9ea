import { afterAll, beforeEach, expect, test } from 'vitest';
import { assistantAnswer } from '#contract/assistant.ts';
import {
  accountModelBudget,
  languageModelBudget,
  modelTest,
  writerOverview,
} from '#contract/language-model.ts';
import { lesson as lessonSchema } from '#contract/lessons.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import {
  startModelServer,
  type ModelAnswer,
  type ModelCall,
} from '#server/ai/testing/language-model-server.ts';
import { eventually } from '#server/testing/eventually.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { TEST_PASSWORD } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { meterAccount, readBudget } from './budget.ts';
import { SAMPLE_LESSON } from './sample-lesson.ts';
import { answerAsWriter } from './testing/answer-as-writer.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const NO_LIMITS = { tokens: null, cost: null, account_tokens: null, account_cost: null };
/** The test server reports this many for each call. */
const USE = { input_tokens: 100, output_tokens: 10 };
const SENTENCE = 'In June the northern half of the Earth leans towards the Sun.';

/** Answers every kind of call that Lectern makes about the sample page. */
function answer(call: ModelCall): ModelAnswer {
  if (call.said.includes('main points'))
    return { text: JSON.stringify({ points: [{ text: SENTENCE, quotes: [SENTENCE] }] }) };
  if (call.body['stream'] === true) return { text: SENTENCE.replace(/\.$/u, ' [1].') };
  if (call.said.includes('stands_alone'))
    return { text: JSON.stringify({ points: [{ number: 1, follows: true, stands_alone: true }] }) };
  return answerAsWriter(call);
}

const server = await startModelServer(answer);
afterAll(() => server.close());
const application = await useTestApplication({ worker: true });
const administrator = await application.register();
const connection = { provider: 'openai-compatible', base_url: server.origin, model: 'paid' };
const prices = { input_price: 10, output_price: 100 };
const json = { ...connection, ...prices, password: TEST_PASSWORD };
expect((await administrator.call('PUT', '/api/admin/language-model/', { json })).status).toBe(200);
const { languageModels } = application.worker.dependencies;
await eventually('the worker to use the model', () => languageModels.current().writerName ?? undefined);
beforeEach(() => limit({}));

const limit = async (limits: Partial<typeof NO_LIMITS> | Record<string, number>): Promise<void> => {
  const json = { ...NO_LIMITS, ...limits };
  const changed = await administrator.call('PUT', '/api/admin/language-model/budget/', { json });
  expect(changed.read(200, languageModelBudget)).toMatchObject(json);
};
const readUse = async () => readBudget(application.dependencies);

const makeLesson = async (teacher: TestInstructor) =>
  teacher.makeTextLesson(SAMPLE_LESSON.passages[0]?.text ?? '');
const makeQuiz = async (teacher: TestInstructor, lessonId: number) =>
  (await teacher.post('/api/question-sets/generate/', { lesson_id: lessonId, n: 1 })).read(
    200,
    questionSetWithQuestions,
  );
const summarize = async (
  teacher: TestInstructor,
  { id, docsource_id: source }: { id: number; docsource_id: string | null },
) =>
  (await teacher.post('/api/summarize-file/', { lesson_id: id, docsource_id: source })).read(
    200,
    lessonSchema,
  );
const ask = async (teacher: TestInstructor, lessonId: number) =>
  (
    await teacher.post('/api/assistant/messages/', {
      text: 'Which half of the Earth leans towards the Sun in June?',
      lesson_id: lessonId,
    })
  ).read(200, assistantAnswer);

test('reports the use of a quiz, a summary and an answer, and their total in the budget', async () => {
  const before = await readUse();
  const lesson = await makeLesson(administrator);
  const quiz = await makeQuiz(administrator, lesson.id);
  expect(quiz.writer).toMatchObject({
    model: 'openai-compatible:paid',
    input_tokens: 200,
    output_tokens: 20,
    cost: 0.004,
  });
  const { summaries } = await summarize(administrator, lesson);
  expect(summaries[0]?.model_use).toEqual({
    model: 'openai-compatible:paid',
    input_tokens: 200,
    output_tokens: 20,
    cost: 0.004,
  });
  const { message } = await ask(administrator, lesson.id);
  expect(message).toMatchObject({ written_by: 'openai-compatible:paid', model_use: { ...USE, cost: 0.002 } });
  const after = await readUse();
  expect(after.used_tokens - before.used_tokens).toBe(550);
  expect(after.used_cost - before.used_cost).toBeCloseTo(0.01);
  // Drawn from the bank: the question still reports its own use.
  expect((await makeQuiz(administrator, lesson.id)).writer).toMatchObject({ input_tokens: 200 });
});

test.each([
  ['tokens', 'model_budget_spent'],
  ['cost', 'model_budget_spent'],
  ['account_tokens', 'model_account_budget_spent'],
  ['account_cost', 'model_account_budget_spent'],
])('stops before %s are exceeded, and says until when and who can raise them', async (name, code) => {
  const lesson = await makeLesson(administrator);
  await limit({ [name]: 0.000_001 });
  const { length: calls } = server.calls;
  const quiz = await makeQuiz(administrator, lesson.id);
  expect(quiz.shortfall?.reason_coded).toMatchObject({ params: { why: { code } } });
  expect(quiz.shortfall?.reason).toMatch(/ until \w+ 1, \d{4}, unless the administrator .+ raises it/u);
  const { summary_note_coded: note } = await summarize(administrator, lesson);
  expect(note).toMatchObject({ code: 'summary_without_model', params: { why: { code } } });
  const { message } = await ask(administrator, lesson.id);
  expect(message.note_coded).toMatchObject({ code: 'answer_without_model', params: { why: { code } } });
  const json = {
    provider: 'openai-compatible',
    base_url: server.origin,
    model: 'paid',
    input_price: 10,
    output_price: 100,
  };
  const tried = await administrator.call('POST', '/api/admin/language-model/test/', { json });
  expect(tried.read(200, modelTest).failure?.message_coded).toMatchObject({ params: { why: { code } } });
  expect(server.calls).toHaveLength(calls);
  const overview = (await administrator.get('/api/language-model/')).read(200, writerOverview);
  expect(overview.budget_note_coded).toMatchObject({ params: { why: { code } } });
});

test('the budget of one account does not stop another', async () => {
  const used = (await readUse()).used_tokens;
  await limit({ account_tokens: used });
  const teacher = await application.register();
  const lesson = await makeLesson(teacher);
  const most = { inputTokens: used, outputTokens: 0 };
  const meter = meterAccount(application.dependencies, administrator.id, undefined);
  await expect(meter.begin(most)).rejects.toMatchObject({ reason: 'budget' });
  await limit({ account_tokens: 1_000_000 });
  expect((await makeQuiz(teacher, lesson.id)).questions).toHaveLength(1);
});

test('the limits of one account replace those of every account', async () => {
  const [teacher, other] = [await application.register(), await application.register()];
  const path = `/api/admin/accounts/${teacher.id}/model-budget/`;
  const set = async (json: { tokens: number | null; cost: number | null }) =>
    (await administrator.call('PUT', path, { json })).read(200, accountModelBudget);
  const begin = async ({ id }: TestInstructor, inputTokens: number) =>
    meterAccount(application.dependencies, id, { input: 1_000_000, output: 0 }).begin({
      inputTokens,
      outputTokens: 0,
    });
  const refused = { reason: 'budget', explanation: { code: 'model_account_budget_spent' } };
  await limit({ account_tokens: 100 });
  expect(await set({ tokens: 300, cost: null })).toEqual({
    tokens: 300,
    cost: null,
    default_tokens: 100,
    default_cost: null,
    used_tokens: 0,
    used_cost: 0,
  });
  await begin(teacher, 200);
  await expect(begin(teacher, 200)).rejects.toMatchObject(refused);
  await expect(begin(other, 200)).rejects.toMatchObject(refused);
  // One token costs 1.
  expect(await set({ tokens: null, cost: 210 })).toMatchObject({ used_tokens: 200, used_cost: 200 });
  await expect(begin(teacher, 5)).rejects.toMatchObject(refused);
  await limit({});
  await begin(teacher, 5);
  await expect(begin(teacher, 20)).rejects.toMatchObject(refused);
  await set({ tokens: 206, cost: null });
  const overview = (await teacher.get('/api/language-model/')).read(200, writerOverview);
  expect(overview.budget_note_coded).not.toBeNull();
  const missing = '/api/admin/accounts/999999/model-budget/';
  const json = { tokens: null, cost: null };
  expect((await administrator.call('PUT', missing, { json })).status).toBe(404);
  expect((await administrator.get(missing)).status).toBe(404);
});

test('simultaneous calls together never exceed the budget, even if none reports its tokens', async () => {
  const { database } = application.dependencies;
  const clock = new ManualClock('2031-05-31T23:00:00Z');
  await limit({ tokens: 1_000 });
  const meter = meterAccount({ database, clock }, administrator.id, undefined);
  const begin = () => meter.begin({ inputTokens: 60, outputTokens: 40 });
  const begun = await Promise.allSettled(Array.from({ length: 14 }, begin));
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect((await readBudget({ database, clock })).used_tokens).toBe(1_000);
  // A call that used less returns the rest.
  const settle = begun.find((each) => each.status === 'fulfilled')?.value;
  await settle?.({ inputTokens: 20, outputTokens: 0 });
  expect((await readBudget({ database, clock })).used_tokens).toBe(920);
  await expect(begin()).rejects.toMatchObject({ reason: 'budget' });
  // June.
  await clock.advance(3_600_000);
  expect((await readBudget({ database, clock })).used_tokens).toBe(0);
  await begin();
  expect((await readBudget({ database, clock })).used_tokens).toBe(100);
});
