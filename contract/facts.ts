import { z } from 'zod';
import { evidence } from './evidence.ts';

export const FACTS_MAXIMUM = 12;

/** A statement of a lesson that no question asks about yet. */
export const lessonFact = z.object({
  statement: z.string(),
  evidence,
  kindred: z.array(z.string()).meta({
    description:
      'At most five terms of the lesson that resemble one in the statement: possible wrong answers.',
  }),
});
export type LessonFact = z.infer<typeof lessonFact>;

export const lessonFacts = z.object({
  facts: z.array(lessonFact).meta({ description: `Best first, at most ${FACTS_MAXIMUM}.` }),
});
export type LessonFacts = z.infer<typeof lessonFacts>;
