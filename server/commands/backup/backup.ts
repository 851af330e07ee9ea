import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { BackupError } from './backup-error.ts';
import { commandLog, describeBytes, runCommand } from './command-line.ts';
import { makeBackup } from './make-backup.ts';
import { openExisting } from './open-installation.ts';

/** `npm run backup [-- FILE]`: everything of this Lectern in one file. Lectern may run in the meantime. */
const USAGE = 'Use: npm run backup -- [FILE], where FILE is a name that does not exist yet.';

await runCommand(async (signal) => {
  const path = resolve(readPath());
  const installation = await openExisting({ config: readConfig(), log: commandLog, signal });
  try {
    const report = await makeBackup(installation, path, signal);
    if (report.missingKeys.length > 0) {
      commandLog.warn(
        `${report.missingKeys.length} files were deleted while the backup was made, or were missing before: ` +
          report.missingKeys.slice(0, 10).join(', '),
      );
    }
    process.stdout.write(
      `${report.path}: ${describeBytes(report.sizeBytes)}, ${report.tableCount} tables, ${report.fileCount} files.\n` +
        "It holds people's lessons and the secret that all keys derive from. Keep it where only you can read it.\n",
    );
  } finally {
    await installation.close();
  }
});

function readPath(): string {
  const { positionals } = readArguments();
  if (positionals.length > 1) throw new BackupError(USAGE);
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return positionals[0] ?? `lectern-backup-${time}.tar`;
}

function readArguments(): { positionals: string[] } {
  try {
    return parseArgs({ allowPositionals: true, options: {} });
  } catch (error) {
    throw new BackupError(USAGE, { cause: error });
  }
}
