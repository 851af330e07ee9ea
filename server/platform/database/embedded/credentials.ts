import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { hasCode } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

const hexadecimal = z.string().regex(/^[0-9a-f]+$/u);
const credentialsFile = z.object({
  /** Unique to the data directory; distinguishes this cluster's processes from others. */
  clusterName: z.string().regex(/^lectern_[0-9a-f]+$/u),
  /** Of the role `postgres`, a superuser, which Lectern itself never uses. */
  administratorPassword: hexadecimal,
  /** Of the role `lectern`, which owns the database `lectern` and nothing else. */
  applicationPassword: hexadecimal,
});

export type Credentials = z.infer<typeof credentialsFile>;

/** New random passwords (256 bits) and a new name for a new cluster. */
export function generateCredentials(): Credentials {
  return {
    clusterName: `lectern_${randomBytes(8).toString('hex')}`,
    administratorPassword: randomBytes(32).toString('hex'),
    applicationPassword: randomBytes(32).toString('hex'),
  };
}

/** Reads the credentials of an existing cluster; throws an EmbeddedPostgresError when they are lost. */
export async function getCredentials(file: string): Promise<Credentials> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new EmbeddedPostgresError(
      hasCode(error, 'EACCES')
        ? `${file} belongs to another user. Start Lectern as the user who made the data directory.`
        : `${file}, which holds the passwords of the database, is missing or damaged. Restore it from a backup.`,
      { cause: error },
    );
  }
  const parsed = credentialsFile.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new EmbeddedPostgresError(
    `${file}, which holds the passwords of the database, is damaged. Restore it from a backup.`,
    { cause: parsed.error },
  );
}

/** The address of one database for node-postgres and everything built on it. */
export function connectionString(options: {
  role: string;
  password: string;
  port: number;
  database: string;
}): string {
  return `postgres://${options.role}:${options.password}@127.0.0.1:${options.port}/${options.database}`;
}

/** Writes a file so that a crash at any moment leaves the old content or the new, never a part. */
export async function writeDurably(file: string, content: string, mode: number): Promise<void> {
  const temporary = `${file}.new`;
  const handle = await open(temporary, 'w', mode);
  try {
    await handle.chmod(mode);
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncDirectory(path.dirname(file));
}

/** Makes the names in a directory survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
