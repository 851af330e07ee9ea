/**
 * Upload of a large video through the API against a raw stream to disk that is flushed, alternating.
 * Arguments: megabytes (1024) and rounds (3).
 */
import { rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { courseList } from '../contract/courses.ts';
import { registerClient } from '../e2e/api-client.ts';
import { readResidentBytes } from '../e2e/process-table.ts';
import { watchMemory, withDirectory, withLectern } from './lectern.ts';
import { startPeer } from './peer.ts';
import { median, megabytes, printResult } from './result.ts';

const GOAL_RATIO = 0.85;
const GOAL_BYTES = 64 * 1024 ** 2;
const CHUNK_BYTES = 256 * 1024;
const totalBytes = Number(process.argv[2] ?? 1024) * 1024 ** 2;
const rounds = Number(process.argv[3] ?? 3);

const FTYP = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom', 'latin1'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isomiso2', 'latin1'),
]);
const BOUNDARY = 'lectern-bench-boundary';
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="lecture.mp4"\r\n` +
    'Content-Type: video/mp4\r\n\r\n',
);
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** The beginning of an MP4, then bytes that look like a compressed picture: all values, line ends among them. */
function* makeVideoBytes(): Generator<Buffer> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let state = 1;
  for (let index = 0; index < chunk.length; index += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
    chunk[index] = state >> 16;
  }
  yield FTYP;
  let left = totalBytes - FTYP.length;
  for (; left > chunk.length; left -= chunk.length) yield chunk;
  yield chunk.subarray(0, left);
}

/** Seconds from the first byte to the answer. */
async function send(
  url: string,
  headers: Record<string, string>,
  parts: { head: Buffer; tail: Buffer },
): Promise<number> {
  const started = performance.now();
  const length = parts.head.length + totalBytes + parts.tail.length;
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const outgoing = request(
    url,
    { method: 'POST', headers: { ...headers, 'content-length': String(length) } },
    (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(undefined);
        else reject(new Error(`${url} answered ${String(response.statusCode)}`));
      });
    },
  );
  outgoing.on('error', reject);
  function* body(): Generator<Buffer> {
    if (parts.head.length > 0) yield parts.head;
    yield* makeVideoBytes();
    if (parts.tail.length > 0) yield parts.tail;
  }
  await pipeline(Readable.from(body(), { objectMode: true, highWaterMark: 4 }), outgoing);
  await promise;
  return (performance.now() - started) / 1000;
}

const speed = (seconds: number): string => `${(totalBytes / 1024 ** 2 / seconds).toFixed(0)} MB/s`;

await withDirectory(async (directory) => {
  const peer = await startPeer('raw-upload', [directory]);
  await withLectern(async (lectern) => {
    const client = await registerClient(lectern.origin);
    const files = join(lectern.dataDirectory, 'files');
    const headers = {
      'api-key': client.apiKey,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    };
    const small = join(directory, 'small.mp4');
    await writeFile(small, Buffer.concat([FTYP, Buffer.alloc(1024 ** 2)]));
    const upload = async (): Promise<number> => {
      const seconds = await send(`${lectern.origin}/ai/upload-video/`, headers, { head: HEAD, tail: TAIL });
      await rm(files, { recursive: true });
      return seconds;
    };
    const raw = (): Promise<number> =>
      send(`${peer.origin}/`, {}, { head: Buffer.alloc(0), tail: Buffer.alloc(0) });

    const ours: number[] = [];
    const theirs: number[] = [];
    const api = await lectern.getPart('api');
    // A process grows by loading code at its first requests, whatever their size.
    for (let warm = 0; warm < 100; warm += 1) {
      await client.createCourse(`Course ${warm}`);
      await client.call(courseList, '/api/courses/');
    }
    await client.uploadVideo(small);
    const beforeBytes = await readResidentBytes(api);
    const memory = watchMemory(api);
    for (let round = 0; round < rounds; round += 1) {
      theirs.push(await raw());
      ours.push(await upload());
    }
    const grownBytes = (await memory.stop()) - beforeBytes;
    const ratio = median(theirs) / median(ours);
    printResult({
      name: `upload of ${megabytes(totalBytes)}`,
      value: speed(median(ours)),
      peer: `raw stream to disk ${speed(median(theirs))}`,
      ratio,
      goal: `at least ${GOAL_RATIO}`,
      met: ratio >= GOAL_RATIO,
    });
    printResult({
      name: `growth of the api process over ${rounds} such uploads`,
      value: megabytes(grownBytes),
      goal: `at most ${megabytes(GOAL_BYTES)}`,
      met: grownBytes <= GOAL_BYTES,
    });
  });
  await peer.stop();
});
