import { z } from 'zod';
import { ANSWER_STYLES, BLOOM_LEVELS } from '#contract/quizzes.ts';

/** Candidates of one style, and of one level if it is not null, that the bank should have. */
export const wantedCandidates = z.object({
  answer_style: z.enum(ANSWER_STYLES),
  taxonomy_level: z.enum(BLOOM_LEVELS).nullable(),
  count: z.int(),
});
export type WantedCandidates = z.infer<typeof wantedCandidates>;
