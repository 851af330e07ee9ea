import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { migrationNames } from '#server/platform/database/migrate.ts';
import { createPostgresClient } from '#server/platform/database/postgres-client.ts';
import { openApiDependencies } from '#server/open-dependencies.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listAppliedMigrations } from '../backup/catalogue.ts';
import { commandLog } from '../backup/command-line.ts';
import { openExisting } from '../backup/open-installation.ts';
import { AdminError } from './admin-error.ts';

/**
 * Opens the Lectern that the settings name, whether it is running or not, for the time that `use` takes.
 * @throws {BackupError} when there is none; {AdminError} when it is another version's.
 */
export async function withLectern(
  signal: AbortSignal,
  use: (dependencies: Dependencies) => Promise<void>,
): Promise<void> {
  const config = readConfig();
  const installation = await openExisting({ config, log: commandLog, signal });
  try {
    const { databaseUrl } = installation;
    await refuseOtherVersion(databaseUrl);
    const opened = await openApiDependencies({ config, databaseUrl, log: pino({ level: 'silent' }) });
    try {
      await use(opened.dependencies);
    } finally {
      await opened.close();
    }
  } finally {
    await installation.close();
  }
}

/** A command does not migrate: that is for the upgrade, which makes a backup first. */
async function refuseOtherVersion(connectionString: string): Promise<void> {
  const client = createPostgresClient(connectionString, { applicationName: 'lectern-command' });
  await client.connect();
  try {
    const applied = await listAppliedMigrations(client);
    if (applied.some((name) => !migrationNames.includes(name)))
      throw new AdminError('The database is used by a newer Lectern. Run the command of that version.');
    if (applied.length < migrationNames.length)
      throw new AdminError(
        'The database is of an older Lectern. Start this version once, which upgrades it, and try again.',
      );
  } finally {
    await client.end();
  }
}
