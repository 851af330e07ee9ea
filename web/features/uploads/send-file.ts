import { NotResumableError, uploadResumably } from '../../api-client/resumable-upload.ts';
import { getApiKey } from '../../api-client/session.ts';
import { settings } from '../../api-client/settings.ts';
import { uploadFile, type UploadReply } from '../../api-client/upload-file.ts';
import type { FileKind } from './content-kind.ts';

/** From here on a file is worth more requests than one: sending it once more would be a long wait. */
export const RESUMABLE_FROM_BYTES = 16 * 1024 ** 2;

export interface SendFileOptions {
  signal: AbortSignal;
  onProgress: (sentBytes: number, totalBytes: number) => void;
  onConnection: (isLost: boolean) => void;
}

/**
 * Sends a file to the AI service: a large one so that it can go on where it stopped, if the service knows how.
 * @throws UnreachableError when no answer came; the signal's reason when it aborted.
 */
export async function sendFile(kind: FileKind, file: File, options: SendFileOptions): Promise<UploadReply> {
  if (file.size >= RESUMABLE_FROM_BYTES) {
    try {
      return await uploadResumably(file, { ...options, purpose: kind === 'video' ? 'video' : 'document' });
    } catch (error) {
      if (!(error instanceof NotResumableError)) throw error;
    }
  }
  const path = kind === 'video' ? settings.aiVideoUploadPath : settings.aiDocumentUploadPath;
  return uploadFile(`${settings.aiServiceBaseUrl}${path}`, file, { ...options, apiKey: getApiKey() });
}
