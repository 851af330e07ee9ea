import {
  BlobSASPermissions,
  BlobServiceClient,
  RestError,
  SASProtocol,
  type BlockBlobClient,
  type ContainerClient,
} from '@azure/storage-blob';
import { Readable } from 'node:stream';
import type { AzureStoreConfig } from '#server/configuration/file-store-config.ts';
import { systemClock, type Clock } from '../clock.ts';
import { AzureWrite, sweepLooseBlocks } from './azure-block-upload.ts';
import {
  FileMissingError,
  FileStoreUnavailableError,
  isFileKey,
  type ByteRange,
  type DirectLinkOptions,
  type FileStore,
  type StoredObject,
  type WriteOptions,
} from './file-store.ts';
import { failWhenSilent } from './fail-when-silent.ts';
import { requestStore } from './store-request.ts';
import { withDownloadedFile } from './with-downloaded-file.ts';
import { DEFAULT_PART_SIZES, writeInParts, type PartSizes } from './write-in-parts.ts';

const RETRIES = { maxTries: 3, retryDelayInMs: 500, maxRetryDelayInMs: 4000 };
/** An interrupted download continues where it was. */
const READ_RETRIES = 3;
const PAGE_SIZE = 5000;
/** No file's key: it is never listed. */
const CHECK_KEY = 'lectern-check';

/**
 * Keeps files in a container of Azure Blob Storage as block blobs. A blob appears when its list of blocks is
 * committed, so a key always names a whole file. Every block carries its MD5, which Azure verifies.
 */
export class AzureFileStore implements FileStore {
  readonly name = 'Azure';
  readonly #container: ContainerClient;
  readonly #dataDirectory: string;
  readonly #sizes: PartSizes & { readonly pageSize: number };
  readonly #clock: Clock;

  /** @param dataDirectory where temporary files go. */
  constructor(
    config: AzureStoreConfig,
    dataDirectory: string,
    sizes: Partial<PartSizes & { readonly pageSize: number }> = {},
    clock: Clock = systemClock,
  ) {
    const service = BlobServiceClient.fromConnectionString(config.connectionString, {
      retryOptions: RETRIES,
    });
    this.#container = service.getContainerClient(config.container);
    this.#dataDirectory = dataDirectory;
    this.#clock = clock;
    this.#sizes = { ...DEFAULT_PART_SIZES, pageSize: PAGE_SIZE, ...sizes };
  }

  async write(
    key: string,
    content: AsyncIterable<Uint8Array>,
    options: WriteOptions,
  ): Promise<{ sizeBytes: number }> {
    const target = new AzureWrite(this.#blobOf(key), options.contentType);
    return writeInParts(content, target, { ...options, ...this.#sizes });
  }

  async openRead(key: string, range?: ByteRange): Promise<Readable> {
    const blob = this.#blobOf(key);
    const [offset, count] = range === undefined ? [0, undefined] : [range.start, range.end - range.start + 1];
    try {
      const { readableStreamBody: body } = await requestStore({
        call: (abortSignal) => blob.download(offset, count, { abortSignal, maxRetryRequests: READ_RETRIES }),
        explain: (error) => explainAzure(error, key),
      });
      if (body instanceof Readable) return failWhenSilent(body, this.#clock);
    } catch (error) {
      if (error instanceof RestError && error.statusCode === 416) return Readable.from([]);
      throw error;
    }
    throw new FileStoreUnavailableError('Azure answered without a body.');
  }

  async find(key: string): Promise<StoredObject | undefined> {
    if (!isFileKey(key)) return undefined;
    try {
      const { contentLength, lastModified } = await requestStore({
        call: (abortSignal) => this.#blobOf(key).getProperties({ abortSignal }),
        explain: (error) => explainAzure(error, key),
      });
      return { key, sizeBytes: contentLength ?? 0, modifiedAt: lastModified ?? new Date() };
    } catch (error) {
      if (error instanceof FileMissingError) return undefined;
      throw error;
    }
  }

  withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result> {
    return withDownloadedFile(this.#dataDirectory, () => this.openRead(key), use);
  }

  async delete(key: string): Promise<void> {
    const blob = this.#blobOf(key);
    await requestStore({
      call: (abortSignal) => blob.delete({ deleteSnapshots: 'include', abortSignal }),
      explain: (error) => explainAzure(error, key),
    }).catch((error: unknown) => {
      if (!(error instanceof FileMissingError)) throw error;
    });
  }

  async *list(): AsyncIterable<StoredObject> {
    let token: string | undefined;
    do {
      const page = await requestStore({
        call: async (abortSignal) => {
          const pages = this.#container.listBlobsFlat({ abortSignal }).byPage({
            maxPageSize: this.#sizes.pageSize,
            ...(token === undefined ? {} : { continuationToken: token }),
          });
          const next = await pages.next();
          return next.done === true ? undefined : next.value;
        },
      });
      for (const { name, properties } of page?.segment.blobItems ?? []) {
        if (!isFileKey(name)) continue;
        yield { key: name, sizeBytes: properties.contentLength ?? 0, modifiedAt: properties.lastModified };
      }
      token = page?.continuationToken;
    } while (token !== undefined && token !== '');
  }

  sweepUnfinished(before: Date): Promise<number> {
    return sweepLooseBlocks(this.#container, this.#sizes.pageSize, before);
  }

  async check(): Promise<void> {
    const content = new Date().toISOString();
    await requestStore({
      call: (abortSignal) =>
        this.#container.getBlockBlobClient(CHECK_KEY).upload(content, content.length, { abortSignal }),
    });
  }

  async createDirectLink(key: string, { contentType, expiresAt }: DirectLinkOptions): Promise<string> {
    const blob = this.#blobOf(key);
    return requestStore({
      call: () =>
        blob.generateSasUrl({
          permissions: BlobSASPermissions.from({ read: true }),
          protocol: blob.url.startsWith('https:') ? SASProtocol.Https : SASProtocol.HttpsAndHttp,
          expiresOn: expiresAt,
          contentType,
          contentDisposition: 'inline',
          cacheControl: 'private, max-age=3600',
        }),
    });
  }

  #blobOf(key: string): BlockBlobClient {
    if (!isFileKey(key)) throw new FileMissingError(key);
    return this.#container.getBlockBlobClient(key);
  }
}

/** What an error of Azure means for the file under `key`. */
function explainAzure(error: unknown, key: string): Error | undefined {
  if (!(error instanceof RestError)) return undefined;
  if (error.statusCode === 404 && error.code !== 'ContainerNotFound') {
    return new FileMissingError(key, { cause: error });
  }
  return error.statusCode === 416 ? error : undefined;
}
