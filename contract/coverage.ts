import { z } from 'zod';
import { entityId } from './fields.ts';
import { BLOOM_LEVELS } from './quizzes.ts';

/** How many questions of each Bloom level; a level without one counts 0. */
export const levelCounts = z.record(z.enum(BLOOM_LEVELS), z.int());
export type LevelCounts = z.infer<typeof levelCounts>;

export const sectionCoverage = z.object({
  section: z.int().meta({ description: 'From 0; as `sections` of a request for questions names it.' }),
  heading: z.string().nullable().meta({ description: 'As printed, when it has one.' }),
  title: z.string().meta({ description: 'The heading, or the section’s first words.' }),
  page: z.int().nullable().meta({ description: 'Where it begins, from 1.' }),
  start_second: z.number().nullable().meta({ description: 'When it begins.' }),
  word_count: z.int(),
  passage_ids: z.array(z.string()).meta({
    description: 'What `evidence.passage_id` of a question about this section is one of.',
  }),
  counts: levelCounts,
  question_ids: z.array(entityId),
});
export type SectionCoverage = z.infer<typeof sectionCoverage>;

/** What the published questions of a set ask about, and what they leave out. */
export const coverage = z.object({
  sections: z.array(sectionCoverage).meta({ description: 'In the order of the lesson.' }),
  uncovered: z.int().meta({ description: 'How many sections have no question.' }),
  unplaced_question_ids: z.array(entityId).meta({
    description: 'Questions that cite no passage of the lesson as it is now.',
  }),
});
export type Coverage = z.infer<typeof coverage>;
