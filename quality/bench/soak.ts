/**
 * Hours of use at half load: does memory or the number of open files grow? Prints a line of figures every minute and a
 * verdict at the end; `npm run bench` leaves it out, since it takes its time.
 *   node quality/bench/soak.ts 120 150        minutes, users
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerClient } from '#e2e/api-client.ts';
import { listDescendants, readOwnBytes } from '#e2e/process-table.ts';
import type { LecternProcess } from '#e2e/lectern-process.ts';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { withDirectory, withLectern } from './lectern.ts';
import { median, megabytes, percentile, printResult } from './result.ts';
import { MANY_USERS, simulateUsers } from './users/simulate-users.ts';

/** Caches fill, models load and V8 finds its size; what comes after the first quarter should stay. */
const WARM_SHARE = 0.25;
/** What the last quarter may have more than the second: noise of a garbage-collected heap. */
const GROWTH_ALLOWED = 0.1;
const SAMPLE_SECONDS = 60;
/** A lecture is transcribed this often, so that models and media processes come and go. */
const LECTURE_EVERY_MINUTES = 10;
const LECTURE_SECONDS = 300;

const minutes = Number(process.argv[2] ?? 120);
const users = Number(process.argv[3] ?? 150);

const PARTS = ['main', 'api', 'worker', 'database'] as const;
type Sample = Record<(typeof PARTS)[number], { bytes: number; files: number }>;

async function countOpenFiles(processId: number): Promise<number> {
  return (await readdir(`/proc/${processId}/fd`).catch(() => [])).length;
}

/** The database counts with its back ends; the worker without its models' processes, which come and go. */
async function lookAt(lectern: LecternProcess): Promise<Sample> {
  const of = async (processId: number, withDescendants: boolean) => {
    const below = withDescendants ? await listDescendants(processId) : [];
    const ids = [processId, ...below.map((each) => each.processId)];
    const sizes = await Promise.all(ids.map(readOwnBytes));
    const files = await Promise.all(ids.map(countOpenFiles));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return { bytes: sum(sizes), files: sum(files) };
  };
  const [main, api, worker, database] = await Promise.all([
    of(lectern.processId, false),
    lectern.getPart('api').then((id) => of(id, false)),
    lectern.getPart('worker').then((id) => of(id, false)),
    lectern.getPart('database').then((id) => of(id, true)),
  ]);
  return { main, api, worker, database };
}

function judge(samples: readonly Sample[]): void {
  const warm = samples.slice(Math.floor(samples.length * WARM_SHARE));
  const third = Math.floor(warm.length / 3);
  const early = warm.slice(0, third);
  const late = warm.slice(-third);
  for (const part of PARTS) {
    for (const [what, unit] of [
      ['bytes', megabytes],
      ['files', (count: number) => `${count.toFixed(0)} open files`],
    ] as const) {
      const before = median(early.map((sample) => sample[part][what]));
      const after = median(late.map((sample) => sample[part][what]));
      printResult({
        name: `${part} after ${minutes} min of ${users} users`,
        value: unit(after),
        peer: `its second quarter: ${unit(before)}`,
        ratio: after / before,
        goal: `at most ${1 + GROWTH_ALLOWED}`,
        met: after <= before * (1 + GROWTH_ALLOWED),
      });
    }
  }
}

await withDirectory(async (directory) => {
  const video = join(directory, 'lecture.mp4');
  const { recordings } = await getTestModels(undefined);
  await makeVideoFromAudio({
    audioPath: recordings.twoCities,
    outputPath: video,
    repeatSeconds: LECTURE_SECONDS,
  });
  await withLectern(async (lectern) => {
    const client = await registerClient(lectern.origin);
    const { id: courseId } = await client.createCourse('Lectures');
    const simulated = await simulateUsers(lectern.origin, users);
    const samples: Sample[] = [];
    const until = performance.now() + minutes * 60_000;
    for (let count = 0; performance.now() < until; count += 1) {
      if (count % LECTURE_EVERY_MINUTES === 0) {
        const file = await client.uploadVideo(video);
        const { id } = await client.createLesson({ title: `Lecture ${count}`, file, course: courseId });
        await client.transcribe(id);
      }
      await sleep(SAMPLE_SECONDS * 1000);
      const sample = await lookAt(lectern);
      samples.push(sample);
      const latency = simulated.log.interactive();
      const figures = PARTS.map(
        (part) => `${part} ${megabytes(sample[part].bytes)} ${sample[part].files} files`,
      );
      console.log(
        `${String(count + 1).padStart(3)} min: ${figures.join(', ')}; p95 ${percentile(latency, 0.95).toFixed(0)} ms of ${latency.length} calls; ${simulated.log.countFailures()} errors`,
      );
      simulated.log.forgetFigures();
    }
    await simulated.leave();
    console.log(simulated.log.describe());
    judge(samples);
  }, MANY_USERS);
});
