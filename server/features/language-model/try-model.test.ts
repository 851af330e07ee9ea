import { expect, test } from 'vitest';
import { TextGeneratorUnavailableError } from '#server/ai/text-generator.ts';
import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import { systemClock } from '#server/platform/clock.ts';
import { fakeSmallModel } from '#server/testing/fake-models.ts';
import { tryModel } from './try-model.ts';

const tryOut = (generator: ObjectGenerator) =>
  tryModel(generator, {
    tried: { provider: 'local', baseUrl: '', model: 'fake', hasKey: false, isInContainer: false },
    clock: systemClock,
  });

test('reports that the small model cannot start, not that its questions are bad', async () => {
  const { statementWriter } = fakeSmallModel;
  if (statementWriter === undefined) expect.fail('The small model drafts.');
  const unavailable = new TextGeneratorUnavailableError('Too little memory is free.', 'not_ready', {});
  const tried = await tryOut({
    ...fakeSmallModel,
    statementWriter: { ...statementWriter, draft: () => Promise.reject(unavailable) },
  });
  expect(tried.question).toBeNull();
  expect(tried.failure?.message_coded.code).toBe('connect_local_failed');
});

test('the small model shows a draft and its own speed', async () => {
  const speed = { inputTokensPerSecond: 90, outputTokensPerSecond: 20 };
  const tried = await tryOut({ ...fakeSmallModel, readSpeed: () => speed });
  expect(tried.failure).toBeNull();
  expect(tried.question?.options).toHaveLength(4);
  expect(tried.tokens_per_second).toBe(20);
});
