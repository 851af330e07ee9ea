import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { questionSetWithQuestions, type QuestionSetWithQuestions } from '../../../contract/quizzes.ts';
import {
  startModelServer,
  type ModelAnswer,
  type ModelCall,
  type ModelServer,
} from '../../ai/testing/language-model-server.ts';
import { startTestApplication, type TestApplication } from '../../testing/test-application.ts';
import type { TestInstructor } from '../../testing/test-instructor.ts';
import { getLessonText } from '../lessons/get-lesson-text.ts';
import { createScriptedWriter } from './supply/testing/scripted-writer.ts';

const TEXT = readFileSync('server/language/testing/lessons/biology.txt', 'utf8').replaceAll(/^#+ /gm, '');
const KEY = 'sk-very-secret';

let model: ModelServer;
let answer: (call: ModelCall) => ModelAnswer = () => ({ status: 500 });
let application: TestApplication;
let teacher: TestInstructor;
let lessonId: number;

beforeAll(async () => {
  model = await startModelServer((call) => answer(call));
  application = await startTestApplication({
    worker: true,
    variables: {
      LANGUAGE_MODEL_PROVIDER: 'openai-compatible',
      LANGUAGE_MODEL_BASE_URL: model.origin,
      LANGUAGE_MODEL: 'test-model',
      LANGUAGE_MODEL_API_KEY: KEY,
      LANGUAGE_MODEL_INPUT_PRICE: '3',
      LANGUAGE_MODEL_OUTPUT_PRICE: '15',
    },
  });
  teacher = await application.register();
  lessonId = (await teacher.makeTextLesson(TEXT)).id;
});
afterAll(async () => {
  await application.close();
  model.close();
});

/** Makes a set, and reads it again as it is stored. */
async function make(): Promise<QuestionSetWithQuestions> {
  const body = { lesson_id: lessonId, answer_style: 'multiple_choice', n: 6 };
  const made = (await teacher.post('/api/question-sets/generate/', body)).read(200, questionSetWithQuestions);
  const path = `/api/question-sets/by_question_set/?question_set_id=${made.question_set.id}`;
  expect((await teacher.get(path)).read(200, questionSetWithQuestions)).toEqual(made);
  return made;
}

test('with a language model, the set says who wrote what and what it cost', async () => {
  const { text } = await getLessonText(application.dependencies, lessonId);
  const write = await createScriptedWriter(text);
  answer = (call) => write(call);
  const { questions, writer } = await make();
  const ofModel = questions.filter(({ written_by: by }) => by === 'language_model').length;
  expect(questions).toHaveLength(6);
  expect(ofModel).toBeGreaterThan(0);
  expect(writer).toMatchObject({
    model: 'openai-compatible:test-model',
    questions_of_model: ofModel,
    questions_of_composer: 6 - ofModel,
    input_tokens: model.calls.length * 100,
    output_tokens: model.calls.length * 10,
  });
  for (const { headers } of model.calls) expect(headers.authorization).toBe(`Bearer ${KEY}`);
  const [line] = application.log.filter(({ msg }) => msg === 'A language model wrote for a question set.');
  expect(line).toMatchObject({
    languageModel: { cost: (model.calls.length * (100 * 3 + 10 * 15)) / 1_000_000 },
  });
  const logged = JSON.stringify(application.log);
  expect(logged).not.toContain(KEY);
  expect(logged).not.toContain(questions[0]?.text);
});

test('with a service that is down, the composer writes and the set says so', async () => {
  answer = () => ({ status: 401, error: `Incorrect API key provided: ${KEY}` });
  const { questions, writer } = await make();
  expect(new Set(questions.map(({ written_by: by }) => by))).toEqual(new Set(['composer']));
  expect(writer).toMatchObject({
    questions_of_model: 0,
    questions_of_composer: 6,
    note: 'The language model service refused its key, so the built-in composer wrote all questions.',
  });
  expect(JSON.stringify(application.log)).not.toContain(KEY);
});
