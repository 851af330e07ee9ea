import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { ensurePythonPackages } from '#tools/checks/python-packages.ts';
import { childEnvironment } from '#server/config.ts';
import type { S3StoreConfig } from '#server/configuration/file-store-config.ts';
import { definedOnly } from './azurite.ts';
import { startProcess } from './start-process.ts';

const REQUIREMENTS = ['moto[s3]==5.2.5', 'flask==3.1.3', 'flask-cors==6.0.5', 'werkzeug==3.1.9'];

export interface MotoServer {
  readonly port: number;
  /** Makes a bucket; reached at another port when one is given, such as a proxy's. */
  makeBucket(port?: number): Promise<S3StoreConfig>;
  readonly stop: () => Promise<void>;
}

/** Starts moto's imitation of S3 on a free port; installs it the first time, which needs Python 3 with pip. */
export async function startMoto(): Promise<MotoServer> {
  const { python } = await ensurePythonPackages({ name: 'moto', requirements: REQUIREMENTS });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  const directory = await mkdtemp(join(tmpdir(), 'lectern-moto-'));
  const { found, stop } = await startProcess({
    command: [python, '-u', '-m', 'moto.server', '-H', '127.0.0.1', '-p', '0'],
    ready: /Running on http:\/\/127\.0\.0\.1:(\d+)/,
    directory,
    environment: definedOnly(
      // Parts may be small, so that tests need not send megabytes.
      childEnvironment({ S3_UPLOAD_PART_MIN_SIZE: '256', TMPDIR: directory }),
    ),
  });
  const port = Number(found);
  const configAt = (reachedAt: number, bucket: string): S3StoreConfig => ({
    kind: 's3',
    endpoint: `http://127.0.0.1:${reachedAt}`,
    region: 'us-east-1',
    bucket,
    forcePathStyle: true,
  });
  return {
    port,
    makeBucket: async (reachedAt = port) => {
      const bucket = `tests-${randomUUID()}`;
      const { endpoint = '', region } = configAt(port, bucket);
      const client = new S3Client({ endpoint, region, forcePathStyle: true });
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      client.destroy();
      return configAt(reachedAt, bucket);
    },
    stop: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
