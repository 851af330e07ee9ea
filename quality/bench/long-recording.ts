/**
 * A recording of several hours: how long it takes, how much memory, and whether anything is lost. `npm run bench` leaves it
 * out, since it takes its time. The recording is the texts of lessons, read by Flite's voices (Debian package flite).
 *   node quality/bench/long-recording.ts 180 60        minutes, minutes of speech in them
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { registerClient } from '#e2e/api-client.ts';
import { listDescendants, readOwnBytes } from '#e2e/process-table.ts';
import { SPEECH_SAMPLE_RATE } from '#server/ai/speech-to-text.ts';
import { normalizeWords, wordErrorRate } from '#server/ai/testing/word-error-rate.ts';
import { joinSamples, makeVideo, readAllSamples } from '#server/media/testing/make-video.ts';
import { withDirectory, withLectern } from './lectern.ts';
import { megabytes, printResult } from './result.ts';

const minutes = Number(process.argv[2] ?? 180);
const speechMinutes = Number(process.argv[3] ?? minutes);
const LESSONS = ['lessons', 'recordings/lessons'].map((folder) =>
  join(import.meta.dirname, '../evaluation', folder),
);
const VOICES = ['slt', 'rms', 'awb'];
const BENCH_DIRECTORY = join(import.meta.dirname, '../../.bench');
const SHORTEST_PAUSE_SECONDS = 2;
const SAMPLE_MILLISECONDS = 5_000;
const WORKER_BYTES_ALLOWED = 2 * 1024 ** 3;
/** A paragraph is lost when fewer of its words are heard where it is spoken. */
const LEAST_HEARD = 0.6;

interface SpokenParagraph {
  readonly text: string;
  readonly startSecond: number;
  readonly endSecond: number;
}

interface Recording {
  readonly path: string;
  readonly paragraphs: readonly SpokenParagraph[];
  readonly durationSeconds: number;
}

