import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AzureFileStore } from '../azure-file-store.ts';
import type { FileStore } from '../file-store.ts';
import { LocalDiskFileStore } from '../local-disk-file-store.ts';
import { S3FileStore } from '../s3-file-store.ts';
import { startAzurite } from './azurite.ts';
import { startCuttableProxy, type CuttableProxy } from './cuttable-proxy.ts';
import { startMoto } from './moto.ts';
import type { PartSizes } from '../write-in-parts.ts';

/** Small, so that little content makes several parts; pages are of three files. */
export const PART_BYTES = 64 * 1024;

/** One kind of store, with everything that it runs on. */
export interface StoreUnderTest {
  readonly store: FileStore;
  /** An empty one of the same kind. */
  readonly openAnother: () => Promise<FileStore>;
  /** Another whose parts are of 1 MiB, and whose bytes do not pass through this process's proxy. */
  readonly openLarge: () => Promise<FileStore>;
  readonly dataDirectory: string;
  /** Takes the store away, and gives it back. */
  readonly breakDown: () => Promise<void>;
  readonly mend: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export type StoreKind = 'disk' | 'Azure' | 'S3';

export const startStore = (kind: StoreKind): Promise<StoreUnderTest & { readonly proxy?: CuttableProxy }> =>
  kind === 'disk' ? startDisk() : startRemote(kind);

const newDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'lectern-store-'));

async function startDisk(): Promise<StoreUnderTest> {
  const dataDirectory = await newDirectory();
  const root = join(dataDirectory, 'files');
  const away = join(dataDirectory, 'away');
  const openAnother = async () => new LocalDiskFileStore(await mkdtemp(join(dataDirectory, 'another-')));
  return {
    store: new LocalDiskFileStore(root),
    openAnother,
    openLarge: openAnother,
    dataDirectory,
    breakDown: async () => {
      await rename(root, away);
      await writeFile(root, '');
    },
    mend: async () => {
      await rm(root);
      await rename(away, root);
    },
    stop: () => rm(dataDirectory, { recursive: true, force: true }),
  };
}

async function startRemote(
  kind: 'Azure' | 'S3',
): Promise<StoreUnderTest & { readonly proxy: CuttableProxy }> {
  const dataDirectory = await newDirectory();
  const server = kind === 'Azure' ? await startAzurite() : await startMoto();
  const proxy = await startCuttableProxy(server.port);
  const open = async (port: number, sizes: PartSizes): Promise<FileStore> =>
    'makeContainer' in server
      ? new AzureFileStore(await server.makeContainer(port), dataDirectory, { ...sizes, pageSize: 3 })
      : new S3FileStore(await server.makeBucket(port), dataDirectory, { ...sizes, pageSize: 3 });
  const openAnother = () => open(proxy.port, { partBytes: PART_BYTES, parallelParts: 1 });
  return {
    store: await openAnother(),
    openAnother,
    openLarge: () => open(server.port, { partBytes: 1024 * 1024, parallelParts: 3 }),
    dataDirectory,
    proxy,
    breakDown: () => {
      proxy.cut();
      return Promise.resolve();
    },
    mend: () => {
      proxy.mend();
      return Promise.resolve();
    },
    stop: async () => {
      await proxy.close();
      await server.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
