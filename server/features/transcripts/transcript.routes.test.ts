import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { message } from '#contract/messages/make-message.ts';
import { lesson, type WireLesson } from '#contract/lessons.ts';
import { createdTranscription, retrievedTranscription, transcriptionState } from '#contract/transcripts.ts';
import { CUE_CHARACTERS, TRANSCRIPT_WORDS } from '#contract/text-limits.ts';
import { uploadedDocument, uploadedVideo } from '#contract/uploads.ts';
import { makeTone, makeVideo } from '#server/media/testing/make-video.ts';
import { eventually } from '#server/testing/test-application.ts';
import { CaptionsUnavailableError } from '#server/platform/web-fetch/youtube-captions.ts';
import { UrlFetchError } from '#server/platform/web-fetch/url-fetch-error.ts';
import { endStalledTranscriptions } from './resume-transcription.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const HEARD = 'These words were spoken at second 0.';
const noCaptions = new CaptionsUnavailableError(message('captions_missing'));
const NO_CAPTIONS = noCaptions.message;

const application = await useTestApplication({
  worker: true,
  workerOverrides: {
    publicWeb: {
      download: () => Promise.reject(new UrlFetchError('unreachable', message('url_unreachable'))),
      fetchCaptions: (url) =>
        url.includes('withCaption')
          ? Promise.resolve([
              { startSecond: 1, endSecond: 3, text: 'Plants turn light into sugar.' },
              { startSecond: 3, endSecond: 6, text: 'They do this in their leaves.' },
            ])
          : Promise.reject(noCaptions),
    },
  },
});
const [teacher, stranger] = await Promise.all([application.register(), application.register()]);
const makeVideoBytes = async (options: {
  samples?: Float32Array;
  pictureSeconds?: number;
}): Promise<Buffer> => {
  const outputPath = join(application.dataDirectory, `${crypto.randomUUID()}.mp4`);
  makeVideo({ outputPath, ...options });
  return readFile(outputPath);
};
const speech = await makeVideoBytes({ samples: makeTone(3) });

const start = (id: number) => teacher.post('/api/transcribe-video/', { lesson_id: id });
const check = async (id: number) =>
  (await teacher.get(`/api/transcribe-video/check-by-lesson/?lesson_id=${id}`)).read(
    200,
    transcriptionState.strict(),
  );
/** The lesson when its transcription has ended, one way or the other. */
const whenEnded = (id: number): Promise<WireLesson> =>
  eventually('the transcription to end', async () => {
    const { status } = await check(id);
    return status === 'done' || status === 'failed' ? teacher.readLesson(id) : undefined;
  });

test('a lecture becomes cues, a transcript and passages, once', async () => {
  const { id } = await teacher.makeVideoLesson(speech);
  expect(await check(id)).toEqual({
    lesson_id: id,
    video_id: null,
    status: 'none',
    progress: 0,
    error: null,
    error_coded: null,
  });
  const started = (await start(id)).read(202, lesson);
  expect(started.video_id).toMatch(/^vid_/);
  expect(started).toMatchObject({ id, audio_transcript: '', transcription_progress: 0, docsource_id: null });
  const again = (await teacher.post('/api/transcribe/', { lesson_id: id })).read(202, lesson);
  expect(again.video_id).toBe(started.video_id);
  const done = await whenEnded(id);
  expect(done.audio_transcript).toBe(HEARD);
  expect(done).toMatchObject({
    transcription_progress: 100,
    transcription_error: null,
    video_id: started.video_id,
  });
  expect(done.duration_seconds).toBeGreaterThan(1);
  expect(done.docsource_id).toMatch(/^ds_/);
  expect(done.transcript_cues.length).toBeGreaterThan(0);
  let last = 0;
  for (const cue of done.transcript_cues) {
    expect(cue.start_second).toBeGreaterThanOrEqual(last);
    expect(cue.end_second).toBeGreaterThan(cue.start_second);
    last = cue.start_second;
  }
  expect(last).toBeLessThan(done.duration_seconds ?? 0);
  expect(await check(id)).toMatchObject({ status: 'done', progress: 100 });
  // With a transcript there is nothing to start.
  expect((await start(id)).read(202, lesson)).toEqual({ ...done, file: expect.any(String) as string });
  const runs = await application.dependencies.database
    .selectFrom('transcriptions')
    .select('id')
    .where('lesson_id', '=', id)
    .execute();
  expect(runs).toHaveLength(1);
});

test('two clicks at once start one transcription', async () => {
  const { id } = await teacher.makeVideoLesson(await makeVideoBytes({ pictureSeconds: 1 }));
  const answers = await Promise.all([start(id), start(id), start(id)]);
  const ids = answers.map((answer) => answer.read(202, lesson).video_id);
  expect(new Set(ids.filter((each) => each !== null)).size).toBe(1);
  await whenEnded(id);
});

