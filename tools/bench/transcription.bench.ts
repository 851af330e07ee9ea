import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureModelFiles } from '#server/ai/model-files/ensure-model-files.ts';
import { modelPaths } from '#server/ai/model-files/model-catalogue.ts';
import { createMoonshineSpeechToText } from '#server/ai/moonshine/moonshine-speech-to-text.ts';
import { createSileroSpeechDetector } from '#server/ai/speech-detection/speech-detector.ts';
import { SPEECH_SAMPLE_RATE } from '#server/ai/speech-to-text.ts';
import { RECORDING_TRANSCRIPTS } from '#server/ai/testing/recording-transcripts.ts';
import { wordErrorRate } from '#server/ai/testing/word-error-rate.ts';
import { joinSamples, makeVideo, readAllSamples } from '#server/media/testing/make-video.ts';
import { transcribeMedia } from '#server/media/transcribe-media.ts';
import { preparePeer } from './transcription-peer.ts';

/**
 * Transcribes a made MP4 with Lectern and with faster-whisper base int8, in turn, on the same cores, and prints name,
 * value, peer and ratio. Arguments: minutes of video (30) and rounds (1).
 */
const minutes = Number(process.argv[2] ?? 30);
const rounds = Number(process.argv[3] ?? 1);
const root = fileURLToPath(new URL('../..', import.meta.url));
const benchDirectory = join(root, '.bench');

async function makeLecture(
  outputPath: string,
  recordings: { twoCities: string; beckett: string },
): Promise<string> {
  const pause = new Float32Array(1.5 * SPEECH_SAMPLE_RATE);
  const twoCities = await readAllSamples(recordings.twoCities);
  const beckett = await readAllSamples(recordings.beckett);
  const parts: Float32Array[] = [];
  const words: string[] = [];
  for (let length = 0; length < minutes * 60 * SPEECH_SAMPLE_RATE;) {
    const next = [twoCities, pause, beckett, pause];
    parts.push(...next);
    words.push(RECORDING_TRANSCRIPTS.twoCities, RECORDING_TRANSCRIPTS.beckett);
    length += next.reduce((sum, part) => sum + part.length, 0);
  }
  makeVideo({ outputPath, samples: joinSamples(parts) });
  return words.join(' ');
}

async function transcribe(path: string): Promise<{ text: string; seconds: number; durationSeconds: number }> {
  const started = performance.now();
  const paths = modelPaths(join(root, 'models'));
  const speechToText = createMoonshineSpeechToText({ files: paths.moonshine, processes: 2 });
  const speechDetector = createSileroSpeechDetector({ modelPath: paths.sileroPath });
  try {
    const { cues, durationSeconds } = await transcribeMedia({ path, speechToText, speechDetector });
    const seconds = (performance.now() - started) / 1000;
    return { text: cues.map((cue) => cue.text).join(' '), seconds, durationSeconds };
  } finally {
    await speechToText.close();
    await speechDetector.close();
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)] ?? 0;
}

await mkdir(benchDirectory, { recursive: true });
await ensureModelFiles({ modelsDirectory: join(root, 'models'), log: (line) => console.log(line) });
const paths = modelPaths(join(root, 'models'));
const peer = await preparePeer(benchDirectory);
const lecture = join(benchDirectory, 'lecture.mp4');
const reference = await makeLecture(lecture, paths.recordings);

const ours: Awaited<ReturnType<typeof transcribe>>[] = [];
const theirs: Awaited<ReturnType<typeof peer.transcribe>>[] = [];
for (let round = 0; round < rounds; round += 1) {
  ours.push(await transcribe(lecture));
  theirs.push(await peer.transcribe(lecture));
}
const ourSeconds = middle(ours.map((result) => result.seconds));
const peerSeconds = middle(theirs.map((result) => result.seconds));
const ourErrors = middle(ours.map((result) => wordErrorRate(reference, result.text)));
const peerErrors = middle(theirs.map((result) => wordErrorRate(reference, result.text)));
const duration = ours[0]?.durationSeconds ?? 0;
console.log(
  `transcription of ${minutes} min, ${ourSeconds.toFixed(1)} s (${(duration / ourSeconds).toFixed(1)}x real time), ` +
    `${peerSeconds.toFixed(1)} s (${(duration / peerSeconds).toFixed(1)}x), ${(peerSeconds / ourSeconds).toFixed(2)}x faster`,
);
console.log(
  `word error rate, ${(ourErrors * 100).toFixed(2)} %, ${(peerErrors * 100).toFixed(2)} %, ` +
    `${((ourErrors - peerErrors) * 100).toFixed(2)} points`,
);
for (const [name, path] of Object.entries(paths.recordings)) {
  const key = name as keyof typeof RECORDING_TRANSCRIPTS;
  const errors = wordErrorRate(RECORDING_TRANSCRIPTS[key], (await transcribe(path)).text);
  const peers = wordErrorRate(RECORDING_TRANSCRIPTS[key], (await peer.transcribe(path)).text);
  console.log(`word error rate of ${name}, ${(errors * 100).toFixed(2)} %, ${(peers * 100).toFixed(2)} %, -`);
}
