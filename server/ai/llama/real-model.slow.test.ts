import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SMALL_WRITER } from '../small-writer/small-writer.ts';
import { LANGUAGE_MODELS } from '../model-files/local-language-model.ts';
import { readFreeMemoryBytes } from './free-memory.ts';
import { createLlamaTextGenerator, type LlamaTextGenerator } from './llama-text-generator.ts';

const inModels = LANGUAGE_MODELS['qwen2.5-coder-1.5b'].files[0]?.file ?? '';
const modelPath =
  process.env['LECTERN_TEST_LANGUAGE_MODEL'] ??
  resolve(process.env['MODELS_DIR'] ?? fileURLToPath(new URL('../../../models', import.meta.url)), inModels);
const isHere = existsSync(modelPath);
if (!isHere) {
  process.stderr.write(
    `\nSKIPPED: the tests with a real language model need ${inModels} in MODELS_DIR, or LECTERN_TEST_LANGUAGE_MODEL.\n\n`,
  );
}

const PASSAGE =
  'Photosynthesis is the process by which green plants turn light, water and carbon dioxide into glucose and oxygen. It takes place in the chloroplasts.';

describe.skipIf(!isHere)('a real language model', () => {
  let generator: LlamaTextGenerator;
  beforeAll(() => {
    generator = createLlamaTextGenerator({
      name: 'local:real',
      modelPath,
      timeoutSeconds: 600,
      usesGpu: false,
      writerAdapterPath: SMALL_WRITER.adapterPath,
      findProblem: () => Promise.resolve(undefined),
      // Other tests run at the same time.
      readFreeMemoryBytes: () => Math.max(readFreeMemoryBytes(), 3e9),
    });
  });
  afterAll(() => generator.close());

  test(
    'drafts a question about a statement with its adapter, and prefers the right answer',
    { timeout: 900_000 },
    async () => {
      const writer = generator.statementWriter;
      if (writer === undefined) expect.fail('A model with an adapter drafts.');
      const statement = {
        title: 'How plants live',
        heading: 'Photosynthesis',
        context: PASSAGE,
        statement: 'It takes place in the chloroplasts.',
      };
      const drafted = await writer.draft({ statement });
      expect(drafted?.question).toMatch(/\?$/u);
      expect(drafted?.wrong).toHaveLength(3);
      expect(await writer.draft({ statement })).toEqual(drafted);
      const question = 'Where in a plant cell does photosynthesis take place?';
      const answer = 'In the chloroplasts';
      const kept = ['In the mitochondria'];
      const drawn = await writer.redrawWrong({ statement, question, answer, kept, seed: 1 });
      expect(drawn.length).toBeGreaterThan(0);
      const options = [answer, ...kept, 'In the cell wall', 'In the nucleus'];
      const answers = await writer.weighAnswers({ statement, question, options });
      const letters = await writer.weighLetters({ statement, question, options });
      for (const weights of [
        answers.map(({ closed }) => closed),
        answers.map(({ continued }) => continued),
        letters,
      ]) {
        expect(weights).toHaveLength(4);
        expect(weights[0]).toBe(Math.max(...weights));
        expect(weights.every((weight) => weight < 0)).toBe(true);
      }
    },
  );

  test('writes a question with its key', { timeout: 600_000 }, async () => {
    const { object } = await generator.generateObject({
      system: 'Write one question about the passage, with its right answer in a few words.',
      prompt: PASSAGE,
      schema: z.object({ question: z.string(), answer: z.string() }),
      maxOutputTokens: 100,
    });
    expect(object.question).toMatch(/\?$/u);
    expect(object.answer).not.toBe('');
  });
});
