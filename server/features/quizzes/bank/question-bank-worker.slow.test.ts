import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { eventually } from '#server/testing/test-application.ts';
import { readBank } from './testing/bank-test.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const TEXT = readFileSync('server/language/testing/lessons/economics.txt', 'utf8').replaceAll(/^#+ /gm, '');
const application = await useTestApplication({
  worker: true,
  languageModel: 'fake',
  models: 'real',
  variables: { PREPARE_QUESTIONS: 'on' },
});
const teacher = await application.register();

test('prepares an uploaded lesson in the background, and draws a quiz requested during the preparation', async () => {
  const lesson = await teacher.makeTextLesson(TEXT);
  const asked = await teacher.post('/api/question-sets/generate/', { lesson_id: lesson.id, n: 5 });
  expect(asked.read(200, questionSetWithQuestions).questions).toHaveLength(5);
  const { bank, candidates } = await eventually(
    'the question bank to be ready',
    async () => {
      const found = await readBank(teacher, lesson.id);
      return found.bank.status === 'ready' ? found : undefined;
    },
    { seconds: 120 },
  );
  // More than the quiz asked for. How many more depends on where that request interrupted the preparation.
  expect(bank.ready_count).toBeGreaterThan(5);
  expect(new Set(candidates.map(({ text, options }) => JSON.stringify([text, options]))).size).toBe(
    candidates.length,
  );
  const started = performance.now();
  const quiz = await teacher.post('/api/question-sets/generate/', { lesson_id: lesson.id, n: 6 });
  expect(performance.now() - started).toBeLessThan(3_000);
  expect(quiz.read(200, questionSetWithQuestions).questions).toHaveLength(6);
}, 120_000);
