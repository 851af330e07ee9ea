import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMoonshineSpeechToText } from '../ai/moonshine/moonshine-speech-to-text.ts';
import { createSileroSpeechDetector, type SpeechDetector } from '../ai/speech-detection/speech-detector.ts';
import { SpeechToTextUnavailableError, type SpeechToText } from '../ai/speech-to-text.ts';
import { RECORDING_TRANSCRIPTS } from '../ai/testing/recording-transcripts.ts';
import { getTestModels } from '../ai/testing/test-models.ts';
import { wordErrorRate } from '../ai/testing/word-error-rate.ts';
import { decodeAudio } from './decode-audio.ts';
import { MediaDamagedError, MediaHasNoAudioError, MediaTooLongError } from './media-errors.ts';
import { makeTone, makeVideo, makeVideoFromAudio, readAllSamples } from './testing/make-video.ts';
import { transcribeMedia, type MediaTranscript } from './transcribe-media.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

const directory = await useDirectory();
let speechToText: SpeechToText;
let speechDetector: SpeechDetector;
let recordings: Awaited<ReturnType<typeof getTestModels>>['recordings'];

beforeAll(async () => {
  const models = await getTestModels(process.env['LECTERN_TEST_MODELS_DIR']);
  recordings = models.recordings;
  speechToText = createMoonshineSpeechToText({ files: models.moonshine, processes: 1 });
  speechDetector = createSileroSpeechDetector({ modelPath: models.sileroPath });
  await makeVideoFromAudio({ audioPath: recordings.twoCities, outputPath: join(directory, 'speech.mp4') });
}, 300_000);

afterAll(async () => {
  await speechToText.close();
  await speechDetector.close();
});

function transcribe(path: string, onProgress?: (percent: number) => void): Promise<MediaTranscript> {
  return transcribeMedia({ path, speechToText, speechDetector, ...(onProgress ? { onProgress } : {}) });
}

function expectOrderedCues({ cues, durationSeconds }: MediaTranscript): void {
  let earliest = 0;
  for (const cue of cues) {
    expect(cue.startSecond).toBeGreaterThanOrEqual(earliest);
    expect(cue.endSecond).toBeGreaterThan(cue.startSecond);
    earliest = cue.endSecond;
  }
  expect(earliest).toBeLessThanOrEqual(durationSeconds + 0.01);
}

async function secondsOf(path: string): Promise<number> {
  let samples = 0;
  for await (const [part] of (await decodeAudio(path)).samples) samples += part.length;
  return samples / 16_000;
}

describe('words', () => {
  test.each(['twoCities', 'beckett'] as const)('of %s are nearly all right', async (name) => {
    const transcript = await transcribe(recordings[name]);
    const heard = transcript.cues.map((cue) => cue.text).join(' ');
    expect(wordErrorRate(RECORDING_TRANSCRIPTS[name], heard)).toBeLessThanOrEqual(0.05);
    expectOrderedCues(transcript);
  });

  test('of a video come with rising progress and times near to where they are said', async () => {
    const percents: number[] = [];
    const transcript = await transcribe(join(directory, 'speech.mp4'), (percent) => percents.push(percent));
    expectOrderedCues(transcript);
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual(percents.toSorted((first, second) => first - second));
    expect(percents.length).toBeGreaterThan(2);
    const spring = transcript.cues.find((cue) => cue.text.includes('spring of hope'));
    expect(spring?.startSecond).toBeGreaterThan(16.5);
    expect(spring?.startSecond).toBeLessThan(18.5);
  });
});

describe('two sound tracks', () => {
  test.each([
    ['only the second speaks', (): Float32Array => new Float32Array(16_000 * 44), 'spring of hope'],
    ['a tone is on the first', (): Float32Array => makeTone(44), 'spring of hope'],
  ])('are both transcribed when %s', async (name, makeFirst, words) => {
    const path = join(directory, `${name}.mp4`);
    makeVideo({
      outputPath: path,
      samples: makeFirst(),
      secondTrack: await readAllSamples(recordings.twoCities),
    });
    const { cues, recording } = await transcribe(path);
    expect(cues.map(({ text }) => text).join(' ')).toContain(words);
    expect(recording).toMatchObject({ has_unheard_speech: true, picture: 'moving', is_cut_off: false });
  });

  test('with the same sound are transcribed once', async () => {
    const path = join(directory, 'twins.mp4');
    const samples = await readAllSamples(recordings.beckett);
    makeVideo({ outputPath: path, samples, secondTrack: samples });
    const { cues, recording } = await transcribe(path);
    const heard = cues.map(({ text }) => text).join(' ');
    expect(wordErrorRate(RECORDING_TRANSCRIPTS.beckett, heard)).toBeLessThanOrEqual(0.05);
    expect(recording.has_unheard_speech).toBe(false);
  });
});

