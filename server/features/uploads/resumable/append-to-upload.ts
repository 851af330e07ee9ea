import { MAXIMUM_UPLOAD_PIECES } from '../../../../contract/uploads.ts';
import { FileMissingError } from '../../../files/file-store.ts';
import type { UnfinishedFile } from '../../../files/unfinished-files.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { notFound, ProblemError } from '../../../problem-error.ts';
import { refuseLowSpace, watchSpace } from '../storage.ts';
import { deleteResumableUpload, moveOffset, type ResumableUploadRow } from './resumable-upload.store.ts';
import { withLockedUpload } from './with-locked-upload.ts';

export interface Piece {
  /** Where the client says that it goes on. */
  readonly offset: number;
  /** As announced; undefined when it was not. */
  readonly lengthBytes: number | undefined;
  /** Opens the bytes; they must break off when `stop` aborts. */
  readonly open: (stop: AbortSignal) => AsyncIterable<Buffer>;
}

/** What of an upload lies in the store. */
export const unfinishedFileOf = (upload: ResumableUploadRow): UnfinishedFile => ({
  id: upload.id,
  sizeBytes: Number(upload.offset_bytes),
  parts: upload.parts,
});

/**
 * Adds bytes to an upload, and answers how many there are then. What arrives is kept even when the rest does not, and
 * nothing counts as arrived that is not durable.
 * @throws {ProblemError} not_found, conflict for another offset, payload_too_large beyond the announced size,
 * upload_busy, client_disconnected, storage_full.
 */
export async function appendToUpload(
  dependencies: Pick<
    Dependencies,
    'config' | 'database' | 'locks' | 'events' | 'freeSpace' | 'unfinishedFiles'
  >,
  actor: Actor,
  id: string,
  piece: Piece,
): Promise<{ offset: number; expiresAt: Date }> {
  await refuseLowSpace(dependencies);
  return withLockedUpload(dependencies, actor, id, async (upload, lock) => {
    let file = unfinishedFileOf(upload);
    const leftBytes = Number(upload.size_bytes) - file.sizeBytes;
    refuseMisfit(piece, file, leftBytes);
    const letGo = new AbortController();
    const stopListening = dependencies.events.subscribe((announcement) => {
      if (announcement.kind === 'upload_wanted' && announcement.uploadId === id) {
        letGo.abort(new ProblemError('upload_busy', 'Another request goes on with this upload.'));
      }
    });
    try {
      const content = piece.open(AbortSignal.any([letGo.signal, lock.lost]));
      await dependencies.unfinishedFiles.append(
        file,
        watchSpace(dependencies, atMost(leftBytes, content)),
        async (durable) => {
          const to = { offset: durable.sizeBytes, parts: durable.parts };
          if (!(await moveOffset(dependencies.database, id, file.sizeBytes, to))) throw takenOver();
          file = durable;
        },
      );
    } catch (error) {
      if (!(error instanceof FileMissingError)) throw error;
      // Such as after a restored backup: what the row counts on is lost, and the client begins anew.
      await deleteResumableUpload(dependencies.database, id);
      throw notFound('upload');
    } finally {
      stopListening();
    }
    return { offset: file.sizeBytes, expiresAt: upload.expires_at };
  });
}

function refuseMisfit({ offset, lengthBytes }: Piece, file: UnfinishedFile, leftBytes: number): void {
  if (offset !== file.sizeBytes) {
    throw new ProblemError('conflict', `The upload stands at ${file.sizeBytes} bytes. Go on from there.`);
  }
  if (file.parts.length >= MAXIMUM_UPLOAD_PIECES) {
    throw new ProblemError('payload_too_large', 'The upload comes in too many small pieces. Begin it anew.');
  }
  if (lengthBytes !== undefined && lengthBytes > leftBytes) throw tooMuch();
}

const tooMuch = (): ProblemError =>
  new ProblemError('payload_too_large', 'These are more bytes than the upload was announced with.');

const takenOver = (): ProblemError =>
  new ProblemError('conflict', 'Another request went on with this upload. Ask where it stands.');

async function* atMost(maximumBytes: number, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let leftBytes = maximumBytes;
  for await (const chunk of content) {
    if (chunk.length > leftBytes) throw tooMuch();
    leftBytes -= chunk.length;
    yield chunk;
  }
}
