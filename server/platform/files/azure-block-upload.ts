import { RestError, type BlockBlobClient, type ContainerClient } from '@azure/storage-blob';
import { randomUUID } from 'node:crypto';
import { isFileKey } from './file-store.ts';
import { PART_CALL_MILLISECONDS, requestStore } from './store-request.ts';
import type { FilePart, PartTarget } from './write-in-parts.ts';

const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof RestError && error.statusCode !== undefined && statuses.includes(error.statusCode);

/** Equally long for all blocks, as Azure demands; the time shows a later sweep how old it is. */
const blockId = (moment: number, writeId: string, number: number): string =>
  Buffer.from(`${String(moment).padStart(15, '0')}-${writeId}-${String(number).padStart(6, '0')}`).toString(
    'base64',
  );

const momentOf = (id: string): number => Number(Buffer.from(id, 'base64').toString('latin1').slice(0, 15));

/**
 * One file on its way into a container: blocks that stay invisible until their list is committed. Two writes of one key
 * at once would take each other's blocks away; Lectern makes a new key for every file.
 */
export class AzureWrite implements PartTarget {
  readonly #blob: BlockBlobClient;
  readonly #contentType: string;
  /** Distinguishes this write's blob from any other under the key. */
  readonly #writeId = randomUUID();
  readonly #blocks = new Map<number, string>();
  #mayBeThere = false;

  constructor(blob: BlockBlobClient, contentType: string) {
    this.#blob = blob;
    this.#contentType = contentType;
  }

  async putWhole(part: FilePart, signal: AbortSignal): Promise<void> {
    if (part.bytes.length > 0) await this.putPart(part, signal);
    await this.complete(signal);
  }

  async putPart({ number, bytes, md5 }: FilePart, signal: AbortSignal): Promise<void> {
    const id = blockId(Date.now(), this.#writeId, number);
    this.#blocks.set(number, id);
    await requestStore({
      call: (abortSignal) =>
        this.#blob.stageBlock(id, bytes, bytes.length, { transactionalContentMD5: md5, abortSignal }),
      signal,
      limitMilliseconds: PART_CALL_MILLISECONDS,
    });
  }

  async complete(signal: AbortSignal): Promise<void> {
    this.#mayBeThere = true;
    const ids = [...this.#blocks].toSorted(([a], [b]) => a - b).map(([, id]) => id);
    await requestStore({
      call: (abortSignal) =>
        this.#blob.commitBlockList(ids, {
          blobHTTPHeaders: { blobContentType: this.#contentType },
          metadata: { write: this.#writeId },
          abortSignal,
        }),
      signal,
      limitMilliseconds: PART_CALL_MILLISECONDS,
    });
  }

  async discard(): Promise<void> {
    if (this.#mayBeThere) await this.#deleteOwn();
    if (this.#blocks.size > 0) await discardBlocks(this.#blob);
  }

  /** Removes the blob under the key if this write put it there. */
  async #deleteOwn(): Promise<void> {
    try {
      await requestStore({
        call: async (abortSignal) => {
          const { metadata, etag } = await this.#blob.getProperties({ abortSignal });
          if (metadata?.['write'] !== this.#writeId || etag === undefined) return;
          await this.#blob.delete({ abortSignal, conditions: { ifMatch: etag } });
        },
        explain: (error) => (isStatus(error, 404, 412) ? (error as RestError) : undefined),
      });
    } catch (error) {
      if (!isStatus(error, 404, 412)) throw error;
    }
  }
}

/**
 * Blocks cannot be deleted: an empty list is committed, which drops them, and what that makes is deleted at once.
 * If the key holds a complete file, nothing is done; Azure drops its loose blocks after a week.
 */
async function discardBlocks(blob: BlockBlobClient): Promise<boolean> {
  try {
    await requestStore({
      call: async (abortSignal) => {
        const { etag } = await blob.commitBlockList([], { abortSignal, conditions: { ifNoneMatch: '*' } });
        await blob.delete({ abortSignal, ...(etag === undefined ? {} : { conditions: { ifMatch: etag } }) });
      },
      explain: (error) => (isStatus(error, 404, 409, 412) ? (error as RestError) : undefined),
    });
    return true;
  } catch (error) {
    if (isStatus(error, 404, 409, 412)) return false;
    throw error;
  }
}

/** Removes every blob that has only blocks, none of them younger than `before`. Returns how many. */
export async function sweepLooseBlocks(
  container: ContainerClient,
  pageSize: number,
  before: Date,
): Promise<number> {
  let swept = 0;
  let token: string | undefined;
  do {
    const page = await requestStore({
      call: async (abortSignal) => {
        const pages = container
          .listBlobsFlat({ includeUncommitedBlobs: true, abortSignal })
          .byPage({ maxPageSize: pageSize, ...(token === undefined ? {} : { continuationToken: token }) });
        const next = await pages.next();
        return next.done === true ? undefined : next.value;
      },
    });
    for (const { name, properties } of page?.segment.blobItems ?? []) {
      // A blob that was never committed counts as empty.
      if ((properties.contentLength ?? 0) > 0 || !isFileKey(name)) continue;
      const blob = container.getBlockBlobClient(name);
      if ((await hasOldBlocksOnly(blob, before)) && (await discardBlocks(blob))) swept += 1;
    }
    token = page?.continuationToken;
  } while (token !== undefined && token !== '');
  return swept;
}

async function hasOldBlocksOnly(blob: BlockBlobClient, before: Date): Promise<boolean> {
  try {
    const { uncommittedBlocks } = await requestStore({
      call: (abortSignal) => blob.getBlockList('all', { abortSignal }),
      explain: (error) => (isStatus(error, 404) ? (error as RestError) : undefined),
    });
    const moments = (uncommittedBlocks ?? []).map(({ name }) => momentOf(name));
    return moments.length > 0 && moments.every((moment) => moment < before.getTime());
  } catch (error) {
    if (isStatus(error, 404)) return false;
    throw error;
  }
}
