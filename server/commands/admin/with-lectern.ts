import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { openApiDependencies } from '#server/open-dependencies.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { commandLog } from '../backup/command-line.ts';
import { openForBackup } from '../backup/open-installation.ts';

/** Opens the Lectern that the settings name, whether it is running or not, for the time that `use` takes. */
export async function withLectern(
  signal: AbortSignal,
  use: (dependencies: Dependencies) => Promise<void>,
): Promise<void> {
  const config = readConfig();
  const installation = await openForBackup({ config, log: commandLog, signal });
  try {
    const { databaseUrl } = installation;
    await migrateToLatest(databaseUrl);
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
