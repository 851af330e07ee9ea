import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Keys of 32 bytes, one for each purpose, all derived from one root secret (HKDF, RFC 5869). */
export interface Secrets {
  readonly accessTokenKey: Buffer;
  readonly apiKeyEncryptionKey: Buffer;
  readonly apiKeyHashKey: Buffer;
  readonly fileLinkKey: Buffer;
  readonly deviceTokenKey: Buffer;
  /** Of a sign-in with a provider, while its owner is there. */
  readonly signInCookieKey: Buffer;
  readonly secondFactorKey: Buffer;
  /** Encrypts the API key of a language model service. */
  readonly modelServiceKey: Buffer;
  readonly firstAdministratorKey: Buffer;
  /** Identifies a root secret. Stored in the database; opens nothing. */
  readonly fingerprint: Buffer;
}

const derive = (root: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), `lectern ${purpose}`, 32));

export function deriveSecrets(root: Buffer): Secrets {
  return {
    accessTokenKey: derive(root, 'access token'),
    apiKeyEncryptionKey: derive(root, 'api key encryption'),
    apiKeyHashKey: derive(root, 'api key hash'),
    fileLinkKey: derive(root, 'file link'),
    deviceTokenKey: derive(root, 'device token'),
    signInCookieKey: derive(root, 'sign-in cookie'),
    secondFactorKey: derive(root, 'second factor'),
    modelServiceKey: derive(root, 'model service key'),
    firstAdministratorKey: derive(root, 'first administrator'),
    fingerprint: derive(root, 'fingerprint'),
  };
}

/**
 * The installation's secrets: from the configured root secret, or from one that is made at the first
 * start and kept under the data directory, readable by its owner only.
 */
export const loadSecrets = async (options: RootSecretOptions): Promise<Secrets> =>
  deriveSecrets(await loadRootSecret(options));

export interface RootSecretOptions {
  readonly secret: string | undefined;
  readonly dataDirectory: string;
}

/** Where the root secret is kept, in hexadecimal, unless it is configured. */
export const rootSecretPath = (dataDirectory: string): string => join(dataDirectory, 'secret');

/** The bytes that all keys derive from; undefined before the first start. */
export async function findRootSecret(options: RootSecretOptions): Promise<Buffer | undefined> {
  if (options.secret !== undefined) return Buffer.from(options.secret, 'utf8');
  try {
    return Buffer.from((await readFile(rootSecretPath(options.dataDirectory), 'utf8')).trim(), 'hex');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** See `loadSecrets`. */
async function loadRootSecret(options: RootSecretOptions): Promise<Buffer> {
  const present = await findRootSecret(options);
  if (present !== undefined) return present;
  const path = rootSecretPath(options.dataDirectory);
  await mkdir(options.dataDirectory, { recursive: true, mode: 0o711 });
  // Written aside and linked: of several processes that start at once one wins, and none reads half a file.
  const candidate = `${path}.${randomUUID()}`;
  await writeFile(candidate, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
  try {
    await link(candidate, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(candidate, { force: true });
  }
  return Buffer.from((await readFile(path, 'utf8')).trim(), 'hex');
}
