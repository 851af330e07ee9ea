import { z } from 'zod';
import { problem } from '#contract/problem.ts';

const described = {
  description: 'What went wrong, as RFC 9457 problem details',
  content: { 'application/problem+json': { schema: problem } },
};

/** The problems a route may answer with, for its response schemas. Any route may answer 429, 500 and 503. */
export const problemResponses = <Status extends number>(
  ...statuses: Status[]
): Record<Status | 429 | 500 | 503, typeof described> =>
  Object.fromEntries([...statuses, 429, 500, 503].map((status) => [status, described])) as Record<
    Status | 429 | 500 | 503,
    typeof described
  >;

/** The body of a 204: none. */
export const noContent = z.null().describe('Done; there is nothing to say.');
