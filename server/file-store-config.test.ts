import { expect, test } from 'vitest';
import { readConfig, readTargetFileStore } from './config.ts';

const S3 = { FILE_STORE: 's3', S3_BUCKET: 'lessons', S3_REGION: 'eu-central-1' };
const KEY = Buffer.alloc(64, 7).toString('base64');
const CONNECTION = `DefaultEndpointsProtocol=https;AccountName=school;AccountKey=${KEY};EndpointSuffix=core.windows.net`;
const AZURE = {
  FILE_STORE: 'azure',
  AZURE_STORAGE_CONNECTION_STRING: CONNECTION,
  AZURE_STORAGE_CONTAINER: 'lessons',
};

test('files are on the disk and come through this server unless something is said', () => {
  expect(readConfig({})).toMatchObject({ fileStore: { kind: 'disk' }, fileLinks: 'proxy' });
});

test('S3 of Amazon, with its own ways to find credentials', () => {
  expect(readConfig({ ...S3, FILE_LINKS: 'direct' })).toMatchObject({
    fileLinks: 'direct',
    fileStore: {
      kind: 's3',
      endpoint: undefined,
      region: 'eu-central-1',
      bucket: 'lessons',
      credentials: undefined,
      forcePathStyle: false,
    },
  });
});

test('another S3 server has its bucket in the path', () => {
  const variables = {
    FILE_STORE: 's3',
    S3_BUCKET: 'lessons',
    S3_ENDPOINT: 'http://127.0.0.1:9000/',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(readConfig(variables).fileStore).toEqual({
    kind: 's3',
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
    bucket: 'lessons',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    forcePathStyle: true,
  });
});

test('reads a connection string for Azure', () => {
  expect(readConfig(AZURE).fileStore).toEqual({
    kind: 'azure',
    connectionString: CONNECTION,
    container: 'lessons',
  });
});

test.each<[Record<string, string>, RegExp]>([
  [{ FILE_STORE: 'tape' }, /FILE_STORE: /],
  [{ FILE_STORE: 's3', S3_REGION: 'eu-central-1' }, /S3_BUCKET: must be set/],
  [{ FILE_STORE: 's3', S3_BUCKET: 'lessons' }, /S3_REGION: must be set .* unless S3_ENDPOINT is/],
  [{ ...S3, S3_ACCESS_KEY_ID: 'id' }, /S3_SECRET_ACCESS_KEY: must be set when S3_ACCESS_KEY_ID is/],
  [{ ...S3, S3_SECRET_ACCESS_KEY: 'secret' }, /S3_ACCESS_KEY_ID: must be set when S3_SECRET_ACCESS_KEY is/],
  [{ ...S3, S3_BUCKET: 'a/b' }, /S3_BUCKET: must be the name of a bucket/],
  [{ ...S3, S3_ENDPOINT: 'ftp://example.org' }, /S3_ENDPOINT: /],
  [
    { FILE_STORE: 'azure' },
    /AZURE_STORAGE_CONTAINER: must be set[^]*AZURE_STORAGE_CONNECTION_STRING: must be a/,
  ],
  [
    { FILE_STORE: 'azure', AZURE_STORAGE_CONTAINER: 'a-b', AZURE_STORAGE_CONNECTION_STRING: 'school' },
    /AZURE_STORAGE_CONNECTION_STRING: must be a connection string/,
  ],
  [{ FILE_LINKS: 'direct' }, /FILE_LINKS: can be direct only when FILE_STORE is azure or s3/],
  [
    {
      FILE_STORE: 'azure',
      FILE_LINKS: 'direct',
      AZURE_STORAGE_CONTAINER: 'lessons',
      AZURE_STORAGE_CONNECTION_STRING:
        'BlobEndpoint=https://school.blob.core.windows.net/;SharedAccessSignature=sv=1&sig=x',
    },
    /FILE_LINKS: can be direct only with an AccountKey/,
  ],
])('%j is refused by name, and no value is told', (variables, message) => {
  expect(() => readConfig(variables)).toThrow(message);
  expect(() => readConfig(variables)).not.toThrow(KEY);
});

test('the target of a move takes what begins with TO_ before the rest', () => {
  const variables = { ...S3, TO_S3_BUCKET: 'archive', TO_S3_ENDPOINT: 'http://127.0.0.1:9000' };
  expect(readTargetFileStore('s3', variables)).toMatchObject({
    bucket: 'archive',
    region: 'eu-central-1',
    endpoint: 'http://127.0.0.1:9000',
  });
  expect(readTargetFileStore('disk', variables)).toEqual({ kind: 'disk' });
  expect(() => readTargetFileStore('azure', variables)).toThrow(/AZURE_STORAGE_CONTAINER: must be set/);
  // What the target is not, its settings need not be.
  expect(readConfig({ ...AZURE, FILE_STORE: 'disk' }).fileStore).toEqual({ kind: 'disk' });
});
