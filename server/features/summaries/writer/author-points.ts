import { z } from 'zod';
import { createFence } from '#server/language-model/fence.ts';
import { speaksToModel } from '#server/language-model/plain-text.ts';
import type { Stretch } from '#server/language-model/stretches.ts';

export const pointsDraft = z.object({
  points: z
    .array(
      z.object({
        text: z.string().describe('one complete sentence'),
        quote: z
          .string()
          .describe('one or two sentences of the material, copied exactly, that say what the point says'),
      }),
    )
    .describe('the most important point first'),
});

const SLIDES_GUIDE =
  '\n- The material is slides: the path of titles above a slide says what its points are about. Write one point for each idea, not for each slide or each of its points, as a full sentence that says what the slide’s fragments mean together.';
const CODE_GUIDE = '\n- Of code, say what it does and why. Do not repeat it.';

/** Asks for the main points of one stretch of a lesson, in about `words` words. */
export function promptForPoints(
  title: string,
  stretch: Stretch,
  words: number,
): { system: string; prompt: string } {
  const fence = createFence();
  return {
    system: `You summarize a part of a university lesson for students who revise for an exam and for the instructor who checks what was taught. You write its main points.

${fence.explanation}

- Choose what an instructor would examine: definitions of key terms, mechanisms and causes, rules with their conditions, contrasts, results and the figures that matter. Leave out anecdotes, examples, repetitions, greetings and course organization.
- Each point is one plain sentence that a reader understands without the material. It names its subject: no "it", "this" or "they" at the beginning, no "the lesson", "the text", "the lecturer".
- Say as much as possible in few words: combine facts that belong together, drop filler. About ${words} words in all.
- Say only what the material says, with its conditions, numbers and doubts. Add nothing from elsewhere.
- The quote is copied character for character.
- Write plain text without Markdown, in the language of the material.${stretch.hasSlides ? SLIDES_GUIDE : ''}${stretch.hasCode ? CODE_GUIDE : ''}`,
    prompt: [
      'Material:',
      fence.enclose(
        [
          ...(speaksToModel(title) ? [] : [`Lesson: ${title.slice(0, 200)}`]),
          ...(stretch.heading === null || speaksToModel(stretch.heading)
            ? []
            : [`Section: ${stretch.heading.slice(0, 200)}`]),
          stretch.text,
        ].join('\n'),
      ),
      'Write the main points.',
    ].join('\n\n'),
  };
}

export const pointsReading = z.object({
  points: z
    .array(
      z.object({
        number: z.number(),
        follows: z
          .boolean()
          .describe('whether the material says all of it, with the same conditions, numbers and direction'),
        stands_alone: z.boolean().describe('whether a reader without the material knows what it is about'),
      }),
    )
    .describe('each sentence on its own'),
});

/** Asks whether the material says what each point says. */
export function promptForReading(
  title: string,
  stretch: Stretch,
  points: readonly string[],
): { system: string; prompt: string } {
  const fence = createFence();
  return {
    system: `You check a summary against the material it was written from, sentence by sentence, before students rely on it. Be exacting: a sentence that adds, changes or generalizes anything does not follow.

${fence.explanation}`,
    prompt: [
      'Material:',
      fence.enclose(`${speaksToModel(title) ? '' : `Lesson: ${title.slice(0, 200)}\n`}${stretch.text}`),
      'Sentences:',
      fence.enclose(points.map((point, index) => `${index + 1}. ${point}`).join('\n')),
      'Judge each sentence.',
    ].join('\n\n'),
  };
}
