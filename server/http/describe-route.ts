import type { FastifySchema } from 'fastify';

/** A route's place in the API's documentation, and the schemas of its request and its answers. */
export const describeRoute = <Schema extends FastifySchema>(
  tag: string,
  summary: string,
  schema: Schema,
): { schema: Schema & { tags: string[]; summary: string } } => ({
  schema: { tags: [tag], summary, ...schema },
});
