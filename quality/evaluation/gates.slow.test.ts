import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerJudge } from '#server/ai/answer-judge.ts';
import { createAnswerJudge } from '#server/ai/answer-judge/create-answer-judge.ts';
import { createMiniLmTextEmbedder } from '#server/ai/minilm/minilm-text-embedder.ts';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import type { TextEmbedder } from '#server/ai/text-embedder.ts';
import { evaluateSummaries } from './summaries.ts';

let embedder: TextEmbedder;
let judge: AnswerJudge;
beforeAll(async () => {
  const models = await getTestModels(process.env['LECTERN_TEST_MODELS_DIR']);
  embedder = createMiniLmTextEmbedder({ files: models.miniLm });
  judge = createAnswerJudge(models.miniLm);
});
afterAll(() => Promise.all([embedder.close(), judge.close()]));

test('summaries of two unseen lessons are supported, tidy and in order', async () => {
  const { missedGates, text } = await evaluateSummaries(
    ['immunology', 'music-theory'],
    {
      embed: (texts, signal) => embedder.embed(texts, signal),
      judge: (...asked) => judge.judge(...asked),
    },
    undefined,
    true,
  );
  // Two lessons are too few for the length and the share of key facts; `npm run evaluate -- --gate` holds those.
  expect(
    missedGates.filter((name) => !/^(?:Key facts|Length)/u.test(name)),
    text,
  ).toEqual([]);
});
