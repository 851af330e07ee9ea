import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { readConfig } from '#server/config.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { DataDirectoryInUseError } from '#server/platform/database/embedded/data-directory-lock.ts';
import { writeDurably } from '#server/platform/database/embedded/credentials.ts';
import { createPostgresClient } from '#server/platform/database/postgres-client.ts';
import { adoptRootSecret, type Adoption } from '#server/features/accounts/end-access.ts';
import { deriveSecrets, rootSecretPath, type Secrets } from '#server/platform/security/secrets.ts';
import { commandLog } from '../backup/command-line.ts';
import { openStopped, type Installation } from '../backup/open-installation.ts';
import type { CommandResult } from './admin-command.ts';
import { AdminError } from './admin-error.ts';
import { checkInstallation } from './check-installation.ts';

const SECRET_BYTES = 32;

/** Replaces the root secret and ends everything that was signed or encrypted under the old one. */
export async function rotateSecret(signal: AbortSignal): Promise<CommandResult> {
  const installation = await open(signal);
  try {
    await refuseWhileRunning(installation);
    return await rotate(installation, deriveSecrets(await checkInstallation(installation)));
  } finally {
    await installation.close();
  }
}

async function open(signal: AbortSignal): Promise<Installation> {
  try {
    return await openStopped({ config: readConfig(), log: commandLog, signal });
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    throw stillRunning(error);
  }
}

const stillRunning = (cause?: unknown): AdminError =>
  new AdminError(
    'Lectern is running. Stop all of its processes first: they would keep using the old secret. Nothing was changed.',
    { cause },
  );

/** Processes on other machines hold no lock here, but each is connected to the database. */
async function refuseWhileRunning({ databaseUrl }: Installation): Promise<void> {
  const client = createPostgresClient(databaseUrl, { applicationName: 'admin' });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and usename = current_user and application_name like 'lectern%' limit 1`,
    );
    if (rows.length > 0) throw stillRunning();
  } finally {
    await client.end();
  }
}

async function rotate({ config, databaseUrl }: Installation, previous: Secrets): Promise<CommandResult> {
  const hexadecimal = randomBytes(SECRET_BYTES).toString('hex');
  const isConfigured = config.secret !== undefined;
  const root = Buffer.from(hexadecimal, isConfigured ? 'utf8' : 'hex');
  const path = rootSecretPath(config.dataDirectory);
  const prepared = `${path}.rotated`;
  if (!isConfigured) {
    await mkdir(config.dataDirectory, { recursive: true });
    await writeDurably(prepared, hexadecimal, 0o600);
  }
  const database = openDatabase(openPool(databaseUrl, { maximumConnections: 1, onError: () => undefined }));
  try {
    // An installation that was never started under fingerprints gets the old one first, so that the new one differs.
    await adoptRootSecret({ database, secrets: previous });
    const adoption = await adoptRootSecret({ database, secrets: deriveSecrets(root) }, previous);
    if (!isConfigured) await rename(prepared, path);
    return describe(adoption, isConfigured ? hexadecimal : undefined, path);
  } finally {
    await rm(prepared, { force: true });
    await database.destroy();
  }
}

function describe(
  { endedSessions, removedSecondFactors }: Adoption,
  secret: string | undefined,
  path: string,
): CommandResult {
  const what = `Ended ${endedSessions} sessions and all API keys; each account gets a new key at its next login. Removed ${removedSecondFactors} second factors; their owners set them up again.`;
  const ended = { ended_sessions: endedSessions, removed_second_factors: removedSecondFactors };
  if (secret === undefined) {
    return {
      value: { ...ended, secret_file: path },
      text: `The root secret in ${path} is new. ${what}\nIf other machines have a copy of the file, replace it there. Then start Lectern.`,
    };
  }
  return {
    value: { ...ended, secret },
    text: `${what}\nSet LECTERN_SECRET to this new secret for every process, then start Lectern:\n\n${secret}`,
  };
}
