import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Dependencies } from '#server/dependencies.ts';
import { FileMissingError } from '#server/platform/files/file-store.ts';
import { findHasForeignFiles, getInstallationId, updateHasForeignFiles } from './maintenance.store.ts';

/** A file in every store with the id of the installation that may delete files there. */
export const FILE_STORE_OWNER_KEY = 'lectern-installation.json';
const LONGEST_BYTES = 1_000;
const owner = z.object({ installation_id: z.uuid() });

type Needed = Pick<Dependencies, 'database' | 'files' | 'log'>;

/**
 * Whether this installation owns the file store and may delete files there. A trial restore with production's settings sees production's
 * files, and its database lacks those uploaded since the backup. A store without an owner is assigned to this installation.
 */
export async function ownsFileStore({ database, files, log }: Needed): Promise<boolean> {
  const id = await getInstallationId(database);
  const found = (await readOwner(files)) ?? (await claim(files, id));
  const isOwn = found === id;
  await updateHasForeignFiles(database, !isOwn);
  if (!isOwn)
    log.error(
      { installation: id, owner: found, store: files.name },
      'The file store belongs to another installation, so Lectern deletes no files there. If that installation no longer exists, run: npm run admin -- take-over-files',
    );
  return isOwn;
}

/** As of a worker's last check. */
export const hasForeignFiles = ({ database }: Pick<Dependencies, 'database'>): Promise<boolean> =>
  findHasForeignFiles(database);

/** Assigns the file store to this installation. The previous owner no longer deletes files there. */
export async function takeOverFileStore({
  database,
  files,
}: Pick<Dependencies, 'database' | 'files'>): Promise<void> {
  await writeOwner(files, await getInstallationId(database));
  await updateHasForeignFiles(database, false);
}

/** If two installations find no owner at the same time, the later one wins. */
async function claim(files: Dependencies['files'], id: string): Promise<string | undefined> {
  await writeOwner(files, id);
  return readOwner(files);
}

async function readOwner(files: Dependencies['files']): Promise<string | undefined> {
  try {
    const parsed = owner.safeParse(parseJson(await text(await files.openRead(FILE_STORE_OWNER_KEY))));
    return parsed.success ? parsed.data.installation_id : 'unreadable';
  } catch (error) {
    if (error instanceof FileMissingError) return undefined;
    throw error;
  }
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function writeOwner(files: Dependencies['files'], id: string): Promise<void> {
  const content = (async function* () {
    yield await Promise.resolve(Buffer.from(JSON.stringify({ installation_id: id })));
  })();
  await files.write(FILE_STORE_OWNER_KEY, content, {
    contentType: 'application/json',
    maximumBytes: LONGEST_BYTES,
  });
}
