/**
 * Latency of the API while the worker transcribes, against the same API with nothing else to do, and the
 * memory of the api process. Argument: minutes of video (20).
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerClient } from '#e2e/api-client.ts';
import { until } from '#e2e/lectern-process.ts';
import { readResidentBytes } from '#e2e/process-table.ts';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { watchMemory, withDirectory, withLectern } from './lectern.ts';
import { megabytes, percentile, printResult } from './result.ts';
import { timeFor, timeWhile } from './time-calls.ts';

const GOAL_RATIO = 2;
const GOAL_BYTES = 300 * 1024 ** 2;
const COURSES = 50;
const IDLE_SECONDS = 15;
const minutes = Number(process.argv[2] ?? 20);

await withDirectory(async (directory) => {
  const video = join(directory, 'lecture.mp4');
  const { recordings } = await getTestModels(undefined);
  await makeVideoFromAudio({
    audioPath: recordings.twoCities,
    outputPath: video,
    repeatSeconds: minutes * 60,
  });
  await withLectern(async (lectern) => {
    const client = await registerClient(lectern.origin);
    const { id: courseId } = await client.createCourse('The one with the lecture');
    for (let made = 1; made < COURSES; made += 1) await client.createCourse(`Course ${made}`);
    const file = await client.uploadVideo(video);
    const lesson = await client.createLesson({ title: 'A lecture', file, course: courseId });
    const memory = watchMemory(await lectern.getPart('api'));

    await timeFor(client, IDLE_SECONDS);
    const before = await timeFor(client, IDLE_SECONDS);
    await client.transcribe(lesson.id);
    // The models load first; what counts is the time in which words are recognised.
    await until('the transcription is under way', async () => {
      const { transcription_progress: progress } = await client.getLesson(lesson.id);
      return progress !== null && progress > 0;
    });
    const started = performance.now();
    let runs = true;
    const finished = until(
      'the transcript is there',
      async () => {
        await sleep(500);
        const { audio_transcript: transcript, transcription_error: error } = await client.getLesson(
          lesson.id,
        );
        if (error !== null) throw new Error(error);
        return transcript !== '';
      },
      30 * 60_000,
    ).finally(() => {
      runs = false;
    });
    const during = await timeWhile(client, () => runs);
    await finished;
    const seconds = (performance.now() - started) / 1000;
    const after = await timeFor(client, IDLE_SECONDS);
    const mostBytes = await memory.stop();

    const idle = percentile([...before, ...after], 0.95);
    const busy = percentile(during, 0.95);
    const ratio = busy / idle;
    printResult({
      name: `API p95 while ${minutes} min of video are transcribed (${seconds.toFixed(0)} s, ${during.length} requests)`,
      value: `${busy.toFixed(1)} ms (median ${percentile(during, 0.5).toFixed(1)})`,
      peer: `idle ${idle.toFixed(1)} ms (median ${percentile([...before, ...after], 0.5).toFixed(1)})`,
      ratio,
      goal: `at most ${GOAL_RATIO}`,
      met: ratio <= GOAL_RATIO,
    });
    const endBytes = await readResidentBytes(await lectern.getPart('api'));
    printResult({
      name: 'memory of the api process',
      value: `${megabytes(mostBytes)} at most, ${megabytes(endBytes)} at the end`,
      goal: `under ${megabytes(GOAL_BYTES)}`,
      met: mostBytes < GOAL_BYTES,
    });
  });
});
