import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import type { Config } from '#server/config.ts';
import { writeDurably } from '#server/platform/database/embedded/credentials.ts';
import { deriveSecrets, findRootSecret, rootSecretPath } from '#server/platform/security/secrets.ts';
import { BackupError } from './backup-error.ts';

export interface PreparedSecret {
  /** Puts it in its place: when the rows that need it are there. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * The root secret of an installation. None is created.
 * @throws {BackupError} when the settings have none or another one, with which no link, key or backup would work.
 */
export async function getRootSecret(config: Config, client: ClientBase): Promise<Buffer> {
  const secret = await findRootSecret(config);
  const { rows } = await client.query<{ secret_fingerprint: Buffer | null }>(
    'select secret_fingerprint from installation',
  );
  // None is known before the first start.
  const known = rows[0]?.secret_fingerprint ?? null;
  if (secret !== undefined && (known === null || known.equals(deriveSecrets(secret).fingerprint)))
    return secret;
  throw new BackupError(
    'The root secret of these settings is not that of the installation. Nothing was changed. Run this command with the ' +
      'settings of the service, such as LECTERN_SECRET or DATA_DIR; the command lectern-admin reads them ' +
      '(docs/deploy.md). If you have just changed LECTERN_SECRET, start Lectern first.',
  );
}

/**
 * Lays the secret of a backup ready beside the present one.
 * @throws {BackupError} when LECTERN_SECRET is set to another one, with which the restored API keys could not be read.
 */
export async function prepareRootSecret(config: Config, rootSecret: Buffer): Promise<PreparedSecret> {
  const nothing = { commit: () => Promise.resolve(), discard: () => Promise.resolve() };
  if (config.secret !== undefined) {
    if (Buffer.from(config.secret, 'utf8').equals(rootSecret)) return nothing;
    throw new BackupError(
      'LECTERN_SECRET is not the secret that this backup was made with, so no one could sign in. Set it to that one; or ' +
        'unset it, and the restore writes the secret into DATA_DIR/secret, which every process then needs. Nothing was ' +
        'changed.',
    );
  }
  const path = rootSecretPath(config.dataDirectory);
  const wanted = rootSecret.toString('hex');
  const present = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  if (present.trim() === wanted) return nothing;
  const prepared = `${path}.restored`;
  await mkdir(config.dataDirectory, { recursive: true });
  await writeDurably(prepared, wanted, 0o600);
  return {
    commit: () => rename(prepared, path),
    discard: () => rm(prepared, { force: true }),
  };
}
