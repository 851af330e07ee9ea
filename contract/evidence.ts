import { z } from 'zod';

/** The passage that a line written by Lectern rests on. */
export const evidence = z.object({
  quote: z.string().meta({ description: 'Words of the lesson, verbatim.' }),
  page: z.int().nullable().meta({ description: 'From 1; null when the lesson has no pages.' }),
  page_end: z.int().optional().meta({
    description:
      'Of a passage of several pages, the last one. A slide that is built up step by step is complete there.',
  }),
  start_second: z.number().nullable(),
  end_second: z.number().nullable(),
  passage_id: z.string(),
});
export type Evidence = z.infer<typeof evidence>;
