import type { FastifyContextConfig, FastifySchema } from 'fastify';

/** A route's place in the API's documentation, the schemas of its request and its answers, and its configuration. */
export function describeRoute<Schema extends FastifySchema>(
  tag: string,
  summary: string,
  { config, ...schema }: Schema & { config?: FastifyContextConfig },
): { schema: Schema & { tags: string[]; summary: string }; config?: FastifyContextConfig } {
  return {
    schema: { tags: [tag], summary, ...(schema as unknown as Schema) },
    ...(config === undefined ? {} : { config }),
  };
}
