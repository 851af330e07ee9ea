import { z } from 'zod';
import type { LessonPassage } from '../../../language/lesson-text.ts';
import { createFence } from '../../../language-model/fence.ts';

export const pointsAnswer = z.object({
  points: z.array(
    z.object({
      text: z.string().describe('one complete sentence'),
      passage: z.number().describe('the number of the one passage that says it'),
    }),
  ),
});

/** Passages that are given to the model together, numbered as in the whole lesson. */
export interface Batch {
  readonly passages: readonly { readonly number: number; readonly passage: LessonPassage }[];
  readonly characters: number;
}

const CHARACTERS_OF_A_BATCH = 9_000;
const CHARACTERS_OF_A_PASSAGE = 2_500;

/** The passages in batches that fit into a small model's context, a section in one batch where it fits. */
export function splitIntoBatches(passages: readonly LessonPassage[]): Batch[] {
  const batches: { passages: { number: number; passage: LessonPassage }[]; characters: number }[] = [];
  passages.forEach((passage, index) => {
    const characters = Math.min(passage.text.length, CHARACTERS_OF_A_PASSAGE);
    const last = batches.at(-1);
    const isNewSection = passages[index - 1]?.section !== passage.section;
    const isFull =
      last !== undefined && last.characters + characters > CHARACTERS_OF_A_BATCH * (isNewSection ? 0.8 : 1);
    if (last === undefined || isFull)
      batches.push({ passages: [{ number: index + 1, passage }], characters });
    else {
      last.passages.push({ number: index + 1, passage });
      last.characters += characters;
    }
  });
  return batches;
}

export function promptForPoints(
  title: string,
  { passages }: Batch,
  words: number,
): { readonly system: string; readonly prompt: string } {
  const fence = createFence();
  const sections = new Set(passages.map(({ passage }) => passage.section)).size;
  const system = `You summarise lessons of a university course for the people who teach them. You write the main points as separate sentences, each with the number of the passage it rests on.

${fence.explanation}

Rules:
- About ${words} words in all; at least one point for each section, in the order of the passages.
- text: one complete sentence of 6 to 25 words that can be understood alone. It names what it speaks of: no "it", "this" or "they" at its start, no "the passage", "the lesson", "the author".
- Say only what the one passage with the number says, in its own words where you can. Keep its numbers, names, conditions and doubts. Add nothing that you know from elsewhere.
- Definitions, causes, results and contrasts first; no examples, no greetings, nothing about homework or the course itself.
- passage: the number that stands before that passage.
- Plain text: no HTML, no Markdown, no numbering.`;
  let heading: string | null | undefined;
  const lines = passages.map(({ number, passage }) => {
    const isNew = passage.heading !== heading;
    heading = passage.heading;
    const section = isNew && heading !== null ? `Section: ${heading.slice(0, 200)}\n` : '';
    return `${section}Passage ${number}: ${passage.text.slice(0, CHARACTERS_OF_A_PASSAGE)}`;
  });
  const material = fence.enclose(`Lesson: ${title.slice(0, 200)}\n\n${lines.join('\n\n')}`);
  return {
    system,
    prompt: `${material}\n\nWrite the main points of ${sections === 1 ? 'this section' : `these ${sections} sections`} now.`,
  };
}
