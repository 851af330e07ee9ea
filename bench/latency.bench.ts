/**
 * Latency of the API while the worker transcribes, against the same API with nothing else to do, and the
 * memory of the api process. Argument: minutes of video (20).
 */
import { request, Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerClient, type ApiClient } from '../e2e/api-client.ts';
import { until } from '../e2e/lectern-process.ts';
import { readResidentBytes } from '../e2e/process-table.ts';
import { getTestModels } from '../server/ai/testing/test-models.ts';
import { makeVideoFromAudio } from '../server/media/testing/make-video.ts';
import { watchMemory, withDirectory, withLectern } from './lectern.ts';
import { megabytes, percentile, printResult } from './result.ts';

const GOAL_RATIO = 2;
const GOAL_BYTES = 300 * 1024 ** 2;
const COURSES = 50;
const PAUSE_MILLISECONDS = 10;
const IDLE_SECONDS = 15;
const minutes = Number(process.argv[2] ?? 20);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until the whole answer is there. */
function time(client: ApiClient): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    request(`${client.origin}/api/courses/`, { agent, headers: { 'api-key': client.apiKey } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`Answered ${String(response.statusCode)}`));
      response.on('error', reject).on('end', () => resolve(performance.now() - started));
      response.resume();
    })
      .on('error', reject)
      .end();
  });
}

async function timeWhile(client: ApiClient, goesOn: () => boolean): Promise<number[]> {
  const milliseconds: number[] = [];
  while (goesOn()) {
    milliseconds.push(await time(client));
    await sleep(PAUSE_MILLISECONDS);
  }
  return milliseconds;
}

async function timeIdle(client: ApiClient): Promise<number[]> {
  const until = performance.now() + IDLE_SECONDS * 1000;
  return timeWhile(client, () => performance.now() < until);
}

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

    await timeIdle(client);
    const before = await timeIdle(client);
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
    const after = await timeIdle(client);
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
