import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { BackupError } from './backup-error.ts';
import { commandLog, describeBytes, runCommand } from './command-line.ts';
import { openForRestore } from './open-installation.ts';
import type { PresentContent } from './present-content.ts';
import { verifyArchive, type VerifiedArchive } from './read-archive.ts';
import { restoreBackup } from './restore-backup.ts';

/**
 * `npm run restore -- FILE`: puts a backup into the database and file store of the settings. `--check` only verifies it.
 * `--replace` overwrites existing data, after a question that `--yes` answers beforehand.
 */
const USAGE = 'Use: npm run restore -- FILE [--check] [--replace [--yes]]';

await runCommand(async (signal) => {
  const { path, check, replace, yes } = readArguments();
  const config = readConfig();
  const archive = await verifyArchive(path, signal);
  commandLog.info(`The backup is whole: ${describeArchive(archive)}.`);
  if (check) return;
  const installation = await openForRestore({ config, log: commandLog, signal });
  try {
    const mayReplace = async (present: PresentContent): Promise<void> => {
      const content = describePresent(present);
      if (!replace) {
        throw new BackupError(
          `The database is not empty (${content}). Nothing was changed. To lose all of that and restore instead, add --replace.`,
        );
      }
      if (!yes) await confirm(`All of this will be lost: ${content}.`);
    };
    const report = await restoreBackup(installation, { path, archive, mayReplace, signal });
    if (report.missingKeys.length > 0)
      commandLog.warn(
        `${report.missingKeys.length} files were missing when the backup was made: ${report.missingKeys.slice(0, 10).join(', ')}`,
      );
    process.stdout.write(
      `Restored: ${report.fileCount} files, and ${report.jobCount} jobs that go on when a worker starts. Start Lectern now.\n`,
    );
  } finally {
    await installation.close();
  }
});

function describeArchive({ header, fileCount, fileBytes }: VerifiedArchive): string {
  return (
    `made ${header.created_at} by Lectern ${header.lectern_version}, ${header.tables.length} tables, ` +
    `${fileCount} files (${describeBytes(fileBytes)})`
  );
}

function describePresent({ rowCounts, newerMigrations, tables }: PresentContent): string {
  const rows = [...rowCounts].map(([table, count]) => `${table} ${count}`).join(', ');
  if (newerMigrations.length === 0) return rows;
  return `everything a newer Lectern stored, with ${newerMigrations.join(', ')}; tables: ${tables.join(', ')}; rows: ${rows}`;
}

async function confirm(sentence: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new BackupError(`${sentence} Nothing was changed. Add --yes when you are sure.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${sentence}\nType "replace" to go on: `);
    if (answer.trim() !== 'replace') throw new BackupError('Nothing was changed.');
  } finally {
    terminal.close();
  }
}

function readArguments(): { path: string; check: boolean; replace: boolean; yes: boolean } {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { check: flag, replace: flag, yes: flag },
    });
    const [path, ...rest] = positionals;
    if (path !== undefined && rest.length === 0) return { path: resolve(path), ...values };
  } catch (error) {
    throw new BackupError(USAGE, { cause: error });
  }
  throw new BackupError(USAGE);
}
