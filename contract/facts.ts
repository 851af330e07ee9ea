import { z } from 'zod';
import { evidence } from './evidence.ts';

export const FACTS_MAXIMUM = 12;

/** A statement of a lesson that no question asks about yet. */
export const lessonFact = z.object({
  statement: z.string(),
  context: z.string().nullable().default(null).meta({
    description: 'The sentence before it in the lesson, or the heading above it; null if there is neither.',
  }),
  evidence,
  term: z
    .string()
    .nullable()
    .default(null)
    .meta({ description: 'The term that it explains; null if it explains none.' }),
  kindred: z.array(z.string()).meta({
    description:
      'At most five terms of the lesson of the same kind as one in the statement: possible wrong answers.',
  }),
});
export type LessonFact = z.infer<typeof lessonFact>;

export const lessonFacts = z.object({
  facts: z.array(lessonFact).meta({ description: `Best first, at most ${FACTS_MAXIMUM}.` }),
});
export type LessonFacts = z.infer<typeof lessonFacts>;
