/**
 * Seeking in a video: ranges at random places, of the length a player reads first, against @fastify/static
 * on a file of the same size, alternating. Argument: requests of a round (400).
 */
import { open } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { registerClient } from '#e2e/api-client.ts';
import { withDirectory, withLectern } from './lectern.ts';
import { startPeer } from './peer.ts';
import { percentile, printResult } from './result.ts';

const GOAL = 1.3;
const ROUNDS = 6;
const FILE_BYTES = 256 * 1024 ** 2;
const RANGE_BYTES = 512 * 1024;
const requests = Number(process.argv[2] ?? 400);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function makeVideoFile(path: string): Promise<void> {
  const handle = await open(path, 'w');
  const chunk = Buffer.alloc(1024 ** 2, 0x5a);
  for (let written = 0; written < FILE_BYTES; written += chunk.length) {
    if (written === 0) {
      chunk.writeUInt32BE(24, 0);
      chunk.write('ftypisom', 4, 'latin1');
    }
    await handle.write(chunk);
  }
  await handle.close();
}

function readRange(url: string, start: number): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { range: `bytes=${start}-${start + RANGE_BYTES - 1}` } }, (response) => {
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      response.on('error', reject).on('end', () => {
        if (response.statusCode === 206 && length === RANGE_BYTES) resolve(performance.now() - started);
        else reject(new Error(`${url} answered ${String(response.statusCode)} with ${length} bytes`));
      });
    })
      .on('error', reject)
      .end();
  });
}

await withDirectory(async (directory) => {
  const video = join(directory, 'lecture.mp4');
  await makeVideoFile(video);
  const peer = await startPeer('static-files', [directory]);
  await withLectern(async (lectern) => {
    const client = await registerClient(lectern.origin);
    const ourUrl = await client.uploadVideo(video);
    const theirUrl = `${peer.origin}/lecture.mp4`;
    const ours: number[] = [];
    const theirs: number[] = [];
    let place = 7;
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (let count = 0; count < requests; count += 1) {
        place = (place * 48_271) % 0x7f_ff_ff_ff;
        const start = place % (FILE_BYTES - RANGE_BYTES);
        const mine = await readRange(ourUrl, start);
        const other = await readRange(theirUrl, start);
        // The first round fills the page cache and warms both up.
        if (round === 0) continue;
        ours.push(mine);
        theirs.push(other);
      }
    }
    const ratio = percentile(ours, 0.95) / percentile(theirs, 0.95);
    printResult({
      name: `seek in a video (p95 of ${ours.length} ranges of 512 KB)`,
      value: `${percentile(ours, 0.95).toFixed(2)} ms (median ${percentile(ours, 0.5).toFixed(2)})`,
      peer: `@fastify/static ${percentile(theirs, 0.95).toFixed(2)} ms (median ${percentile(theirs, 0.5).toFixed(2)})`,
      ratio,
      goal: `at most ${GOAL}`,
      met: ratio <= GOAL,
    });
  });
  await peer.stop();
});
