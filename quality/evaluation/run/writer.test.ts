import { expect, test } from 'vitest';
import { TextGeneratorUnavailableError } from '#server/ai/text-generator.ts';
import { readEvaluationLesson } from '../reading/read-lessons.ts';
import { createModelWriter } from './writer.ts';

/** Recognised by its name: words are then compared instead of meanings. */
class EmbedderAway extends Error {
  override readonly name = 'TextEmbedderUnavailableError';
}

test('a model that is away leaves the set to the rules, and the writer says so', async () => {
  const writer = createModelWriter({
    name: 'none/absent',
    generateObject: () =>
      Promise.reject(new TextGeneratorUnavailableError('It cannot be reached.', 'unreachable', {})),
  });
  const { text } = await readEvaluationLesson('immunology');
  const { questions } = await writer.write(text, { count: 5, answerStyle: 'multiple_choice', seed: 1 });
  expect(questions).toHaveLength(5);
  const { points } = await writer.summarize(text, {
    length: 'short',
    embed: () => Promise.reject(new EmbedderAway()),
  });
  expect(points.length).toBeGreaterThan(2);
  expect(writer.builtIn).toBe(false);
  expect(writer.tell?.()).toMatch(/^The model wrote 0 questions and the rules 5; .+1 times: .+\.$/u);
});