describe('a video that cannot be transcribed says why, and may be tried again', () => {
  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['without a sound track', () => makeVideoBytes({ pictureSeconds: 1 }), /sound|audio/i],
    ['without speech', () => makeVideoBytes({ samples: new Float32Array(32_000) }), /speech/i],
  ])('%s', async (_name, make, message) => {
    const { id } = await teacher.makeVideoLesson(await make());
    (await start(id)).read(202, lesson);
    const ended = await whenEnded(id);
    expect(ended.transcription_error).toMatch(message);
    expect(ended).toMatchObject({
      video_id: null,
      audio_transcript: '',
      docsource_id: null,
      transcript_cues: [],
    });
    expect(await check(id)).toMatchObject({
      status: 'failed',
      video_id: null,
      error: ended.transcription_error,
    });
    const retried = (await start(id)).read(202, lesson);
    expect(retried).toMatchObject({
      transcription_error: null,
      video_id: expect.stringMatching(/^vid_/) as string,
    });
    await whenEnded(id);
  });
});

describe('YouTube', () => {
  test('captions become the transcript', async () => {
    const { id } = await teacher.makeLesson({ file: 'https://www.youtube.com/watch?v=withCaption' });
    (await start(id)).read(202, lesson);
    const done = await whenEnded(id);
    expect(done.audio_transcript).toBe('Plants turn light into sugar. They do this in their leaves.');
    expect(done.transcript_cues[1]).toMatchObject({ start_second: 3, end_second: 6 });
  });

  test('without captions a plain error offers another way, and no transcript is made up', async () => {
    const { id } = await teacher.makeLesson({ file: 'https://youtu.be/dQw4w9WgXcQ' });
    (await start(id)).read(202, lesson);
    const ended = await whenEnded(id);
    expect(ended).toMatchObject({ transcription_error: NO_CAPTIONS, audio_transcript: '', video_id: null });
  });
});

describe('a transcript that the user provides', () => {
  const bring = (id: number, text: unknown) =>
    teacher.call('PUT', `/api/lessons/${id}/transcript/`, { json: { text } });
  const youtube = (): Promise<WireLesson> => teacher.makeLesson({ file: 'https://youtu.be/dQw4w9WgXcQ' });

  test('as subtitles brings its times', async () => {
    const { id } = await youtube();
    const text =
      'WEBVTT\n\n00:01.000 --> 00:03.500\nPlants turn light into sugar.\n\n00:03.500 --> 00:06.000\nThey do this in their leaves.\n';
    const done = (await bring(id, text)).read(200, lesson);
    expect(done.audio_transcript).toBe('Plants turn light into sugar. They do this in their leaves.');
    expect(done.transcript_cues).toEqual([
      { start_second: 1, end_second: 3.5, text: 'Plants turn light into sugar.' },
      { start_second: 3.5, end_second: 6, text: 'They do this in their leaves.' },
    ]);
    expect(done.docsource_id).toMatch(/^ds_/);
    expect(await check(id)).toMatchObject({ status: 'done', progress: 100 });
  });

  test('as plain text has none', async () => {
    const { id } = await youtube();
    const done = (await bring(id, 'Plants turn light into sugar. They do this in their leaves.')).read(
      200,
      lesson,
    );
    expect(done.audio_transcript).toContain('Plants turn light into sugar.');
    expect([done.transcript_cues, done.duration_seconds]).toEqual([[], null]);
  });

  test('takes the place of the one before, whose passages go', async () => {
    const { id } = await youtube();
    const first = (await bring(id, 'The first transcript is about light.')).read(200, lesson);
    const second = (await bring(id, 'The second transcript is about water.')).read(200, lesson);
    expect(second.audio_transcript).toBe('The second transcript is about water.');
    expect(second.docsource_id).not.toBe(first.docsource_id);
    const sources = application.dependencies.database.selectFrom('document_sources').select('id');
    expect(await sources.where('id', '=', first.docsource_id ?? '').execute()).toEqual([]);
  });

  test('ends the wait for a transcription that still runs', async () => {
    const { id } = await teacher.makeVideoLesson(speech);
    (await start(id)).read(202, lesson);
    const brought = (await bring(id, 'I typed this myself while I waited.')).read(200, lesson);
    expect(brought.audio_transcript).toBe('I typed this myself while I waited.');
    const jobs = application.worker.boss;
    await eventually('the jobs to end', async () => {
      const left = await jobs.findJobs('transcribe-video');
      return left.every(({ state }) => state === 'completed') ? true : undefined;
    });
    expect((await teacher.readLesson(id)).audio_transcript).toBe('I typed this myself while I waited.');
  });

  test('with a line of any length has lines of at most 2,000 characters, and at most 500,000 words', async () => {
    const { id } = await youtube();
    const cue = (words: number) => `1\n00:00:01,000 --> 00:10:00,000\n${'word '.repeat(words)}\n`;
    const { transcript_cues: cues } = (await bring(id, cue(5_000))).read(200, lesson);
    expect(Math.max(...cues.map(({ text }) => text.length))).toBeLessThanOrEqual(CUE_CHARACTERS);
    expect(cues.map(({ text }) => text).join(' ')).toBe('word '.repeat(5_000).trim());
    const refused = (await bring(id, cue(TRANSCRIPT_WORDS + 1))).readProblem(422);
    expect(refused.detail_coded?.code).toBe('transcript_words_too_many');
  });

  test('with the name of a subtitle file must contain captions', async () => {
    const { id } = await youtube();
    const put = (text: string, fileName: string) =>
      teacher.call('PUT', `/api/lessons/${id}/transcript/`, { json: { text, file_name: fileName } });
    const letter = 'Dear all,\nplease find the plan for next week.\nRegards';
    for (const name of ['captions.srt', 'captions.VTT']) {
      const problem = (await put(letter, name)).readProblem(422);
      expect([problem.code, problem.detail]).toEqual([
        'subtitles_unreadable',
        expect.stringMatching(/^No captions were found/u),
      ]);
    }
    expect((await teacher.readLesson(id)).audio_transcript).toBe('');
    expect((await put(letter, 'notes.txt')).read(200, lesson).audio_transcript).toContain('next week');
  });

  test('with broken cues is refused, and the former transcript stays', async () => {
    const { id } = await youtube();
    await bring(id, 'What was there.');
    const broken = '1\n00:00:05,000 --> nonsense\nHello\n\n2\n00:00:aa,000 --> 00:00:09,000\nThere\n';
    expect((await bring(id, broken)).readProblem(422).code).toBe('subtitles_unreadable');
    (await bring(id, '   \n ')).readProblem(422);
    expect((await bring(id, '')).readProblem(400).detail).toBe('Paste or choose a transcript.');
    expect((await bring(id, 5)).readProblem(400).detail).toBe('Paste or choose a transcript.');
    expect((await teacher.readLesson(id)).audio_transcript).toBe('What was there.');
  });

  test('belongs to a video', async () => {
    const { id } = await teacher.makeLesson({ file: 'https://example.org/a.pdf' });
    (await bring(id, 'Hello there.')).readProblem(400);
    const problem = (await start(id)).readProblem(400);
    expect(problem.errors).toMatchObject([
      { field: 'lesson_id', message: 'Only video lessons can be transcribed.' },
    ]);
  });
});

