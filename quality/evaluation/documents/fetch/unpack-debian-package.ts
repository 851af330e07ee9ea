import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DownloadError, hashFile, type ExpectedFile } from './download-file.ts';

const run = promisify(execFile);

/** A file of a Debian package. */
export interface DebianSource {
  readonly package: string;
  readonly version: string;
  /** From the root of the package, without a leading slash. */
  readonly path: string;
}

/**
 * Downloads a Debian package with the system's own `apt-get`, without installing it, and copies one file out of it.
 * @throws {DownloadError} without `apt-get` and `dpkg-deb`, when the package is not available in that version, or when
 *   its file is not the expected one
 */
export async function unpackDebianPackage(
  source: DebianSource,
  path: string,
  expected: ExpectedFile,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-debian-package-'));
  try {
    await tool('apt-get', ['download', '-qq', `${source.package}=${source.version}`], folder, source);
    const archive = (await readdir(folder)).find((file) => file.endsWith('.deb'));
    if (archive === undefined) throw unavailable(source);
    await tool('dpkg-deb', ['--extract', archive, 'unpacked'], folder, source);
    const file = join(folder, 'unpacked', source.path);
    if ((await hashFile(file)) !== expected.sha256)
      throw new DownloadError(
        `${source.package} ${source.version} does not contain the recorded ${source.path}.`,
      );
    await mkdir(dirname(path), { recursive: true });
    await copyFile(file, `${path}.part`);
    await rename(`${path}.part`, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tool(
  name: string,
  parameters: readonly string[],
  folder: string,
  source: DebianSource,
): Promise<void> {
  try {
    await run(name, [...parameters], { cwd: folder });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? new DownloadError(
          `${name} is not installed. On a system other than Debian, take ${source.path} from the package ` +
            `${source.package} ${source.version} and copy it into the folder yourself.`,
          { cause: error },
        )
      : unavailable(source, error);
  }
}

const unavailable = (source: DebianSource, cause?: unknown): DownloadError =>
  new DownloadError(
    `The Debian package ${source.package} ${source.version} cannot be downloaded. Connect to the internet, run ` +
      '"apt-get update" and then the command again.',
    { cause },
  );
