import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import { writeDurably } from '#server/platform/database/embedded/credentials.ts';
import { rootSecretPath } from '#server/platform/security/secrets.ts';
import { BackupError } from './backup-error.ts';

export interface PreparedSecret {
  /** Puts it in its place: when the rows that need it are there. */
  commit(): Promise<void>;
  discard(): Promise<void>;
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
