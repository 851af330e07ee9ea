import type { UploadedVideo } from '../../../contract/uploads.ts';
import { createFileLink } from '../../files/file-links.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { storeUpload, type Upload } from './store-upload.ts';

/** @throws {ProblemError} as {@link storeUpload} does. */
export async function uploadVideo(
  dependencies: Pick<Dependencies, 'config' | 'database' | 'files' | 'freeSpace' | 'secrets'>,
  actor: Actor,
  upload: Upload,
  origin: string,
): Promise<UploadedVideo> {
  const { key } = await storeUpload(dependencies, actor, upload, ['video']);
  return { file_url: origin + createFileLink(dependencies.secrets.fileLinkKey, key) };
}
