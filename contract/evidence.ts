import { z } from 'zod';

const quotedWords = z.object({
  quote: z.string().meta({ description: 'Words of the lesson, verbatim.' }),
  page: z.int().nullable().meta({ description: 'From 1; null when the lesson has no pages.' }),
  page_end: z.int().optional().meta({
    description:
      'Of a passage of several pages, the last one. A slide that is built up step by step is complete there.',
  }),
  section: z.string().optional().meta({
    description: 'Of a document: the heading above the words.',
  }),
  paragraph: z.int().optional().meta({
    description: 'Of a text without pages, times and headings: the paragraph, from 1.',
  }),
  start_second: z.number().nullable(),
  end_second: z.number().nullable(),
  passage_id: z.string(),
});
export type QuotedWords = z.infer<typeof quotedWords>;

/** The passage that a line written by Lectern rests on. */
export const evidence = quotedWords.extend({
  further: quotedWords.optional().meta({
    description: 'Of a question that rests on two places in the lesson: the other one.',
  }),
  changed: quotedWords.nullable().optional().meta({
    description:
      'Only when the lesson was corrected and no longer contains the quote: what it says instead, or null where nothing is alike.',
  }),
});
export type Evidence = z.infer<typeof evidence>;
