import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { AzureFileStore } from './azure-file-store.ts';
import { FileStoreUnavailableError, type FileStore } from './file-store.ts';
import { S3FileStore } from './s3-file-store.ts';

/** A store that sends the beginning of a file, and then nothing. */
const server = createServer((_request, response: ServerResponse) => {
  response.writeHead(200, { 'content-length': 100, etag: '"1"' });
  response.write('The beginning');
});
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

const OPEN: Readonly<Record<'S3' | 'Azure', (endpoint: string, clock: ManualClock) => FileStore>> = {
  S3: (endpoint, clock) =>
    new S3FileStore(
      { kind: 's3', endpoint, region: 'us-east-1', bucket: 'files', forcePathStyle: true },
      '.',
      {},
      clock,
    ),
  Azure: (endpoint, clock) =>
    new AzureFileStore(
      {
        kind: 'azure',
        connectionString: `DefaultEndpointsProtocol=http;AccountName=a;AccountKey=YQ==;BlobEndpoint=${endpoint}/a;`,
        container: 'files',
      },
      '.',
      {},
      clock,
    ),
};

test.each(['S3', 'Azure'] as const)('a file of %s whose bytes stop coming fails', async (kind) => {
  const clock = new ManualClock();
  const { port } = server.address() as AddressInfo;
  const store = OPEN[kind](`http://127.0.0.1:${port}`, clock);
  const reading = buffer(await store.openRead('i1/a.txt')).catch((error: unknown) => error);
  await clock.untilWaiting();
  await clock.advance(60_000);
  expect(await reading).toBeInstanceOf(FileStoreUnavailableError);
});
