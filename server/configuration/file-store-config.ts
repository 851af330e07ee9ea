import { z } from 'zod';
import { text } from './setting-schemas.ts';

/** Where uploaded files are kept. */
export type FileStoreConfig = { readonly kind: 'disk' } | AzureStoreConfig | S3StoreConfig;

export interface AzureStoreConfig {
  readonly kind: 'azure';
  readonly connectionString: string;
  readonly container: string;
}

/** Credentials come from the sources that the AWS tools use, such as AWS_ACCESS_KEY_ID. */
export interface S3StoreConfig {
  readonly kind: 's3';
  /** Unset: Amazon's. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** The bucket in the path instead of the host name. */
  readonly forcePathStyle: boolean;
}

/** How `/files/…` serves what a remote store has: through this server, or by a redirect to the store's own address. */
export type FileLinks = 'proxy' | 'direct';

interface FileStoreChoice {
  readonly fileStore: FileStoreConfig;
  readonly fileLinks: FileLinks;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,40}$/;

/** The environment variables of the file store, each by itself. */
export const fileStoreSettings = { FILE_STORE: text, AZURE_STORAGE_CONNECTION_STRING: text };

type StoreSettings = z.infer<z.ZodObject<typeof fileStoreSettings>>;
type Report = (name: keyof StoreSettings, sentence: string) => void;

/**
 * Reads the address of the file store: `disk`, `azure://CONTAINER` or `s3://BUCKET?region=…&endpoint=…`, the last two
 * with `links=direct` if browsers should fetch files from the store.
 * @param report called with a sentence for each variable that cannot be used
 */
export function readFileStore(settings: StoreSettings, report: Report): FileStoreChoice {
  const { FILE_STORE: address = 'disk', AZURE_STORAGE_CONNECTION_STRING: connection = '' } = settings;
  if (address === 'disk') return { fileStore: { kind: 'disk' }, fileLinks: 'proxy' };
  const { protocol, bucket, parameters } = parseAddress(address);
  const takes = protocol === 's3:' ? ['region', 'endpoint', 'links'] : ['links'];
  if (!['azure:', 's3:'].includes(protocol) || !BUCKET.test(bucket)) {
    report('FILE_STORE', 'must be disk, azure://CONTAINER or s3://BUCKET?region=eu-central-1');
    return { fileStore: { kind: 'disk' }, fileLinks: 'proxy' };
  }
  for (const name of parameters.keys())
    if (!takes.includes(name)) report('FILE_STORE', `takes ${takes.join(', ')} after the question mark`);
  const links = parameters.get('links') ?? 'proxy';
  if (links !== 'proxy' && links !== 'direct') report('FILE_STORE', 'takes links=proxy or links=direct');
  const fileLinks = links === 'direct' ? 'direct' : 'proxy';
  if (protocol === 's3:') return { fileStore: readS3(bucket, parameters, report), fileLinks };
  if (!isConnectionString(connection)) {
    report(
      'AZURE_STORAGE_CONNECTION_STRING',
      'must be a connection string such as DefaultEndpointsProtocol=https;AccountName=…;AccountKey=…',
    );
  }
  // A shared access signature cannot sign others.
  if (fileLinks === 'direct' && !/(?:^|;)AccountKey=/.test(connection)) {
    report('FILE_STORE', 'takes links=direct only with an AccountKey in AZURE_STORAGE_CONNECTION_STRING');
  }
  return { fileStore: { kind: 'azure', connectionString: connection, container: bucket }, fileLinks };
}

/** Has no host if the address cannot be parsed. */
function parseAddress(address: string) {
  const url = URL.parse(address);
  if (url === null) return { protocol: '', bucket: '', parameters: new URLSearchParams() };
  const { protocol, host, hostname, username, pathname, searchParams: parameters } = url;
  // Credentials, ports and paths would be ignored.
  const isPlain = host === hostname && username === '' && /^\/?$/.test(pathname);
  return { protocol, bucket: isPlain ? hostname : '', parameters };
}

const isConnectionString = (value: string): boolean =>
  (/(?:^|;)AccountName=[^;]+/.test(value) && /(?:^|;)AccountKey=[^;]+/.test(value)) ||
  (/(?:^|;)BlobEndpoint=https?:[^;]+/.test(value) && /(?:^|;)SharedAccessSignature=[^;]+/.test(value));

function readS3(bucket: string, parameters: URLSearchParams, report: Report): S3StoreConfig {
  const endpoint = parameters.get('endpoint') ?? undefined;
  const region = parameters.get('region') ?? (endpoint === undefined ? '' : 'us-east-1');
  if (!REGION.test(region)) report('FILE_STORE', 'needs a region such as s3://BUCKET?region=eu-central-1');
  if (endpoint !== undefined && !/^https?:\/\/[^/]/.test(endpoint))
    report('FILE_STORE', 'needs an endpoint such as s3://BUCKET?endpoint=https://minio.example');
  return {
    kind: 's3',
    endpoint: endpoint?.replace(/\/+$/, ''),
    region,
    bucket,
    // A self-hosted server rarely has a host name for each bucket.
    forcePathStyle: endpoint !== undefined,
  };
}

export interface StorageConfig {
  /** How much the files of one account may take up. */
  readonly bytesPerInstructor: number;
  /** Uploads are refused while the disk has less room than this. */
  readonly freeFloorBytes: number;
}
