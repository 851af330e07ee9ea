import { ConfigError, readConfig, type Config } from '../config.ts';

/** The database of a process started by hand. `npm start` passes the embedded one's address along. */
export function getDatabaseUrl(config: Config): string {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  throw new ConfigError(
    'DATABASE_URL is not set. A separate api or worker process needs the address of a PostgreSQL; npm start includes one.',
  );
}

/** The settings of an api or worker process. Prints in plain words what is wrong with them, and ends the process. */
export function readProcessConfig(): { config: Config; databaseUrl: string } {
  try {
    const config = readConfig();
    return { config, databaseUrl: getDatabaseUrl(config) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
