import { migrationNames } from '#server/platform/database/migrate.ts';
import { createPostgresClient } from '#server/platform/database/postgres-client.ts';
import { listAppliedMigrations } from '../backup/catalogue.ts';
import type { Installation } from '../backup/open-installation.ts';
import { getRootSecret } from '../backup/root-secret.ts';
import { AdminError } from './admin-error.ts';

/**
 * A command does not migrate: that is for the upgrade, which makes a backup first.
 * @returns the installation's root secret
 * @throws {AdminError} when the database is another version's; {BackupError} when the settings have another root secret.
 */
export async function checkInstallation({ config, databaseUrl }: Installation): Promise<Buffer> {
  const client = createPostgresClient(databaseUrl, { applicationName: 'lectern-command' });
  await client.connect();
  try {
    const applied = await listAppliedMigrations(client);
    if (applied.some((name) => !migrationNames.includes(name)))
      throw new AdminError('The database is used by a newer Lectern. Run the command of that version.');
    if (applied.length < migrationNames.length)
      throw new AdminError(
        'The database is of an older Lectern. Start this version once, which upgrades it, and try again.',
      );
    return await getRootSecret(config, client);
  } finally {
    await client.end();
  }
}
