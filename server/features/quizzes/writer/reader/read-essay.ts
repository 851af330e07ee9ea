import { z } from 'zod';
import { createFence } from '../../../../language-model/fence.ts';
import { showMaterial, showOutcomes } from '../author/prompt-parts.ts';
import type { PromptLesson } from '../author/prompt-parts.ts';
import type { Stretch } from '../../../../language-model/stretches.ts';

const LEVELS = ['remember', 'understand', 'apply', 'analyze', 'evaluate', 'create'] as const;

export const essayReading = z.object({
  points: z
    .array(
      z.object({
        number: z.number(),
        follows: z.boolean().describe('whether the point follows from the material'),
        answers: z.boolean().describe('whether the point belongs to an answer to the question'),
      }),
    )
    .describe('each point on its own'),
  refers_to_material: z
    .boolean()
    .describe('whether the question cannot be understood without having the material at hand'),
  level: z.enum(LEVELS).describe('what the question asks of students (revised Bloom taxonomy)'),
  difficulty: z.enum(['easy', 'medium', 'hard']).describe('for students who attended the lesson'),
  outcome: z.string().nullable().describe('short name of the outcome that the question tests, or null'),
});

export interface EssayReadRequest {
  readonly lesson: PromptLesson;
  readonly stretch: Stretch;
  readonly question: string;
  readonly points: readonly string[];
}

/** Has an examiner judge an essay question and each of its key points by meaning. */
export function promptForEssayReading({ lesson, stretch, question, points }: EssayReadRequest): {
  system: string;
  prompt: string;
} {
  const fence = createFence();
  return {
    system: `You are an exacting examiner. You check one essay question and the points its model answer makes against the course material, before it is given to students.

${fence.explanation}`,
    prompt: [
      'Material:',
      showMaterial(fence, lesson, stretch),
      ...showOutcomes(fence, lesson.outcomes),
      'Question:',
      fence.enclose([question, ...points.map((point, index) => `${index + 1}. ${point}`)].join('\n')),
      'Judge it.',
    ].join('\n\n'),
  };
}
