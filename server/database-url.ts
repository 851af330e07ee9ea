import { ConfigError, type Config } from './config.ts';

/** The database of a process started by hand. `npm start` passes the embedded one's address along. */
export function getDatabaseUrl(config: Config): string {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  throw new ConfigError(
    'DATABASE_URL is not set. A process of its own needs the address of a PostgreSQL; npm start brings one.',
  );
}
