import { BlobServiceClient } from '@azure/storage-blob';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AzureStoreConfig } from '#server/configuration/file-store-config.ts';
import { childEnvironment } from '#server/config.ts';
import { installAzurite } from './install-azurite.ts';
import { startProcess } from './start-process.ts';

const ACCOUNT = 'lecterntests';

export interface AzuriteServer {
  readonly port: number;
  /** Makes a container; reached at another port when one is given, such as a proxy's. */
  makeContainer(port?: number): Promise<AzureStoreConfig>;
  readonly stop: () => Promise<void>;
}

/** Starts Azurite, Microsoft's emulator of Azure Blob Storage, on a free port, with its own account; installs it the first time. */
export async function startAzurite(): Promise<AzuriteServer> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-azurite-'));
  const main = await installAzurite();
  const key = randomBytes(64).toString('base64');
  const { found, stop } = await startProcess({
    command: [
      ...[process.execPath, main, '--blobPort', '0', '--inMemoryPersistence', '--silent'],
      ...['--disableTelemetry', '--skipApiVersionCheck', '--disableProductStyleUrl'],
    ],
    ready: /listen(?:ing|s) (?:at|on) http:\/\/127\.0\.0\.1:(\d+)/,
    directory,
    environment: definedOnly(childEnvironment({ AZURITE_ACCOUNTS: `${ACCOUNT}:${key}` })),
  });
  const connectionStringAt = (port: number): string =>
    `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${key};` +
    `BlobEndpoint=http://127.0.0.1:${port}/${ACCOUNT};`;
  const port = Number(found);
  return {
    port,
    makeContainer: async (reachedAt = port) => {
      const container = `tests-${randomUUID()}`;
      await BlobServiceClient.fromConnectionString(connectionStringAt(port)).createContainer(container);
      return { kind: 'azure', connectionString: connectionStringAt(reachedAt), container };
    },
    stop: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export const definedOnly = (variables: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
