import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerCandidate, AnswerJudge } from '../answer-judge.ts';
import { getTestModels } from '../testing/test-models.ts';
import { TextEmbedderUnavailableError } from '../text-embedder.ts';
import { createAnswerJudge } from './create-answer-judge.ts';

let judge: AnswerJudge;
beforeAll(async () => {
  const models = await getTestModels(process.env['LECTERN_TEST_MODELS_DIR']);
  judge = createAnswerJudge(models.miniLm);
}, 300_000);
afterAll(() => judge.close());

const SENTENCES: readonly AnswerCandidate[] = [
  'The Moka pot was patented by Alfonso Bialetti in 1933.',
  'Water in the lower chamber boils, and its steam presses the rest up through the coffee.',
  'Many kitchens in Italy have more than one of them.',
].map((sentence) => ({ sentence, context: 'The Moka pot:' }));

test('distinguishes the sentence that answers from others about the same thing', async () => {
  const [who = 0, how = 0, where = 0] = await judge.judge('Who invented the Moka pot?', SENTENCES);
  expect(who).toBeGreaterThan(Math.max(how, where) + 1);
  const [date = 0, pressing = 0] = await judge.judge('How does the water get into the coffee?', SENTENCES);
  expect(pressing).toBeGreaterThan(date + 1);
});

test('keeps the order over more sentences than one call takes', async () => {
  const many = Array.from({ length: 75 }, (_, at) => SENTENCES[at % 25 === 24 ? 0 : 2] ?? never());
  const odds = await judge.judge('Who invented the Moka pot?', many);
  expect(odds).toHaveLength(75);
  expect(odds.flatMap((own, at) => (own > 0 ? [at] : []))).toEqual([24, 49, 74]);
});

test('says so while its tokenizer is not there, and is asked for nothing without sentences', async () => {
  const without = createAnswerJudge({ tokenizerPath: '/nowhere/tokenizer.json' });
  await expect(without.judge('Who?', SENTENCES)).rejects.toThrow(TextEmbedderUnavailableError);
  expect(await without.judge('Who?', [])).toEqual([]);
  await without.close();
});

function never(): never {
  throw new Error('There is no such sentence.');
}
