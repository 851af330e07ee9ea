import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const S3 = 's3://lessons?region=eu-central-1';
const KEY = Buffer.alloc(64, 7).toString('base64');
const CONNECTION = `DefaultEndpointsProtocol=https;AccountName=school;AccountKey=${KEY};EndpointSuffix=core.windows.net`;

test('keeps files on the disk and serves them itself by default', () => {
  expect(readConfig({})).toMatchObject({ fileStore: { kind: 'disk' }, fileLinks: 'proxy' });
});

test('reads Amazon S3, whose client finds the credentials', () => {
  expect(readConfig({ FILE_STORE: `${S3}&links=direct` })).toMatchObject({
    fileLinks: 'direct',
    fileStore: {
      kind: 's3',
      endpoint: undefined,
      region: 'eu-central-1',
      bucket: 'lessons',
      forcePathStyle: false,
    },
  });
});

test('another S3 server has its bucket in the path', () => {
  expect(readConfig({ FILE_STORE: 's3://lessons?endpoint=http://127.0.0.1:9000/' }).fileStore).toEqual({
    kind: 's3',
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
    bucket: 'lessons',
    forcePathStyle: true,
  });
});

test('reads a connection string for Azure', () => {
  const variables = { FILE_STORE: 'azure://lessons', AZURE_STORAGE_CONNECTION_STRING: CONNECTION };
  expect(readConfig(variables).fileStore).toEqual({
    kind: 'azure',
    connectionString: CONNECTION,
    container: 'lessons',
  });
});

test.each<[Record<string, string>, RegExp]>([
  [{ FILE_STORE: 'tape' }, /FILE_STORE: must be disk, azure:/],
  [{ FILE_STORE: 's3' }, /FILE_STORE: must be disk/],
  [{ FILE_STORE: 's3://lessons' }, /FILE_STORE: needs a region/],
  [{ FILE_STORE: 's3://a/b?region=eu-central-1' }, /FILE_STORE: must be disk/],
  [{ FILE_STORE: `s3://id:${KEY.slice(0, 4)}@lessons?region=eu-central-1` }, /FILE_STORE: must be disk/],
  [{ FILE_STORE: 's3://lessons?endpoint=ftp://example.org' }, /FILE_STORE: needs an endpoint/],
  [{ FILE_STORE: `${S3}&link=direct` }, /FILE_STORE: takes region, endpoint, links/],
  [{ FILE_STORE: `${S3}&links=none` }, /FILE_STORE: takes links=proxy or links=direct/],
  [{ FILE_STORE: 'disk?links=direct' }, /FILE_STORE: must be disk/],
  [{ FILE_STORE: 'azure://lessons' }, /AZURE_STORAGE_CONNECTION_STRING: must be a connection string/],
  [
    {
      FILE_STORE: 'azure://lessons?links=direct',
      AZURE_STORAGE_CONNECTION_STRING:
        'BlobEndpoint=https://school.blob.core.windows.net/;SharedAccessSignature=sv=1&sig=x',
    },
    /FILE_STORE: takes links=direct only with an AccountKey/,
  ],
])('rejects %j and repeats no value', (variables, message) => {
  expect(() => readConfig(variables)).toThrow(message);
  expect(() => readConfig({ ...variables, LECTERN_SECRET: KEY.slice(0, 5) })).not.toThrow(KEY.slice(0, 5));
});
