/**
 * Simulated users with pauses of 30 to 90 seconds while a lecture is transcribed: latency and errors.
 * Arguments: users (300), minutes of use (4).
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerClient } from '#e2e/api-client.ts';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { watchMemory, withDirectory, withLectern } from './lectern.ts';
import { megabytes, percentile, printResult } from './result.ts';
import { MANY_USERS, simulateUsers } from './users/simulate-users.ts';

const GOAL_MILLISECONDS = 200;
const users = Number(process.argv[2] ?? 300);
const minutes = Number(process.argv[3] ?? 4);
/** Longer than it takes: the recogniser works at some fifty times the speed of speech. */
const VIDEO_MINUTES = Math.ceil(minutes * 60);

await withDirectory(async (directory) => {
  const video = join(directory, 'lecture.mp4');
  const { recordings } = await getTestModels(undefined);
  await makeVideoFromAudio({
    audioPath: recordings.twoCities,
    outputPath: video,
    repeatSeconds: VIDEO_MINUTES * 60,
  });
  await withLectern(async (lectern) => {
    const client = await registerClient(lectern.origin);
    const { id: courseId } = await client.createCourse('The one with the lecture');
    const file = await client.uploadVideo(video);
    const lesson = await client.createLesson({ title: 'A lecture', file, course: courseId });
    const simulated = await simulateUsers(lectern.origin, users);
    await client.transcribe(lesson.id);
    const memory = watchMemory(await lectern.getPart('api'));
    await sleep(minutes * 60_000);
    const { transcription_progress: progress } = await client.getLesson(lesson.id);
    await simulated.leave();
    const { log } = simulated;
    const latency = log.interactive();
    const p95 = percentile(latency, 0.95);
    const failures = log.countFailures();
    console.log(log.describe());
    printResult({
      name: `${users} users for ${minutes} min during a transcription (${progress === null ? 'which ended before' : `at ${progress} % at the end`})`,
      value: `p95 ${p95.toFixed(0)} ms, median ${percentile(latency, 0.5).toFixed(0)} ms, ${log.countCalls()} calls, ${failures} errors`,
      goal: `p95 under ${GOAL_MILLISECONDS} ms, no error`,
      met: p95 < GOAL_MILLISECONDS && failures === 0,
    });
    console.log(`  the api process had at most ${megabytes(await memory.stop())}`);
  }, MANY_USERS);
});
