import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TUS_VERSION, uploadedVideo } from '#contract/uploads.ts';
import { encodeMetadata, makeVideo, PATCH_TYPE } from '#server/testing/test-tus-client.ts';
import { registerClient } from './api-client.ts';
import { queryDatabase } from './database-of.ts';
import { startLectern, until, type LecternProcess } from './lectern-process.ts';

const MEGABYTE = 1024 ** 2;
const video = makeVideo(80 * MEGABYTE);

let directory: string;
let lectern: LecternProcess;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lectern-resume-'));
  lectern = await startLectern({ dataDirectory: join(directory, 'data') });
});
afterAll(async () => {
  await lectern.stop();
  await rm(directory, { recursive: true, force: true });
});

const readDurableBytes = async (): Promise<number> => {
  const rows = await queryDatabase<{ offset_bytes: string }>(
    lectern.dataDirectory,
    'select offset_bytes from resumable_uploads',
  );
  return Number(rows[0]?.offset_bytes);
};

test('an upload continues after the api process that received it was killed', async () => {
  const client = await registerClient(lectern.origin);
  const headers = { 'api-key': client.apiKey, 'tus-resumable': TUS_VERSION };
  const begun = await fetch(`${lectern.origin}/ai/uploads/`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(video.length),
      'upload-metadata': encodeMetadata({ filename: 'lecture.mp4' }),
    },
  });
  const url = new URL(begun.headers.get('location') ?? '', lectern.origin).href;
  const pieceHeaders = (offset: number) => ({
    ...headers,
    'upload-offset': String(offset),
    'content-type': PATCH_TYPE,
  });

  // One piece that never ends, most of which has arrived.
  const outgoing = request(url, {
    method: 'PATCH',
    headers: { ...pieceHeaders(0), 'content-length': String(video.length) },
  });
  const broken = once(outgoing, 'error');
  outgoing.write(video.subarray(0, 70 * MEGABYTE));
  const durableBytes = await until('the first bytes are durable', async () => {
    const bytes = await readDurableBytes();
    return bytes > 0 && bytes;
  });
  process.kill(await lectern.getPart('api'), 'SIGKILL');
  await broken;

  // No lock is in the way, and nothing that was written down is lost.
  const offset = await until('the upload can be asked for again', async () => {
    const answer = await fetch(url, { method: 'HEAD', headers }).catch(() => undefined);
    return answer?.status === 200 && Number(answer.headers.get('upload-offset'));
  });
  expect(offset).toBeGreaterThanOrEqual(durableBytes);
  expect(offset).toBeLessThanOrEqual(70 * MEGABYTE);
  const rest = await fetch(url, {
    method: 'PATCH',
    headers: pieceHeaders(offset),
    body: Uint8Array.from(video.subarray(offset)),
  });
  expect(rest.status).toBe(204);
  const { file_url } = await client.call(uploadedVideo, new URL(`${url}finish/`).pathname, {
    method: 'POST',
  });
  const stored = Buffer.from(await (await fetch(file_url)).arrayBuffer());
  expect(stored.equals(video)).toBe(true);
});