test('a second track that cannot be decoded does not spoil the first', async () => {
  const path = join(directory, 'broken track.mp4');
  makeVideo({ outputPath: path, samples: makeTone(3), secondTrack: makeTone(3) });
  const bytes = await readFile(path);
  // AAC of a sample rate that does not exist, instead of 16 kHz.
  bytes.writeUInt16BE(
    0x16_88,
    bytes.indexOf(Buffer.of(0x14, 0x08), bytes.lastIndexOf('esds', undefined, 'latin1')),
  );
  await writeFile(path, bytes);
  const { information } = await decodeAudio(path);
  expect(information.soundTracks).toBe(1);
  expect(await secondsOf(path)).toBeCloseTo(3, 0);
});

describe('files without words', () => {
  test('silence has no speech', async () => {
    const path = join(directory, 'silent.mp4');
    makeVideo({ outputPath: path, samples: new Float32Array(16_000 * 5) });
    const transcript = await transcribe(path);
    expect(transcript).toMatchObject({ cues: [] });
    expect(transcript.durationSeconds).toBeCloseTo(5, 0);
  });

  test.each([
    ['a video without sound', 3],
    ['a single picture', 0],
  ])('%s has no sound track', async (name, pictureSeconds) => {
    const path = join(directory, `${name}.mp4`);
    makeVideo({ outputPath: path, pictureSeconds });
    await expect(transcribe(path)).rejects.toBeInstanceOf(MediaHasNoAudioError);
  });
});

describe('bad files', () => {
  test.each([
    ['empty.mp4', ''],
    ['text.mp4', 'This is a text, however it is named. '.repeat(200)],
    ['list.m3u8', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'],
    ['list.mp4', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nspeech.mp4\n#EXT-X-ENDLIST\n'],
    ['concat.mp4', "ffconcat version 1.0\nfile 'speech.mp4'\n"],
    ['session.mp4', 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 9 RTP/AVP 0\n'],
  ])('%s is refused', async (name, content) => {
    const path = join(directory, name);
    await writeFile(path, content);
    await expect(transcribe(path)).rejects.toBeInstanceOf(MediaDamagedError);
    await expect(decodeAudio(path)).rejects.toBeInstanceOf(MediaDamagedError);
  });

  test('a name that looks like a protocol opens only the file of that name', async () => {
    await expect(decodeAudio(`concat:${join(directory, 'speech.mp4')}`)).rejects.toThrow('ENOENT');
  });

  test('a video cut off in the middle gives what can be read', async () => {
    const whole = await readFile(join(directory, 'speech.mp4'));
    const path = join(directory, 'cut.mp4');
    await writeFile(path, whole.subarray(0, whole.length / 2));
    const { durationSeconds, recording } = await transcribe(path);
    expect(durationSeconds).toBeGreaterThan(10);
    expect(durationSeconds).toBeLessThan(44);
    expect(recording).toMatchObject({ is_cut_off: true, read_seconds: durationSeconds });
    expect(recording.stated_seconds).toBeGreaterThan(44);
  });

  test('a video with garbage in the middle is transcribed after it too', async () => {
    const bytes = await readFile(join(directory, 'speech.mp4'));
    bytes.fill(0xa5, Math.floor(bytes.length * 0.5), Math.floor(bytes.length * 0.52));
    const path = join(directory, 'scratched.mp4');
    await writeFile(path, bytes);
    expect(await secondsOf(path)).toBeGreaterThan(42);
  });

  test('a video cut off in its head is damaged', async () => {
    const whole = await readFile(join(directory, 'speech.mp4'));
    const path = join(directory, 'head.mp4');
    await writeFile(path, whole.subarray(0, 200));
    await expect(transcribe(path)).rejects.toBeInstanceOf(MediaDamagedError);
  });
});

describe('limits', () => {
  test('of length', async () => {
    const { samples } = await decodeAudio(join(directory, 'speech.mp4'), {
      limits: { maximumDurationSeconds: 10 },
    });
    await expect(samples.next()).rejects.toBeInstanceOf(MediaTooLongError);
  });

  test('an abort ends it with the reason given', async () => {
    const stop = new AbortController();
    const reason = new Error('The lesson was deleted.');
    const transcribing = transcribeMedia({
      path: join(directory, 'speech.mp4'),
      speechToText,
      speechDetector,
      signal: stop.signal,
      onProgress: () => stop.abort(reason),
    });
    await expect(transcribing).rejects.toBe(reason);
  });

  test('missing models are said to be missing', async () => {
    const nowhere = join(directory, 'nowhere');
    const files = { encoderPath: nowhere, decoderPath: nowhere, tokenizerPath: nowhere };
    const absent = createMoonshineSpeechToText({ files, processes: 1 });
    const transcribing = transcribeMedia({
      path: join(directory, 'speech.mp4'),
      speechToText: absent,
      speechDetector,
    });
    await expect(transcribing).rejects.toBeInstanceOf(SpeechToTextUnavailableError);
  });
});
