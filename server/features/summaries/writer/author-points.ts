import { z } from 'zod';
import { createFence } from '#server/ai/language-model/fence.ts';
import { speaksToModel } from '#server/ai/language-model/plain-text.ts';
import { evidenceOf } from '../../lessons/place-evidence.ts';
import type { SummaryPoint } from '../compose/compose-summary.ts';
import type { Part } from './list-parts.ts';

export const pointsDraft = z.object({
  points: z
    .array(
      z.object({
        text: z.string().describe('one complete sentence'),
        quotes: z
          .array(z.string())
          .describe(
            'the sentences or bullets of the material that say what the point says, each copied exactly: one, or two to four where the point combines several',
          ),
      }),
    )
    .describe('the most important point first; empty where nothing is taught'),
});

const SLIDES_GUIDE =
  '\n- The material is slides: the path of titles above a slide says what its points are about. Write one point for each idea, not for each slide or each bullet, as a full sentence that says what the fragments mean together. Combine bullets, also of neighbouring slides, and quote each that you used.';
const CODE_GUIDE = '\n- Of code, say what it does and why. Do not repeat it.';

/** Asks for the main points of a part of a lesson, in about `words` words. */
export function promptForPoints(
  title: string,
  part: Part,
  words: number,
): { system: string; prompt: string } {
  const fence = createFence();
  return {
    system: `You summarize a part of a university lesson for students who revise for an exam and for the instructor who checks what was taught. You write its main points.

${fence.explanation}

- Choose what an instructor would examine: definitions of key terms, mechanisms and causes, rules with their conditions, contrasts, results and the figures that matter. Leave out anecdotes, examples, repetitions, greetings, exercises, deadlines, exam advice and course organization.
- Every section that teaches something has a point, and a section with more ideas has more. A section that teaches nothing has none.
- Each point is one plain sentence that a reader understands without the material. It names its subject: no "it", "this" or "they" at the beginning, no "the lesson", "the text", "the lecturer".
- Say as much as possible in few words: combine facts that belong together, drop filler. About ${words} words in all. If that is too few for all ideas, leave out the least important ones, never a condition of the others.
- Say only what the material says, with its conditions, numbers and doubts. Add nothing from elsewhere.
- Quotes are copied character for character.
- Write plain text without Markdown, in the language of the material.${part.hasSlides ? SLIDES_GUIDE : ''}${part.hasCode ? CODE_GUIDE : ''}`,
    prompt: ['Material:', fence.enclose(showMaterial(title, part)), 'Write the main points.'].join('\n\n'),
  };
}

const showMaterial = (title: string, { text }: Part): string =>
  speaksToModel(title) ? text : `Lesson: ${title.slice(0, 200)}\n${text}`;

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
  part: Part,
  points: readonly SummaryPoint[],
): { system: string; prompt: string } {
  const fence = createFence();
  const sentences = points.map(({ text, ...cited }, index) =>
    [`${index + 1}. ${text}`, ...evidenceOf(cited).map(({ quote }) => `Quote: ${quote}`)].join('\n'),
  );
  return {
    system: `You check a summary against the material it was written from, sentence by sentence, before students rely on it. Be exacting: a sentence that adds, changes or generalizes anything does not follow. Below each sentence are the words of the material that it rests on; titles above them may say what they are about.

${fence.explanation}`,
    prompt: [
      'Material:',
      fence.enclose(showMaterial(title, part)),
      'Sentences:',
      fence.enclose(sentences.join('\n')),
      'Judge each sentence.',
    ].join('\n\n'),
  };
}
