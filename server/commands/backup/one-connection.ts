import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';

/**
 * Kysely over one connected client: a transaction begun with it is that client's, so COPY on the client joins it.
 * The client stays the caller's to end.
 */
export const kyselyOn = (client: pg.Client): Kysely<unknown> =>
  new Kysely({
    dialect: new PostgresDialect({
      pool: {
        options: {},
        connect: () => Promise.resolve(Object.assign(client, { release: () => undefined })),
        end: () => Promise.resolve(),
      },
    }),
  });