describe('without a lesson', () => {
  const retrieve = (json: object, who = teacher) => who.post('/api/transcribe/retrieve', json);

  test('an own video is transcribed for whoever holds the token', async () => {
    const { file_url: videoUrl } = (await teacher.uploadVideo(speech)).read(200, uploadedVideo);
    const created = (await teacher.post('/api/transcribe/create', { video_url: videoUrl })).read(
      202,
      createdTranscription.strict(),
    );
    const done = await eventually<z.infer<typeof retrievedTranscription>>(
      'the transcription to end',
      async () => {
        const now = (await retrieve({ ...created, video_url: videoUrl })).read(200, retrievedTranscription);
        return now.status === 'done' ? now : undefined;
      },
    );
    expect(done).toMatchObject({ video_id: created.video_id, progress: 100, error: null });
    expect(done.transcript).toBe(HEARD);
    expect(done.cues.length).toBeGreaterThan(0);
    (await retrieve({ ...created, access_token: 'wrong' })).readProblem(404);
    (await retrieve({ ...created, video_id: 'vid_other' })).readProblem(404);
    (await retrieve(created, stranger)).readProblem(404);
    expect((await retrieve({ ...created, access_token: '' })).readProblem(400).errors?.[0]?.field).toBe(
      'access_token',
    );
    // Passages without a lesson would be of no use to anybody.
    const sources = application.dependencies.database.selectFrom('document_sources').select('id');
    const id = created.video_id.replace('vid_', 'ds_');
    expect(await sources.where('id', '=', id).execute()).toEqual([]);
  });

  test('refuses what is not one of the user’s videos', async () => {
    const create = (videoUrl: string) => stranger.post('/api/transcribe/create', { video_url: videoUrl });
    const { file_url: foreign } = (await teacher.uploadVideo(speech)).read(200, uploadedVideo);
    (await create(foreign)).readProblem(404);
    expect((await create('nonsense')).readProblem(400).detail).toBe('Invalid file URL format');
    const { url } = (await stranger.uploadDocument('Some words of text.', 'a.txt')).read(
      200,
      uploadedDocument,
    );
    (await create(url)).readProblem(400);
  });
});

test('a transcription whose job is gone is ended', async () => {
  const { id } = await teacher.makeLesson({ file: 'https://youtu.be/dQw4w9WgXcQ' });
  const { database } = application.dependencies;
  await database
    .insertInto('transcriptions')
    .values({
      id: 'vid_forgotten',
      instructor_id: teacher.id,
      lesson_id: id,
      file_key: null,
      source_url: 'https://youtu.be/dQw4w9WgXcQ',
      access_token_hash: null,
      status: 'running',
      error: null,
      duration_seconds: null,
      cues: '[]',
      plain_text: null,
    })
    .execute();
  await database.updateTable('lessons').set({ video_id: 'vid_forgotten' }).where('id', '=', id).execute();
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  expect(await endStalledTranscriptions(application.dependencies, hours(0))).toBe(0);
  expect(await endStalledTranscriptions(application.dependencies, hours(2))).toBeGreaterThanOrEqual(1);
  expect(await check(id)).toMatchObject({ status: 'failed', video_id: null });
});
