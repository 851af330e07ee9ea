import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
  type CompletedPart,
  type MultipartUpload,
  type S3Client,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { FileStoreFullError, FileStoreUnavailableError, isFileKey } from './file-store.ts';
import { PART_CALL_MILLISECONDS, requestStore, SHORT_CALL_MILLISECONDS } from './store-request.ts';
import type { FilePart, PartTarget } from './write-in-parts.ts';

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'StorageFull']);

export const explainFullStore = (error: unknown): Error | undefined =>
  error instanceof S3ServiceException && (error.$metadata.httpStatusCode === 507 || FULL.has(error.name))
    ? new FileStoreFullError('The file store has no room for this file.', { cause: error })
    : undefined;

const isGone = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

/** One file on its way into a bucket. */
export class S3Write implements PartTarget {
  readonly #client: S3Client;
  readonly #place: Place;
  readonly #contentType: string;
  /** Distinguishes this write's object from any other under the key. */
  readonly #writeId = randomUUID();
  readonly #parts: CompletedPart[] = [];
  #uploadId: Promise<string> | undefined;
  #mayBeThere = false;

  constructor(client: S3Client, place: Place, contentType: string) {
    this.#client = client;
    this.#place = place;
    this.#contentType = contentType;
  }

  async putWhole({ bytes, md5 }: FilePart, signal: AbortSignal): Promise<void> {
    this.#mayBeThere = true;
    const command = new PutObjectCommand({
      ...this.#object(),
      Body: bytes,
      ContentLength: bytes.length,
      ContentMD5: md5.toString('base64'),
    });
    await this.#request(
      (abortSignal) => this.#client.send(command, { abortSignal }),
      signal,
      PART_CALL_MILLISECONDS,
    );
  }

  async putPart({ number, bytes, md5 }: FilePart, signal: AbortSignal): Promise<void> {
    this.#uploadId ??= this.#create();
    const command = new UploadPartCommand({
      ...this.#place,
      UploadId: await this.#uploadId,
      PartNumber: number,
      Body: bytes,
      ContentLength: bytes.length,
      ContentMD5: md5.toString('base64'),
    });
    const { ETag } = await this.#request(
      (abortSignal) => this.#client.send(command, { abortSignal }),
      signal,
      PART_CALL_MILLISECONDS,
    );
    this.#parts.push({ PartNumber: number, ETag });
  }

  async complete(signal: AbortSignal): Promise<void> {
    this.#mayBeThere = true;
    const command = new CompleteMultipartUploadCommand({
      ...this.#place,
      UploadId: await this.#uploadId,
      MultipartUpload: { Parts: this.#parts.toSorted((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0)) },
    });
    try {
      await this.#request(
        (abortSignal) => this.#client.send(command, { abortSignal }),
        signal,
        PART_CALL_MILLISECONDS,
      );
    } catch (error) {
      // Its answer may have been lost, and the second attempt found no upload any more.
      if (signal.aborted || !(await this.#isThere())) throw error;
    }
  }

  async discard(): Promise<void> {
    const uploadId = await this.#uploadId?.catch(() => undefined);
    if (uploadId !== undefined) await abortUpload(this.#client, { ...this.#place, UploadId: uploadId });
    if (this.#mayBeThere && (await this.#isThere())) {
      await this.#request((abortSignal) =>
        this.#client.send(new DeleteObjectCommand(this.#place), { abortSignal }),
      );
    }
  }

  /** Not called off with the write: an upload whose name never arrived could not be aborted. */
  async #create(): Promise<string> {
    const command = new CreateMultipartUploadCommand(this.#object());
    const { UploadId } = await this.#request((abortSignal) => this.#client.send(command, { abortSignal }));
    if (UploadId === undefined) throw new FileStoreUnavailableError('S3 began an upload without a name.');
    return UploadId;
  }

  /** Whether this write stored the object under the key. */
  async #isThere(): Promise<boolean> {
    try {
      const { Metadata } = await this.#client.send(new HeadObjectCommand(this.#place), {
        abortSignal: AbortSignal.timeout(SHORT_CALL_MILLISECONDS),
      });
      return Metadata?.['write'] === this.#writeId;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  #object() {
    return { ...this.#place, ContentType: this.#contentType, Metadata: { write: this.#writeId } };
  }

  #request<Answer>(
    call: (abortSignal: AbortSignal) => Promise<Answer>,
    signal?: AbortSignal,
    limitMilliseconds = SHORT_CALL_MILLISECONDS,
  ): Promise<Answer> {
    return requestStore({ call, explain: explainFullStore, signal, limitMilliseconds });
  }
}

/** Aborts every upload in parts that has shown no sign of life since `before`. Returns how many. */
export async function sweepMultipartUploads(client: S3Client, bucket: string, before: Date): Promise<number> {
  let swept = 0;
  let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
  do {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: bucket,
      ...markers,
    });
    const page = await requestStore({ call: (abortSignal) => client.send(command, { abortSignal }) });
    for (const { Key: key, UploadId, Initiated } of page.Uploads ?? []) {
      if (key === undefined || UploadId === undefined || !isFileKey(key)) continue;
      const upload = { Bucket: bucket, Key: key, UploadId };
      if (await hasLivedSince(client, upload, Initiated, before)) continue;
      await abortUpload(client, upload);
      swept += 1;
    }
    markers =
      page.IsTruncated === true
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined;
  } while (markers !== undefined);
  return swept;
}

async function hasLivedSince(
  client: S3Client,
  upload: Place & { readonly UploadId: string },
  initiated: MultipartUpload['Initiated'],
  before: Date,
): Promise<boolean> {
  if (initiated === undefined || initiated >= before) return true;
  let marker: string | undefined;
  do {
    const command: ListPartsCommand = new ListPartsCommand({ ...upload, PartNumberMarker: marker });
    const page = await requestStore({
      call: (abortSignal) => client.send(command, { abortSignal }),
    }).catch((error: unknown) => {
      // Completed or aborted by now.
      if (error instanceof FileStoreUnavailableError && isGone(error.cause)) return undefined;
      throw error;
    });
    if (page === undefined) return true;
    if (page.Parts?.some(({ LastModified }) => LastModified === undefined || LastModified >= before))
      return true;
    marker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
  } while (marker !== undefined);
  return false;
}

async function abortUpload(client: S3Client, upload: Place & { readonly UploadId: string }): Promise<void> {
  const command = new AbortMultipartUploadCommand(upload);
  await requestStore({ call: (abortSignal) => client.send(command, { abortSignal }) }).catch(
    (error: unknown) => {
      if (!(error instanceof FileStoreUnavailableError && isGone(error.cause))) throw error;
    },
  );
}
