/**
 * While one account attacks in every way at once, 300 readers of another account open lessons, search and fetch files:
 * their latency next to that of the idle server, and refusals. Arguments: readers (300), seconds of each half (60), which attacks
 * (all): a list such as flooding,jobs.
 */
import { writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerClient, type ApiClient } from '#e2e/api-client.ts';
import type { AttackOrder } from '#e2e/hostile/attack.ts';
import { keepReading, type ReadAnswer } from '#e2e/hostile/readers.ts';
import { startProgram } from '#e2e/separate-process.ts';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { withDirectory, withLectern } from './lectern.ts';
import { percentile, printResult } from './result.ts';

const readers = Number(process.argv[2] ?? 300);
const seconds = Number(process.argv[3] ?? 60);
/** With 300 readers, some 30 calls a second: below what one account may make. */
const PAUSE_SECONDS = { least: 5, most: 15 };
const WARM_UP_SECONDS = 15;
const MOST_TIMES_SLOWER = 2;
const ATTACKER_NICENESS = 10;
const EVERY_ATTACK = { waitingRequests: 200, stalledUploads: 64, flooding: 32, jobs: 200, largeBodies: 8 };
const only = process.argv[4]?.split(',');
const attackOf = (kind: keyof typeof EVERY_ATTACK): number =>
  only === undefined || only.includes(kind) ? EVERY_ATTACK[kind] : 0;
const ATTACK = {
  waitingRequests: attackOf('waitingRequests'),
  stalledUploads: attackOf('stalledUploads'),
  flooding: attackOf('flooding'),
  jobs: attackOf('jobs'),
  largeBodies: attackOf('largeBodies'),
};
const TEXT = 'A river carries what the rain washes into it, and leaves it where its water slows. '.repeat(
  300,
);

async function makeLesson(client: ApiClient, directory: string): Promise<{ id: number; file: string }> {
  const path = join(directory, 'rivers.txt');
  await writeFile(path, TEXT);
  const { id: course } = await client.createCourse('Rivers');
  const { url, docsource_id } = await client.uploadDocument(path);
  return client.createLesson({ title: 'How rivers work', file: url, course, docsource_id });
}

async function prepareAttack(client: ApiClient, directory: string): Promise<AttackOrder> {
  const path = join(directory, 'lecture.mp4');
  const { recordings } = await getTestModels(undefined);
  await makeVideoFromAudio({ audioPath: recordings.twoCities, outputPath: path, repeatSeconds: 600 });
  const { id: textLesson } = await makeLesson(client, directory);
  const { id: course } = await client.createCourse('Large');
  const video = await client.uploadVideo(path);
  const { id: videoLesson } = await client.createLesson({ title: 'A lecture', file: video, course });
  const waitingCall = {
    path: '/api/question-sets/generate/',
    body: { lesson_id: textLesson, n: 50, answer_style: 'essay' },
  };
  return { origin: client.origin, apiKey: client.apiKey, waitingCall, videoLesson, video, ...ATTACK };
}

const describe = (answers: readonly ReadAnswer[]): string =>
  (['lesson', 'search', 'file'] as const)
    .map((what) => {
      const times = answers.filter((answer) => answer.what === what).map(({ milliseconds }) => milliseconds);
      return `${what} ${times.length} × p95 ${percentile(times, 0.95).toFixed(1)} ms`;
    })
    .join(', ');

await withDirectory((directory) =>
  withLectern(
    async ({ origin }) => {
      const [attacker, other] = [await registerClient(origin), await registerClient(origin)];
      const { id: lesson, file } = await makeLesson(other, directory);
      const order = await prepareAttack(attacker, directory);
      const readFor = (duration: number): Promise<ReadAnswer[]> =>
        keepReading(
          { origin, apiKey: other.apiKey, lesson, file, readers, pauseSeconds: PAUSE_SECONDS },
          AbortSignal.timeout(duration * 1000),
        );
      await readFor(WARM_UP_SECONDS);
      const idle = await readFor(seconds);
      const attacking = startProgram('e2e/hostile/attacker.child.ts', {
        arguments: [JSON.stringify(order)],
        environment: {},
      });
      // An attacker has its own machine.
      setPriority(attacking.processId, getPriority() + ATTACKER_NICENESS);
      await sleep(WARM_UP_SECONDS * 1000);
      const attacked = await readFor(seconds);
      await attacking.stop();
      const p95 = (answers: readonly ReadAnswer[]): number =>
        percentile(
          answers.map(({ milliseconds }) => milliseconds),
          0.95,
        );
      const ratio = p95(attacked) / p95(idle);
      const refused = attacked.filter(({ status }) => status !== 200);
      console.log(`  idle: ${describe(idle)}\n  attacked: ${describe(attacked)}`);
      console.log(`  what the attacker was answered: ${attacking.output().trim()}`);
      printResult({
        name: `${readers} readers while another account attacks`,
        value: `p95 ${p95(attacked).toFixed(1)} ms, ${refused.length} of ${attacked.length} not answered with 200`,
        peer: `idle ${p95(idle).toFixed(1)} ms`,
        ratio,
        goal: `≤ ${MOST_TIMES_SLOWER} times idle, no 503`,
        met: ratio <= MOST_TIMES_SLOWER && refused.length === 0,
      });
    },
    { LIMITS_FACTOR: '' },
  ),
);
