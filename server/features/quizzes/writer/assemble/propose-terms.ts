import { z } from 'zod';
import type { ObjectGenerator } from '../../../../ai/text-generator.ts';
import type { TermFact } from './term-fact.ts';

const answerSchema = z.object({ terms: z.array(z.string()).max(6) });

const EXAMPLES: readonly (readonly [string, readonly string[]])[] = [
  [
    describe(
      'How locks work',
      'part of a lock',
      'Which part of a lock turns when the right key is inserted?',
      'plug',
    ),
    ['housing', 'shackle', 'bolt', 'strike plate', 'spring', 'latch'],
  ],
  [
    describe(
      'Insuring a risk',
      'problem of insurers',
      'Which problem of insurers arises when a person who is covered takes less care?',
      'moral hazard',
    ),
    [
      'adverse selection',
      'insurance fraud',
      'catastrophe risk',
      'underpricing',
      'interest rate risk',
      'insolvency',
    ],
  ],
  [
    describe(
      'Painting in the Renaissance',
      'technique of painting',
      'What name is given to the soft blending of tones without hard outlines?',
      'sfumato',
    ),
    ['chiaroscuro', 'impasto', 'glazing', 'fresco', 'tempera', 'grisaille'],
  ],
];

const SYSTEM = [
  'You name wrong answers for a quiz question. Each is a real technical term of the same field and of the same kind as the right answer, as well known and as specific, in the same form (singular or plural), one to three words, and clearly a wrong answer to the question. Never name a synonym, a part or a special case of the right answer.',
  ...EXAMPLES.map(([request, terms]) => `${request}\n${JSON.stringify({ terms })}`),
].join('\n\n');

function describe(title: string, kind: string, question: string, term: string): string {
  return `Lesson: ${title}\nKind: ${kind}\nQuestion: ${question}\nRight answer: ${term}\nWrong answers:`;
}

/** Terms from outside the lesson that might stand beside a term as wrong answers. They still have to be checked. */
export async function proposeTerms(
  title: string,
  fact: TermFact,
  generator: ObjectGenerator,
  signal?: AbortSignal,
): Promise<string[]> {
  try {
    const { object } = await generator.generateObject({
      system: SYSTEM,
      prompt: describe(title, fact.kind, fact.question, fact.term),
      schema: answerSchema,
      maxOutputTokens: 80,
      ...(signal ? { signal } : {}),
    });
    return object.terms;
  } catch (error) {
    if (error instanceof Error && error.name === 'TextGeneratorOutputError') return [];
    throw error;
  }
}
