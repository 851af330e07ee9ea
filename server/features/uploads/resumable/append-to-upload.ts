import type { IncomingMessage } from 'node:http';
import { MAXIMUM_UPLOAD_PIECES } from '#contract/uploads.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { FileMissingError } from '#server/platform/files/file-store.ts';
import type { UnfinishedFile } from '#server/platform/files/unfinished-files.ts';
import { notFound, ProblemError } from '#server/platform/problem-error.ts';
import { refuseLowSpace, watchSpace } from '../storage.ts';
import { deleteResumableUpload, moveOffset, type ResumableUploadRow } from './resumable-upload.store.ts';
import { withLockedUpload } from './with-locked-upload.ts';

interface Piece {
  /** The offset at which the client continues. */
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
    'config' | 'database' | 'locks' | 'events' | 'freeSpace' | 'unfinishedFiles' | 'clock'
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
        letGo.abort(new ProblemError('upload_continued_elsewhere'));
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
      // Such as after a restored backup: the bytes that the row counts are lost, and the client starts over.
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
    throw new ProblemError('upload_offset', { params: { receivedBytes: file.sizeBytes } });
  }
  if (file.parts.length >= MAXIMUM_UPLOAD_PIECES) {
    throw new ProblemError('upload_too_fragmented');
  }
  if (lengthBytes !== undefined && lengthBytes > leftBytes) throw tooMuch();
}

const tooMuch = (): ProblemError => new ProblemError('upload_too_long');

const takenOver = (): ProblemError => new ProblemError('upload_taken_over');

async function* atMost(maximumBytes: number, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let leftBytes = maximumBytes;
  for await (const chunk of content) {
    if (chunk.length > leftBytes) throw tooMuch();
    leftBytes -= chunk.length;
    yield chunk;
  }
}

/**
 * The bytes of a request as they come. Ends with the reason of `stop` when that aborts, and then hangs up: the other end
 * may not be there any more.
 * @throws {ProblemError} client_disconnected when the connection breaks.
 */
export async function* readBody(request: IncomingMessage, stop: AbortSignal): AsyncGenerator<Buffer> {
  stop.throwIfAborted();
  const hangUp = (): void => {
    request.destroy(stop.reason as Error);
  };
  stop.addEventListener('abort', hangUp, { once: true });
  try {
    // Left open when the reader has had enough, so that the client gets to read why.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    if (stop.aborted) throw stop.reason;
    throw new ProblemError('upload_stopped', { cause: error });
  } finally {
    stop.removeEventListener('abort', hangUp);
  }
}
