import { z } from 'zod';
import { entityIdText } from './fields.ts';

const confidence = z
  .number()
  .min(0)
  .max(100)
  .meta({ description: 'As the text recognition rates itself: the mean of its words, 0 to 100.' });

/** The pages of a lesson's document whose text was recognized, wholly or in part; empty for a lesson without such pages. */
export const recognizedPageList = z.array(
  z.object({
    page: z.int().meta({ description: 'From 1.' }),
    confidence,
    has_unsure_text: z.boolean().meta({
      description:
        'True if summaries and questions leave out a passage of the page, because the recognition is unsure of it.',
    }),
    is_readable: z.boolean().meta({ description: 'False where the page could not be recognized.' }),
  }),
);
export type RecognizedPageList = z.infer<typeof recognizedPageList>;

/** Of the address of a recognized page. */
export const recognizedPageParameters = z.object({ id: entityIdText, page: entityIdText });

const recognizedWord = z.object({
  text: z.string(),
  left: z.number(),
  top: z.number(),
  right: z.number(),
  bottom: z.number(),
});

/** The positions of the words on a recognized page. Lengths are points, y downwards. */
export const recognizedPage = z.object({
  page: z.int(),
  confidence,
  width: z.number().meta({ description: 'Of the straightened page, on which the words lie.' }),
  height: z.number(),
  turned_degrees: z
    .number()
    .meta({ description: 'How far the page was turned clockwise about its centre to straighten it.' }),
  lines: z.array(z.array(recognizedWord)),
});
export type RecognizedPage = z.infer<typeof recognizedPage>;
