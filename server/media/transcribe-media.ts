import type { Recording } from '#contract/lessons.ts';
import type { SpeechDetector } from '../ai/speech-detection/speech-detector.ts';
import type { Cue, SpeechToText } from '../ai/speech-to-text.ts';
import { decodeAudio } from './decode-audio.ts';
import type { MediaLimits } from './media-process.ts';
import type { MediaInformation } from './media-protocol.ts';

export interface TranscribeMediaOptions {
  /** A local file. */
  readonly path: string;
  readonly speechToText: SpeechToText;
  readonly speechDetector: SpeechDetector;
  /** Words that may be said. */
  readonly terms?: readonly string[];
  /**
   * Called with 0 to 100, never falling, and the recording's length as far as it is known.
   */
  readonly onProgress?: (percent: number, durationSeconds: number | undefined) => void;
  readonly signal?: AbortSignal;
  readonly limits?: Partial<MediaLimits>;
}

export interface MediaTranscript {
  /** In order; none overlaps the next. Empty if no one speaks. */
  readonly cues: Cue[];
  /** Of the sound that could be read. */
  readonly durationSeconds: number;
  readonly recording: Recording;
}

/** This share of a recording may be recognized a second time, or, of a short one, this many seconds. */
const AGAIN_SHARE = 0.1;
const LEAST_AGAIN_SECONDS = 30;
/** A smaller share of the speech on the other tracks is a false detection. */
const LEAST_SHARE_OF_SPEECH = 0.1;
/** Containers state a rounded length. */
const SAME_LENGTH_SECONDS = 1;

/**
 * Transcribes a local media file: decoding, speech detection and recognition run side by side, in child processes,
 * holding a few minutes of sound at most. A file that is damaged midway gives what could be read.
 * @throws {MediaError} MediaHasNoAudioError, MediaDamagedError, MediaTooLongError and the decoder's own.
 * @throws {SpeechToTextUnavailableError} when models are not there (yet).
 */
export async function transcribeMedia(options: TranscribeMediaOptions): Promise<MediaTranscript> {
  // One failure stops the other recognitions and the children.
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const { information, samples } = await decodeAudio(options.path, { signal, limits: options.limits });
  const progress = createProgress(information.durationSeconds, options.onProgress);

  let readSeconds = 0;
  const speechSeconds = Array.from({ length: information.soundTracks }, () => 0);
  let againSeconds = 0;
  const mayListenAgain = (seconds: number): boolean => {
    const isWithin = againSeconds + seconds <= Math.max(LEAST_AGAIN_SECONDS, readSeconds * AGAIN_SHARE);
    if (isWithin) againSeconds += seconds;
    return isWithin;
  };
  const results: Promise<Cue[]>[] = [];
  const inFlight = new Set<Promise<unknown>>();
  try {
    const segments = options.speechDetector.segments(samples, {
      signal,
      onSecondsRead: (seconds) => {
        readSeconds = seconds;
        if (inFlight.size === 0) progress(seconds);
      },
      onSpeech: (secondsOfTracks) =>
        secondsOfTracks.forEach((seconds, track) => {
          speechSeconds[track] = (speechSeconds[track] ?? 0) + seconds;
        }),
    });
    for await (const segment of segments) {
      const recognized = options.speechToText.recognize(segment, signal, {
        terms: options.terms ?? [],
        mayListenAgain,
      });
      const endSecond = segment.startSecond + segment.samples.length / 16_000;
      results.push(recognized);
      const settled = recognized.then(
        () => progress(endSecond),
        (error: unknown) => stop.abort(error),
      );
      inFlight.add(settled);
      void settled.then(() => inFlight.delete(settled));
      if (inFlight.size >= options.speechToText.concurrency) await Promise.race(inFlight);
      signal.throwIfAborted();
    }
    const cues = (await Promise.all(results)).flat();
    progress(Number.POSITIVE_INFINITY);
    const durationSeconds = readSeconds;
    return {
      cues,
      durationSeconds,
      recording: describeRecording(information, durationSeconds, speechSeconds),
    };
  } catch (error) {
    stop.abort(error);
    await Promise.allSettled(results);
    throw error;
  }
}

function describeRecording(
  { picture, pictureCodec, soundCodec, isCutOff, durationSeconds = 0 }: MediaInformation,
  readSeconds: number,
  [firstTrack = 0, ...otherTracks]: readonly number[],
): Recording {
  const other = otherTracks.reduce((sum, seconds) => sum + seconds, 0);
  const isLonger = durationSeconds > readSeconds + SAME_LENGTH_SECONDS;
  return {
    picture,
    picture_codec: pictureCodec,
    sound_codec: soundCodec,
    has_unheard_speech: other > (firstTrack + other) * LEAST_SHARE_OF_SPEECH,
    is_cut_off: isCutOff,
    read_seconds: readSeconds,
    stated_seconds: isCutOff && isLonger ? durationSeconds : null,
  };
}

/** Turns seconds that are done into percent that never fall. 100 is only reached at the end. */
function createProgress(
  durationSeconds: number | undefined,
  onProgress: TranscribeMediaOptions['onProgress'],
): (doneSeconds: number) => void {
  let reported = -1;
  return (doneSeconds) => {
    const isEnd = doneSeconds === Number.POSITIVE_INFINITY;
    const share = durationSeconds ? doneSeconds / durationSeconds : 0;
    const percent = isEnd ? 100 : Math.min(99, Math.floor(share * 100));
    if (percent <= reported) return;
    reported = percent;
    onProgress?.(percent, durationSeconds);
  };
}
