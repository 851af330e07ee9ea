/**
 * Upload of a large video through the API against a raw stream to disk that is flushed, alternating: as one form, and
 * in pieces as the web app sends large files. Arguments: megabytes (1024) and rounds (3), also as --size and --rounds;
 * --way form or --way pieces for one of the two.
 */
import { rm, writeFile } from 'node:fs/promises';
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { courseList } from '#contract/courses.ts';
import { TUS_VERSION } from '#contract/uploads.ts';
import { registerClient } from '#e2e/api-client.ts';
import { readResidentBytes } from '#e2e/process-table.ts';
import { watchMemory, withDirectory, withLectern } from './lectern.ts';
import { startPeer, type Peer } from './peer.ts';
import { median, megabytes, printResult } from './result.ts';

const GOAL_RATIO = 0.85;
const GOAL_BYTES = 64 * 1024 ** 2;
const CHUNK_BYTES = 256 * 1024;
/** As the web app's (web/api-client/resumable-upload.ts). */
const PIECE_BYTES = 32 * 1024 ** 2;

const { values, positionals } = parseArgs({
  options: { size: { type: 'string' }, rounds: { type: 'string' }, way: { type: 'string' } },
  allowPositionals: true,
});
const totalBytes = Number(values.size ?? positionals[0] ?? 1024) * 1024 ** 2;
const rounds = Number(values.rounds ?? positionals[1] ?? 3);

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

/** Bytes that look like a compressed picture: all values, line ends among them. */
const CHUNK = Buffer.alloc(CHUNK_BYTES);
for (let index = 0, state = 1; index < CHUNK.length; index += 1) {
  state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
  CHUNK[index] = state >> 16;
}

/** Bytes `from` to `to` of something that begins as an MP4. */
function* makeVideoBytes(from: number, to: number): Generator<Buffer> {
  let at = from;
  if (at === 0) {
    yield FTYP;
    at = FTYP.length;
  }
  for (; to - at > CHUNK.length; at += CHUNK.length) yield CHUNK;
  yield CHUNK.subarray(0, to - at);
}

/** Sends the parts as one body and answers the status and headers. */
async function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: { lengthBytes: number; parts: () => Generator<Buffer> },
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = request(url, {
    method,
    headers: { ...headers, 'content-length': String(body.lengthBytes) },
    agent: keptOpen,
  });
  outgoing.on('response', resolve).on('error', reject);
  await pipeline(Readable.from(body.parts(), { objectMode: true, highWaterMark: 4 }), outgoing);
  const response = await promise;
  const status = response.statusCode ?? 0;
  const answer = await text(response);
  if (status < 200 || status > 299) throw new Error(`${method} ${url} answered ${status}: ${answer}`);
  return { status, headers: response.headers, text: answer };
}

const keptOpen = new Agent({ keepAlive: true });
const nothing = { lengthBytes: 0, *parts() {} };
const whole = { lengthBytes: totalBytes, parts: () => makeVideoBytes(0, totalBytes) };

const form = {
  lengthBytes: HEAD.length + totalBytes + TAIL.length,
  *parts() {
    yield HEAD;
    yield* makeVideoBytes(0, totalBytes);
    yield TAIL;
  },
};

type Way = (origin: string, apiKey: string) => Promise<void>;

const WAYS: Record<string, Way> = {
  form: async (origin, apiKey) => {
    const headers = { 'api-key': apiKey, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    await send('POST', `${origin}/ai/upload-video/`, headers, form);
  },
  pieces: async (origin, apiKey) => {
    const headers = { 'api-key': apiKey, 'tus-resumable': TUS_VERSION };
    const metadata = `filename ${Buffer.from('lecture.mp4').toString('base64')}`;
    const begun = await send(
      'POST',
      `${origin}/ai/uploads/`,
      { ...headers, 'upload-length': String(totalBytes), 'upload-metadata': metadata },
      nothing,
    );
    const url = new URL(begun.headers.location ?? '', origin).href;
    for (let at = 0; at < totalBytes; at += PIECE_BYTES) {
      const to = Math.min(totalBytes, at + PIECE_BYTES);
      const piece = { lengthBytes: to - at, parts: () => makeVideoBytes(at, to) };
      const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) };
      await send('PATCH', url, { ...headers, ...type }, piece);
    }
    await send('POST', `${url}finish/`, headers, nothing);
  },
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

const speed = (seconds: number): string => `${(totalBytes / 1024 ** 2 / seconds).toFixed(0)} MB/s`;

async function measure(name: string, way: Way, directory: string, peer: Peer): Promise<void> {
  await withLectern(async (lectern) => {
    const client = await registerClient(lectern.origin);
    const small = join(directory, 'small.mp4');
    await writeFile(small, Buffer.concat([FTYP, Buffer.alloc(1024 ** 2)]));
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
      theirs.push(await timed(() => send('POST', `${peer.origin}/`, {}, whole)));
      ours.push(await timed(() => way(lectern.origin, client.apiKey)));
      await rm(join(lectern.dataDirectory, 'files'), { recursive: true });
    }
    const grownBytes = (await memory.stop()) - beforeBytes;
    const ratio = median(theirs) / median(ours);
    printResult({
      name: `upload of ${megabytes(totalBytes)} ${name}`,
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
}

const chosen = Object.entries(WAYS).filter(([name]) => values.way === undefined || values.way === name);
if (chosen.length === 0) throw new Error(`There is no way "${values.way ?? ''}" to upload: form or pieces.`);
await withDirectory(async (directory) => {
  const peer = await startPeer('raw-upload', [directory]);
  try {
    for (const [name, way] of chosen) {
      await measure(name === 'form' ? 'as a form' : 'in pieces', way, directory, peer);
    }
  } finally {
    keptOpen.destroy();
    await peer.stop();
  }
});
