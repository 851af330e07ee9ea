import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Dependencies } from '#server/dependencies.ts';
import { FileMissingError } from '#server/files/file-store.ts';
import { findHasForeignFiles, getInstallationId, updateHasForeignFiles } from './maintenance.store.ts';

/** In every store, beside the files: the id of the installation that may delete there. */
export const FILE_STORE_OWNER_KEY = 'lectern-installation.json';
const LONGEST_BYTES = 1_000;
const owner = z.object({ installation_id: z.uuid() });

type Needed = Pick<Dependencies, 'database' | 'files' | 'log'>;

/**
 * Whether the file store holds this installation's files, so that it may delete there. A trial restore with production's settings sees
 * production's files, and knows none of those that were uploaded since. A store without an owner becomes this installation's.
 */
export async function ownsFileStore({ database, files, log }: Needed): Promise<boolean> {
  const id = await getInstallationId(database);
  const found = (await readOwner(files)) ?? (await claim(files, id));
  const isOwn = found === id;
  await updateHasForeignFiles(database, !isOwn);
  if (!isOwn)
    log.error(
      { installation: id, owner: found, store: files.name },
      'The file store belongs to another installation, so Lectern deletes no files there. If that installation is gone, run: npm run admin -- take-over-files',
    );
  return isOwn;
}

/** At the last look of a worker. */
export const hasForeignFiles = ({ database }: Pick<Dependencies, 'database'>): Promise<boolean> =>
  findHasForeignFiles(database);

/** Makes the file store this installation's. Whoever owned it before deletes no files there from now on. */
export async function takeOverFileStore({
  database,
  files,
}: Pick<Dependencies, 'database' | 'files'>): Promise<void> {
  await writeOwner(files, await getInstallationId(database));
  await updateHasForeignFiles(database, false);
}

/** Of two that find no owner at once, the later one wins. */
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
