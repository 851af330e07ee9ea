import { z } from 'zod';

export const sectionCoverage = z.object({
  section: z.int().meta({ description: 'From 0; as `sections` of a request for questions names it.' }),
  title: z.string().meta({ description: 'The heading, or the section’s first words.' }),
  page: z.int().nullable().meta({ description: 'Where it begins, from 1.' }),
  start_second: z.number().nullable().meta({ description: 'When it begins.' }),
  passage_ids: z.array(z.string()).meta({
    description: 'What `evidence.passage_id` of a question about this section is one of.',
  }),
});
export type SectionCoverage = z.infer<typeof sectionCoverage>;

/** What the questions of a set may ask about. */
export const coverage = z.object({
  sections: z.array(sectionCoverage).meta({ description: 'In the order of the lesson.' }),
});
export type Coverage = z.infer<typeof coverage>;
