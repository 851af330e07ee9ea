import type { ExportedFile } from '../../../contract/account-export.ts';
import { createFileLink } from '../../files/file-links.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { listStoredFilesOf } from './stored-file.store.ts';

/** What the actor has uploaded, oldest first, with links to download it. */
export async function exportFiles(
  { database, secrets }: Pick<Dependencies, 'database' | 'secrets'>,
  actor: Actor,
  origin: string,
): Promise<ExportedFile[]> {
  return (await listStoredFilesOf(database, actor.instructorId)).map((file) => ({
    name: file.original_name,
    kind: file.kind,
    content_type: file.content_type,
    size_bytes: Number(file.size_bytes),
    url: origin + createFileLink(secrets.fileLinkKey, file.key),
    created_at: file.created_at.toISOString(),
  }));
}
