import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparePeer, type TranscriptionPeer } from '#tools/bench/transcription-peer.ts';
import { modelPaths } from '#server/ai/model-files/model-catalogue.ts';
import { createMoonshineSpeechToText } from '#server/ai/moonshine/moonshine-speech-to-text.ts';
import { encodeWav } from '#server/ai/openai-compatible/encode-wav.ts';
import { createSileroSpeechDetector } from '#server/ai/speech-detection/speech-detector.ts';
import { normalizeWords, wordErrorRate } from '#server/ai/testing/word-error-rate.ts';
import { transcribeMedia } from '#server/media/transcribe-media.ts';
import { makeTable, type Report } from './report.ts';
import { listWordless, pauseLong, spoilSpeech, takeTurns, type RecordingCase } from './sound/list-cases.ts';
import { readBundledSpeech, readLibrivoxSpeech } from './sound/read-speech.ts';

const BENCH_DIRECTORY = join(import.meta.dirname, '../../.bench');
/** Long enough that a recognizer which invents a word a minute is found out. */
const WORDLESS_SECONDS = 600;

/** The word error rate may exceed the peer’s by this many points, */
const MOST_POINTS = 2;
/** in these recordings. */
const HELD = /at 10 dB|room echo/u;

/** Which recordings: those that Lectern is tuned on, those that it is not, and those without a word. */
type RecordingSet = 'tuning' | 'held out' | 'wordless';

interface RecordingFigures {
  readonly set: RecordingSet;
  readonly name: string;
  /** Words that are said, over all recordings of this name. */
  readonly words: number;
  readonly ours: Heard;
  readonly peers: Heard;
}

interface Heard {
  /** Wrong, missing and added words. */
  readonly errors: number;
  /** Words in the transcript. */
  readonly words: number;
}

interface Recognizers {
  readonly ours: (path: string) => Promise<string>;
  readonly peer: TranscriptionPeer;
  readonly directory: string;
}

/**
 * Transcribes spoiled recordings with Lectern, through the path that ships, and with faster-whisper base int8.
 * @param wanted only cases whose name contains this
 * @throws when the peer cannot be installed
 */
export async function evaluateRecordings(
  modelsDirectory: string,
  wanted: string | undefined,
): Promise<Report> {
  const paths = modelPaths(modelsDirectory);
  const speechToText = createMoonshineSpeechToText({ files: paths.moonshine, processes: 2 });
  const speechDetector = createSileroSpeechDetector({ modelPath: paths.sileroPath });
  const directory = await mkdtemp(join(tmpdir(), 'lectern-recordings-'));
  const recognizers: Recognizers = {
    ours: async (path) => {
      const { cues } = await transcribeMedia({ path, speechToText, speechDetector });
      return cues.map(({ text }) => text).join(' ');
    },
    peer: await preparePeer(BENCH_DIRECTORY),
    directory,
  };
  const bundled = await readBundledSpeech(paths.recordings);
  const heldOut = await readLibrivoxSpeech();
  const sets: Record<RecordingSet, RecordingCase[]> = {
    tuning: [...spoilSpeech(bundled.all), pauseLong(bundled.speakers), takeTurns(bundled.turns)],
    'held out': heldOut === undefined ? [] : spoilSpeech(heldOut),
    wordless: listWordless(WORDLESS_SECONDS),
  };
  try {
    const figures: RecordingFigures[] = [];
    for (const [set, all] of Object.entries(sets)) {
      const cases = all.filter(({ name }) => wanted === undefined || name.includes(wanted));
      figures.push(...(await evaluateSet(set as RecordingSet, cases, recognizers)));
    }
    return tell(figures);
  } finally {
    await Promise.all([speechToText.close(), speechDetector.close()]);
    await rm(directory, { recursive: true });
  }
}

async function evaluateSet(
  set: RecordingSet,
  cases: readonly RecordingCase[],
  { ours, peer, directory }: Recognizers,
): Promise<RecordingFigures[]> {
  const figures = new Map<string, RecordingFigures>();
  for (const { name, reference, makeSamples } of cases) {
    const path = join(directory, 'recording.wav');
    const file = encodeWav(makeSamples());
    await writeFile(path, file);
    const before = figures.get(name);
    figures.set(name, {
      set,
      name,
      words: (before?.words ?? 0) + normalizeWords(reference).length,
      ours: add(before?.ours, reference, await ours(path)),
      peers: add(before?.peers, reference, await askPeerOnce(peer, path, file)),
    });
  }
  return [...figures.values()];
}

function add(before: Heard | undefined, reference: string, text: string): Heard {
  const said = normalizeWords(reference).length;
  const errors = Math.round(wordErrorRate(reference, text) * Math.max(1, said));
  return {
    errors: (before?.errors ?? 0) + errors,
    words: (before?.words ?? 0) + normalizeWords(text).length,
  };
}

/** The peer's answers are kept by the content of the file: it is the slower one and never changes. */
async function askPeerOnce(peer: TranscriptionPeer, path: string, file: Buffer): Promise<string> {
  const folder = join(BENCH_DIRECTORY, 'peer-transcripts');
  const kept = join(folder, createHash('sha256').update(file).digest('hex'));
  try {
    return await readFile(kept, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const { text } = await peer.transcribe(path);
  await mkdir(folder, { recursive: true });
  await writeFile(kept, text);
  return text;
}

function tell(figures: readonly RecordingFigures[]): Report {
  const missedGates: string[] = [];
  const rows = figures.map(({ set, name, words, ours, peers }) => {
    const points = (100 * (ours.errors - peers.errors)) / words;
    const describe = (heard: Heard): string =>
      words === 0 ? `${heard.words} words` : `${((100 * heard.errors) / words).toFixed(1)} %`;
    const hasGoal = words === 0 || HELD.test(name);
    const met = words === 0 ? ours.words === 0 : points <= MOST_POINTS;
    if (hasGoal && !met) missedGates.push(`recordings, ${set}: ${name}`);
    return [
      set,
      name,
      describe(ours),
      describe(peers),
      words === 0 ? '–' : points.toFixed(1),
      hasGoal ? (met ? 'met' : '**MISSED**') : '–',
    ];
  });
  return {
    text: [
      `#### Recordings as they are: word error rate, and words where none is said (goals: ≤ ${MOST_POINTS} points worse at 10 dB and with echo; no word)`,
      makeTable(['Set', 'Recording', 'Lectern', 'faster-whisper base int8', 'Points', ''], rows),
    ].join('\n\n'),
    missedGates,
  };
}
