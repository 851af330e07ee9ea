import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';
import type { S3StoreConfig } from '#server/configuration/file-store-config.ts';
import { systemClock, type Clock } from '../clock.ts';
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
import { S3Write, sweepMultipartUploads } from './s3-multipart-upload.ts';
import { withDownloadedFile } from './with-downloaded-file.ts';
import { DEFAULT_PART_SIZES, writeInParts, type PartSizes } from './write-in-parts.ts';

const CONNECTION_MILLISECONDS = 5000;
const PAGE_SIZE = 1000;
/** Links of the same quarter of an hour are equal, so that a browser's cache serves them. */
const STEP_MILLISECONDS = 900_000;
/** No file's key: it is never listed. */
const CHECK_KEY = 'lectern-check';

/**
 * Keeps files in a bucket of S3, or of a server that speaks its protocol. An object appears when its last part is
 * confirmed, so a key always names a whole file. Every body carries its MD5, which any such server verifies.
 */
export class S3FileStore implements FileStore {
  readonly name = 'S3';
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #dataDirectory: string;
  readonly #sizes: PartSizes & { readonly pageSize: number };
  readonly #clock: Clock;

  /** @param dataDirectory where temporary files go. */
  constructor(
    config: S3StoreConfig,
    dataDirectory: string,
    sizes: Partial<PartSizes & { readonly pageSize: number }> = {},
    clock: Clock = systemClock,
  ) {
    this.#client = new S3Client({
      region: config.region,
      forcePathStyle: config.forcePathStyle,
      maxAttempts: 3,
      requestHandler: { connectionTimeout: CONNECTION_MILLISECONDS },
      // Checksums of S3's own that others do not all understand.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint }),
    });
    this.#bucket = config.bucket;
    this.#dataDirectory = dataDirectory;
    this.#clock = clock;
    this.#sizes = { ...DEFAULT_PART_SIZES, pageSize: PAGE_SIZE, ...sizes };
  }

  async write(
    key: string,
    content: AsyncIterable<Uint8Array>,
    options: WriteOptions,
  ): Promise<{ sizeBytes: number }> {
    requireFileKey(key);
    const target = new S3Write(this.#client, { Bucket: this.#bucket, Key: key }, options.contentType);
    return writeInParts(content, target, { ...options, ...this.#sizes });
  }

  async openRead(key: string, range?: ByteRange): Promise<Readable> {
    requireFileKey(key);
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
    });
    try {
      const { Body } = await requestStore({
        call: (abortSignal) => this.#client.send(command, { abortSignal }),
        explain: (error) => explainS3(error, key),
      });
      if (Body instanceof Readable) return failWhenSilent(Body, this.#clock);
    } catch (error) {
      if (isBeyondEnd(error)) return Readable.from([]);
      throw error;
    }
    throw new FileStoreUnavailableError('S3 answered without a body.');
  }

  async find(key: string): Promise<StoredObject | undefined> {
    if (!isFileKey(key)) return undefined;
    try {
      const { ContentLength, LastModified } = await requestStore({
        call: (abortSignal) =>
          this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }), { abortSignal }),
        explain: (error) => explainS3(error, key),
      });
      return { key, sizeBytes: ContentLength ?? 0, modifiedAt: LastModified ?? new Date() };
    } catch (error) {
      if (error instanceof FileMissingError) return undefined;
      throw error;
    }
  }

  withLocalFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result> {
    return withDownloadedFile(this.#dataDirectory, () => this.openRead(key), use);
  }

  async delete(key: string): Promise<void> {
    requireFileKey(key);
    await requestStore({
      call: (abortSignal) =>
        this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }), { abortSignal }),
      explain: (error) => explainS3(error, key),
    }).catch((error: unknown) => {
      // Servers other than Amazon's may say so.
      if (!(error instanceof FileMissingError)) throw error;
    });
  }

  async *list(): AsyncIterable<StoredObject> {
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        Bucket: this.#bucket,
        MaxKeys: this.#sizes.pageSize,
        ContinuationToken: token,
      });
      const page = await requestStore({
        call: (abortSignal) => this.#client.send(command, { abortSignal }),
      });
      for (const { Key: key, Size, LastModified } of page.Contents ?? []) {
        if (key === undefined || !isFileKey(key)) continue;
        yield { key, sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date() };
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  sweepUnfinished(before: Date): Promise<number> {
    return sweepMultipartUploads(this.#client, this.#bucket, before);
  }

  async check(): Promise<void> {
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: CHECK_KEY,
      Body: new Date().toISOString(),
      ContentType: 'text/plain',
    });
    await requestStore({ call: (abortSignal) => this.#client.send(command, { abortSignal }) });
  }

  async createDirectLink(key: string, { contentType, expiresAt }: DirectLinkOptions): Promise<string> {
    requireFileKey(key);
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ResponseContentType: contentType,
      ResponseContentDisposition: 'inline',
      ResponseCacheControl: 'private, max-age=3600',
    });
    const signedAt = Math.floor(Date.now() / STEP_MILLISECONDS) * STEP_MILLISECONDS;
    return requestStore({
      call: () =>
        getSignedUrl(this.#client, command, {
          signingDate: new Date(signedAt),
          expiresIn: Math.floor((expiresAt.getTime() - signedAt) / 1000),
        }),
    });
  }
}

class BeyondEndError extends Error {
  override readonly name = 'BeyondEndError';
}
const isBeyondEnd = (error: unknown): boolean => error instanceof BeyondEndError;

function requireFileKey(key: string): void {
  if (!isFileKey(key)) throw new FileMissingError(key);
}

/** What an error of S3 means for the file under `key`. */
function explainS3(error: unknown, key: string): Error | undefined {
  if (!(error instanceof S3ServiceException)) return undefined;
  const status = error.$metadata.httpStatusCode;
  if (status === 404 && error.name !== 'NoSuchBucket' && error.name !== 'NoSuchUpload') {
    return new FileMissingError(key, { cause: error });
  }
  if (status === 416) return new BeyondEndError(key, { cause: error });
  return undefined;
}