async function listParagraphs(): Promise<string[]> {
  const texts: string[] = [];
  for (const folder of LESSONS) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).toSorted();
    for (const name of names) texts.push(await readFile(join(folder, name), 'utf8'));
  }
  return texts
    .flatMap((text) => text.split(/\n\s*\n/u))
    .map((paragraph) => paragraph.replaceAll(/^#.*$/gmu, '').trim())
    .filter((paragraph) => paragraph !== '');
}

/** Speaking and encoding take minutes: the recording is kept for the next run. */
async function openRecording(): Promise<Recording> {
  const path = join(BENCH_DIRECTORY, `long-recording-${minutes}-${speechMinutes}.mp4`);
  const description = `${path}.json`;
  if (existsSync(description)) return JSON.parse(await readFile(description, 'utf8')) as Recording;
  await mkdir(BENCH_DIRECTORY, { recursive: true });
  const { samples, paragraphs } = await withDirectory(speak);
  makeVideo({ outputPath: path, samples });
  const recording = { path, paragraphs, durationSeconds: samples.length / SPEECH_SAMPLE_RATE };
  await writeFile(description, JSON.stringify(recording));
  return recording;
}

async function speak(
  directory: string,
): Promise<{ readonly samples: Float32Array; readonly paragraphs: SpokenParagraph[] }> {
  const spoken: { readonly text: string; readonly samples: Float32Array }[] = [];
  let speechSeconds = 0;
  for (const [index, text] of (await listParagraphs()).entries()) {
    if (speechSeconds >= speechMinutes * 60) break;
    const source = join(directory, 'paragraph.txt');
    const sound = join(directory, 'paragraph.wav');
    await writeFile(source, text);
    await promisify(execFile)('flite', [
      '-voice',
      VOICES[index % VOICES.length] ?? '',
      '-f',
      source,
      '-o',
      sound,
    ]);
    const samples = await readAllSamples(sound);
    spoken.push({ text, samples });
    speechSeconds += samples.length / SPEECH_SAMPLE_RATE;
  }
  const silentSeconds = Math.max(0, minutes * 60 - speechSeconds) / spoken.length;
  const pause = new Float32Array(Math.max(SHORTEST_PAUSE_SECONDS, silentSeconds) * SPEECH_SAMPLE_RATE);
  let second = 0;
  const paragraphs = spoken.map(({ text, samples }) => {
    const paragraph = { text, startSecond: second, endSecond: second + samples.length / SPEECH_SAMPLE_RATE };
    second = paragraph.endSecond + pause.length / SPEECH_SAMPLE_RATE;
    return paragraph;
  });
  return { samples: joinSamples(spoken.flatMap(({ samples }) => [samples, pause])), paragraphs };
}

/** The worker with its models' processes. */
async function readWorkerBytes(workerId: number): Promise<number> {
  const below = await listDescendants(workerId);
  const sizes = await Promise.all([workerId, ...below.map(({ processId }) => processId)].map(readOwnBytes));
  return sizes.reduce((sum, size) => sum + size, 0);
}

type Cue = Awaited<
  ReturnType<Awaited<ReturnType<typeof registerClient>>['getLesson']>
>['transcript_cues'][number];

/** The share of a paragraph's words that are heard while it is spoken; a cue may begin or end a little off. */
function findShareHeard({ text, startSecond, endSecond }: SpokenParagraph, cues: readonly Cue[]): number {
  const near = cues.filter((cue) => cue.end_second > startSecond - 2 && cue.start_second < endSecond + 2);
  const heard = new Set(normalizeWords(near.map((cue) => cue.text).join(' ')));
  const words = normalizeWords(text);
  return words.filter((word) => heard.has(word)).length / words.length;
}

const { path, paragraphs, durationSeconds } = await openRecording();
await withLectern(async (lectern) => {
  const client = await registerClient(lectern.origin);
  const { id: course } = await client.createCourse('Long lectures');
  const file = await client.uploadVideo(path);
  const { id } = await client.createLesson({ title: 'A long lecture', file, course });
  const started = performance.now();
  await client.transcribe(id);
  const worker = await lectern.getPart('worker');
  const sizes: number[] = [];
  let lesson = await client.getLesson(id);
  while (lesson.audio_transcript === '') {
    if (lesson.transcription_error !== null) throw new Error(lesson.transcription_error);
    await sleep(SAMPLE_MILLISECONDS);
    sizes.push(await readWorkerBytes(worker));
    lesson = await client.getLesson(id);
  }
  const seconds = (performance.now() - started) / 1000;
  const cues = lesson.transcript_cues;
  const spoken = paragraphs.map(({ text }) => text);
  const errors = wordErrorRate(spoken.join(' '), cues.map(({ text }) => text).join(' '));
  const lost = paragraphs.filter((paragraph) => findShareHeard(paragraph, cues) < LEAST_HEARD);
  const misplaced = cues.filter(
    (cue, index) =>
      cue.start_second >= cue.end_second ||
      cue.start_second < (cues[index - 1]?.end_second ?? 0) ||
      cue.end_second > durationSeconds + 1,
  );
  const half = Math.floor(sizes.length / 2);
  const most = Math.max(...sizes);
  const early = Math.max(...sizes.slice(0, half));
  const late = Math.max(...sizes.slice(half));
  const name = `recording of ${(durationSeconds / 60).toFixed(0)} min, ${spoken.join(' ').split(/\s+/u).length} words`;
  printResult({
    name,
    value: `${seconds.toFixed(0)} s (${(durationSeconds / seconds).toFixed(1)}x real time), word error rate ${(errors * 100).toFixed(2)} %`,
    goal: 'faster than it was spoken',
    met: seconds < durationSeconds,
  });
  printResult({
    name: 'memory of the worker and its models',
    value: `${megabytes(most)} at most; first half ${megabytes(early)}, second half ${megabytes(late)}`,
    goal: `at most ${megabytes(WORKER_BYTES_ALLOWED)}`,
    met: most <= WORKER_BYTES_ALLOWED,
  });
  printResult({
    name: 'paragraphs lost',
    value: `${lost.length} of ${paragraphs.length}`,
    goal: 'none',
    met: lost.length === 0,
  });
  for (const { text, startSecond } of lost)
    console.log(`  at ${startSecond.toFixed(0)} s: ${text.slice(0, 60)}`);
  printResult({
    name: 'cues that overlap, run backward or exceed the recording',
    value: `${misplaced.length} of ${cues.length}`,
    goal: 'none',
    met: misplaced.length === 0,
  });
});
