import { z } from 'zod';
import { readerVerdict } from './reader-verdicts.ts';
import { writtenQuestion } from './written-set.ts';

/** A question with what each reader says about it. `item` is its number in the lesson's pack. */
const judgedQuestion = z.intersection(
  z.intersection(z.object({ lesson: z.string(), item: z.int().min(1), writer: z.string() }), writtenQuestion),
  // Last, so that a stored question reads as stem, options, verdicts.
  z.object({ verdicts: z.record(z.string(), readerVerdict) }),
);
export type JudgedQuestion = z.output<typeof judgedQuestion>;

/**
 * One round: some lessons, the questions of all writers about them, and the verdicts of readers who judged all of it. Every
 * question needs a verdict from each reader and a set that requested it.
 */
export const verdictRound = z
  .object({
    date: z.iso.date(),
    round: z.string(),
    /** Who the readers were, where the lessons came from, what the writers are. */
    note: z.string().optional(),
    readers: z.array(z.string()).min(1),
    /** Questions kept per ten requested that a writer must reach, by writer. Without one there is no bar. */
    goals: z.record(z.string(), z.number().min(0).max(10)).optional(),
    /** How many questions were requested. A set without questions counts too. */
    sets: z.array(z.object({ lesson: z.string(), writer: z.string(), requested: z.int().min(1) })),
    items: z.array(judgedQuestion),
  })
  .superRefine(({ readers, goals, sets, items }, context) => {
    const refuse = (message: string): void => context.addIssue({ code: 'custom', message, path: ['items'] });
    for (const { lesson, item, writer, verdicts } of items) {
      const missing = readers.filter((reader) => verdicts[reader] === undefined);
      if (missing.length > 0) refuse(`${lesson}, item ${item}: no verdict of ${missing.join(', ')}`);
      if (!sets.some((set) => set.lesson === lesson && set.writer === writer))
        refuse(`${lesson}, item ${item}: nothing was requested of "${writer}"`);
    }
    for (const writer of Object.keys(goals ?? {}))
      if (!sets.some((set) => set.writer === writer)) refuse(`there is a goal for "${writer}" but no set`);
  });
export type VerdictRound = z.output<typeof verdictRound>;
