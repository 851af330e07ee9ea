import { z } from 'zod';
import { containment, contentStems } from '../../../../../items/words.ts';
import type { ObjectGenerator } from '../../../../ai/text-generator.ts';

const answerSchema = z.object({ answer: z.string() });
const SYSTEM = `You answer a question from a passage in one to four words, in the words of the passage. If the passage does not answer it, the answer is "none".

Passage:
Key pins touch the key. Driver pins sit above them and block the plug until the key lifts them.
Question: Which pins of a lock block the plug until the key lifts them?
{"answer":"driver pins"}

Passage:
A premium is the sum that a policyholder pays for cover.
Question: Who bears the first part of each loss?
{"answer":"none"}`;

/**
 * Has the model answer a question from its passage without seeing any options. The model reads better than it writes: where
 * its answer is another one, the question is mostly unclear or its key wrong.
 */
export async function readAnswer(
  passage: string,
  question: string,
  generator: ObjectGenerator,
  signal?: AbortSignal,
): Promise<string> {
  try {
    const { object } = await generator.generateObject({
      system: SYSTEM,
      prompt: `Passage:\n${passage}\nQuestion: ${question}`,
      schema: answerSchema,
      maxOutputTokens: 24,
      ...(signal ? { signal } : {}),
    });
    return object.answer;
  } catch (error) {
    if (error instanceof Error && error.name === 'TextGeneratorOutputError') return '';
    throw error;
  }
}

/** True when two answers name the same thing: "the driver pins" and "driver pins". */
export function isSameAnswer(read: string, key: string): boolean {
  const one = contentStems(read);
  const other = contentStems(key);
  return (
    containment(other, one) === 1 ||
    (one.size > 0 && containment(one, other) === 1 && one.size * 2 >= other.size)
  );
}
