import { z } from 'zod';

/** The tokens that a language model service read and wrote for a text, and their cost. */
export const modelUse = z.object({
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost: z.number().nullable().meta({
    description: 'In the currency of the prices; null where they are unknown.',
  }),
});
export type ModelUse = z.infer<typeof modelUse>;
