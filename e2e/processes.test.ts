import { once } from 'node:events';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { transcribeVideo } from '#server/features/transcripts/transcript.jobs.ts';
import { makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { registerClient, type ApiClient } from './api-client.ts';
import { queryDatabase } from './database-of.ts';
import {
  launchLectern,
  startLectern,
  until,
  type LecternOptions,
  type LecternProcess,
} from './lectern-process.ts';
import { listDescendants, listProcesses, type ProcessEntry } from './process-table.ts';
import { AS_NOBODY, canRunAsNobody, NOBODY } from '#server/testing/nobody.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const directory = await useDirectory();
let recording: string;
let count = 0;
const started: Pick<LecternProcess, 'stop'>[] = [];

beforeAll(async () => {
  await chmod(directory, 0o711);
  recording = (await getTestModels(undefined)).recordings.twoCities;
});

afterEach(async () => {
  for (const lectern of started.splice(0)) await lectern.stop();
});

function newPlace(): { dataDirectory: string } {
  count += 1;
  return { dataDirectory: join(directory, `data-${count}`) };
}

async function start(options: LecternOptions): Promise<LecternProcess> {
  const lectern = await startLectern(options);
  started.push(lectern);
  return lectern;
}

/** The processes of one Lectern, now: main, api, worker, their children, and the database with its backends. */
async function listOwn(lectern: Pick<LecternProcess, 'processId' | 'getPart'>): Promise<ProcessEntry[]> {
  const roots = [lectern.processId, await lectern.getPart('database')];
  const below = await Promise.all(roots.map((root) => listDescendants(root)));
  return [...(await listProcesses()).filter(({ processId }) => roots.includes(processId)), ...below.flat()];
}

/** Which of them still run; an id that someone else has by now counts only with the same command. */
async function listLeft(own: readonly ProcessEntry[]): Promise<string[]> {
  const ids = new Map(own.map(({ processId, command }) => [processId, command]));
  const running = await listProcesses();
  return running
    .filter(({ processId, command }) => ids.get(processId) === command)
    .map(({ command }) => command);
}

const isHealthy = async (origin: string): Promise<boolean> =>
  (await fetch(`${origin}/api/health/`)).status === 200;

/** A lesson whose video is being transcribed: words of it have been recognised, and most have not. */
async function startTranscription(client: ApiClient, seconds: number): Promise<number> {
  const video = join(directory, 'lecture.mp4');
  await makeVideoFromAudio({ audioPath: recording, outputPath: video, repeatSeconds: seconds });
  const { id: course } = await client.createCourse('The course with the lecture');
  const file = await client.uploadVideo(video);
  const lesson = await client.createLesson({ title: 'The lecture', file, course });
  await client.transcribe(lesson.id);
  await until('words are being recognised', async () => {
    const { transcription_progress: progress } = await client.getLesson(lesson.id);
    return progress !== null && progress > 0;
  });
  return lesson.id;
}

async function untilTranscribed(client: ApiClient, lessonId: number): Promise<void> {
  await until(
    'the transcript is there',
    async () => {
      const lesson = await client.getLesson(lessonId);
      expect(lesson.transcription_error).toBeNull();
      return lesson.audio_transcript !== '';
    },
    120_000,
  );
}

test('a second start on the same data says so and leaves the first unharmed', async () => {
  const place = newPlace();
  const first = await start(place);
  const client = await registerClient(first.origin);
  const partIds = async (): Promise<(number | undefined)[]> =>
    Promise.all((['api', 'worker', 'database'] as const).map((part) => first.findPart(part)));
  const before = await partIds();
  const second = launchLectern(place);
  expect((await second.exited).code).toBe(1);
  expect(second.output().trim()).toBe(
    `Lectern is already running on ${place.dataDirectory} (process ${first.processId}); it goes on undisturbed. ` +
      `Use that one, or stop it first (Ctrl-C in its terminal, or kill ${first.processId}), ` +
      'or start another with a DATA_DIR and PORT of its own.',
  );
  expect(await isHealthy(first.origin)).toBe(true);
  expect((await client.createCourse('Still here')).title).toBe('Still here');
  expect(before).not.toContain(undefined);
  expect(await partIds()).toEqual(before);
});

test(
  'Ctrl-C in the middle of a transcription stops all in order, and the next start finishes it',
  {
    timeout: 240_000,
  },
  async () => {
    const place = newPlace();
    const first = await start({ ...place, ownGroup: true });
    const client = await registerClient(first.origin);
    const lessonId = await startTranscription(client, 180);
    const own: ProcessEntry[] = [];
    await until('the recogniser runs', async () => {
      own.splice(0, own.length, ...(await listOwn(first)));
      return own.some(({ command }) => command.includes('moonshine.child.ts'));
    });

    // A terminal signals the whole group, and npm forwards the signal too.
    process.kill(-first.processId, 'SIGINT');
    process.kill(first.processId, 'SIGINT');
    expect(await first.exited).toEqual({ code: 0, signal: null });
    expect(first.output()).toContain('Stopped. Everything is saved');
    expect(first.output()).not.toContain('in a hurry');
    expect(await listLeft(own)).toEqual([]);

    const second = await start({ ...place, port: Number(new URL(first.origin).port) });
    await untilTranscribed(client, lessonId);
    const [job] = await queryDatabase<{ failures_left: number }>(
      second.dataDirectory,
      `select retry_limit - retry_count as failures_left from pgboss.job where name = 'transcribe-video'`,
    );
    // A stop is not a failure of the job.
    expect(job!.failures_left).toBe(transcribeVideo.retryLimit);
  },
);

test.each([
  ['SIGTERM', 'start'],
  ['SIGKILL', 'start'],
  ['SIGTERM', 'demo'],
  ['SIGKILL', 'demo'],
] as const)('%s of npm run %s leaves nothing running', async (signal, script) => {
  const lectern = await start({ ...newPlace(), script, environment: { LOG_FORMAT: 'pretty' } });
  expect(lectern.output().match(/LOG_FORMAT: is no longer a setting/gu)).toHaveLength(1);
  const own = await listOwn(lectern);
  expect(own.length).toBeGreaterThan(4);
  process.kill(lectern.processId, signal);
  await lectern.exited;
  await until('every process has ended', async () => (await listLeft(own)).length === 0);
  expect(lectern.output()).toContain('Stopped. Everything is saved');
});

test('a port in use is named, and nothing is left running', async () => {
  const place = newPlace();
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  try {
    const lectern = launchLectern({ ...place, port });
    started.push(lectern);
    const own: ProcessEntry[] = [];
    await until('its processes run', async () => {
      if ((await lectern.findPart('worker')) === undefined) return false;
      own.push(...(await listOwn(lectern)));
      return true;
    });
    expect((await lectern.exited).code).toBe(1);
    expect(lectern.output()).toContain(`Port ${port} is in use by another program. Set PORT to a free one.`);
    expect(await listLeft(own)).toEqual([]);
  } finally {
    holder.close();
  }
});

test.runIf(canRunAsNobody())('an ordinary user can start it', async () => {
  const place = newPlace();
  await mkdir(place.dataDirectory);
  await chown(place.dataDirectory, NOBODY, NOBODY);
  const lectern = await start({
    ...place,
    prefix: AS_NOBODY,
  });
  const client = await registerClient(lectern.origin);
  const notes = join(directory, 'notes.txt');
  await writeFile(notes, 'A river carries what the rain washes into it. '.repeat(20));
  expect((await client.uploadDocument(notes)).docsource_id).toMatch(/^ds_/u);
});
