import { z } from 'zod';
import { text } from './setting-schemas.ts';

export const FILE_STORES = ['disk', 'azure', 's3'] as const;
export type FileStoreKind = (typeof FILE_STORES)[number];

/** Where uploaded files are kept. */
export type FileStoreConfig = { readonly kind: 'disk' } | AzureStoreConfig | S3StoreConfig;

export interface AzureStoreConfig {
  readonly kind: 'azure';
  readonly connectionString: string;
  readonly container: string;
}

export interface S3StoreConfig {
  readonly kind: 's3';
  /** Unset: Amazon's. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** Unset: from the places that Amazon's programs look at. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** The bucket in the path instead of the host name. */
  readonly forcePathStyle: boolean;
}

/** How `/files/…` serves what a remote store has: through this server, or by a redirect to the store's own address. */
export type FileLinks = 'proxy' | 'direct';

const bucketName = (what: string) =>
  z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, `must be the name of ${what}`);
const visible = z.string().regex(/^[\x21-\x7e]+$/, 'must hold no spaces and only plain characters');

/** The environment variables of the file store, each by itself. */
export const fileStoreSettings = {
  FILE_STORE: text.pipe(z.enum(FILE_STORES).optional()),
  FILE_LINKS: text.pipe(z.enum(['proxy', 'direct']).optional()),
  AZURE_STORAGE_CONNECTION_STRING: text,
  AZURE_STORAGE_CONTAINER: text.pipe(bucketName('a container').optional()),
  S3_ENDPOINT: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
  S3_REGION: text.pipe(
    z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as eu-central-1')
      .optional(),
  ),
  S3_BUCKET: text.pipe(bucketName('a bucket').optional()),
  S3_ACCESS_KEY_ID: text.pipe(visible.optional()),
  S3_SECRET_ACCESS_KEY: text.pipe(visible.optional()),
};

type StoreSettings = z.infer<z.ZodObject<typeof fileStoreSettings>>;
type Report = (name: keyof StoreSettings, sentence: string) => void;

/**
 * What the variables about the file store mean together. Those of a store that is not chosen may be set: files are
 * moved to it before it is chosen.
 * @param report is told, in a sentence for each variable, what does not go together
 */
export function readFileStore(
  settings: StoreSettings,
  report: Report,
): { readonly fileStore: FileStoreConfig; readonly fileLinks: FileLinks } {
  const fileStore = readStore(settings.FILE_STORE ?? 'disk', settings, report);
  const fileLinks = settings.FILE_LINKS ?? 'proxy';
  if (fileLinks === 'direct') checkDirectLinks(fileStore, report);
  return { fileStore, fileLinks };
}

/** The settings of one store, whether it is the chosen one or not. */
export function readStore(kind: FileStoreKind, settings: StoreSettings, report: Report): FileStoreConfig {
  if (kind === 'azure') return readAzure(settings, report);
  if (kind === 's3') return readS3(settings, report);
  return { kind };
}

function readAzure(settings: StoreSettings, report: Report): AzureStoreConfig {
  const { AZURE_STORAGE_CONNECTION_STRING: connectionString = '', AZURE_STORAGE_CONTAINER: container } =
    settings;
  if (container === undefined) report('AZURE_STORAGE_CONTAINER', 'must be set when files are kept in Azure');
  if (!isConnectionString(connectionString)) {
    report(
      'AZURE_STORAGE_CONNECTION_STRING',
      'must be a connection string such as DefaultEndpointsProtocol=https;AccountName=…;AccountKey=…',
    );
  }
  return { kind: 'azure', connectionString, container: container ?? '' };
}

const isConnectionString = (value: string): boolean =>
  (/(?:^|;)AccountName=[^;]+/.test(value) && /(?:^|;)AccountKey=[^;]+/.test(value)) ||
  (/(?:^|;)BlobEndpoint=https?:[^;]+/.test(value) && /(?:^|;)SharedAccessSignature=[^;]+/.test(value));

function readS3(settings: StoreSettings, report: Report): S3StoreConfig {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = settings;
  if (settings.S3_BUCKET === undefined) report('S3_BUCKET', 'must be set when files are kept in S3');
  if (settings.S3_REGION === undefined && endpoint === undefined) {
    report('S3_REGION', 'must be set when files are kept in S3, unless S3_ENDPOINT is');
  }
  if ((id === undefined) !== (secret === undefined)) {
    report(
      id === undefined ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY',
      `must be set when ${id === undefined ? 'S3_SECRET_ACCESS_KEY' : 'S3_ACCESS_KEY_ID'} is`,
    );
  }
  return {
    kind: 's3',
    endpoint: endpoint?.replace(/\/+$/, ''),
    region: settings.S3_REGION ?? 'us-east-1',
    bucket: settings.S3_BUCKET ?? '',
    credentials:
      id === undefined || secret === undefined ? undefined : { accessKeyId: id, secretAccessKey: secret },
    // A server of one's own rarely has a host name for each bucket.
    forcePathStyle: endpoint !== undefined,
  };
}

function checkDirectLinks(store: FileStoreConfig, report: Report): void {
  if (store.kind === 'disk') report('FILE_LINKS', 'can be direct only when FILE_STORE is azure or s3');
  // A shared access signature cannot sign others.
  if (store.kind === 'azure' && !/(?:^|;)AccountKey=/.test(store.connectionString)) {
    report('FILE_LINKS', 'can be direct only with an AccountKey in AZURE_STORAGE_CONNECTION_STRING');
  }
}

export interface StorageConfig {
  /** How much the files of one account may take up. */
  readonly bytesPerInstructor: number;
  /** Uploads are refused while the disk has less room than this. */
  readonly freeFloorBytes: number;
}
