import { expect, test } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { TextGeneratorOutputError } from '../text-generator.ts';
import { createStatementWriter } from './create-statement-writer.ts';
import { LimitedCall } from './limited-call.ts';

test('a statement too long for the model yields no draft and no weights, and does not affect others', async () => {
  const tokens = { inputTokens: 0, outputTokens: 0 };
  const writer = createStatementWriter(
    () => Promise.reject(new TextGeneratorOutputError('Too long.', { truncated: true, tokens })),
    () => new LimitedCall(new ManualClock(), 1_000, undefined),
  );
  const statement = { title: 'T', heading: 'H', context: 'C', statement: 'S' };
  const question = { statement, question: 'Q?', options: ['a', 'b', 'c', 'd'] };
  expect(await writer.draft({ statement })).toBeUndefined();
  expect(await writer.redrawWrong({ statement, question: 'Q?', answer: 'a', kept: [], seed: 1 })).toEqual([]);
  expect(await writer.weighAnswers(question)).toEqual([]);
  expect(await writer.weighLetters(question)).toEqual([]);
});
