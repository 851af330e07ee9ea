import { SPEECH_SAMPLE_RATE, type SpeechSegment } from '../speech-to-text.ts';
import { SPEECH_FRAME_SAMPLES } from './silero-protocol.ts';

const FRAME_SECONDS = SPEECH_FRAME_SAMPLES / SPEECH_SAMPLE_RATE;

export interface SegmenterOptions {
  /** No segment is longer than this, padding included. */
  readonly maximumSeconds: number;
  /** A silence this long always ends a segment: nothing is gained by recognising it. */
  readonly maximumSilenceSeconds: number;
}

const DEFAULT_SEGMENTER_OPTIONS: SegmenterOptions = { maximumSeconds: 28, maximumSilenceSeconds: 2 };

/** Silero's own recommendation: enter speech at 0.5, leave it below 0.35, so that a wavering frame does not flap. */
const ENTER_PROBABILITY = 0.5;
const LEAVE_PROBABILITY = 0.35;
const MINIMUM_SPEECH_SECONDS = 0.2;
const MINIMUM_SILENCE_SECONDS = 0.3;
/** The detector is late at soft beginnings and early at soft ends. */
const PADDING_SECONDS = 0.5;
/** Cutting earlier than this part of the longest length makes pieces that are recognised badly. */
const EARLIEST_CUT = 0.85;

interface Region {
  readonly startFrame: number;
  endFrame: number;
}

export interface SpeechSegmenter {
  /** Takes the next frames and gives the segments that are complete. */
  push(samples: Float32Array, probabilities: Float32Array): SpeechSegment[];
  /** The recording has ended: gives what is left. */
  finish(): SpeechSegment[];
}

/**
 * Cuts a recording at its silences into segments of speech. Holds at most the samples of one segment and its
 * surroundings, however long the recording is.
 * @throws {RangeError} when the longest segment leaves no room for speech between its padding (1.1 s).
 */
export function createSpeechSegmenter(
  options: SegmenterOptions = DEFAULT_SEGMENTER_OPTIONS,
): SpeechSegmenter {
  const toFrames = (seconds: number): number => Math.round(seconds / FRAME_SECONDS);
  const paddingFrames = toFrames(PADDING_SECONDS);
  const longestFrames = Math.floor(options.maximumSeconds / FRAME_SECONDS) - 2 * paddingFrames;
  // Cutting must get on by at least a frame each time.
  if (!(longestFrames >= 2)) throw new RangeError('Segments must be longer than their padding.');
  const chunks: {
    readonly startFrame: number;
    readonly samples: Float32Array;
    readonly probabilities: Float32Array;
  }[] = [];
  let regions: Region[] = [];
  let inSpeech = false;
  let silentSince: number | undefined;
  let frameCount = 0;
  let previousEndFrame = 0;
  /** Where speech without a pause was last cut: what follows is speech, however short. */
  let lastCutFrame: number | undefined;

  function probabilityAt(frame: number): number {
    for (const chunk of chunks) {
      const index = frame - chunk.startFrame;
      if (index >= 0 && index < chunk.probabilities.length) return chunk.probabilities[index] ?? 0;
    }
    return 0;
  }

  function readSamples(startFrame: number, endFrame: number): Float32Array {
    const samples = new Float32Array((endFrame - startFrame) * SPEECH_FRAME_SAMPLES);
    for (const chunk of chunks) {
      const from = Math.max(startFrame, chunk.startFrame);
      const to = Math.min(endFrame, chunk.startFrame + chunk.probabilities.length);
      if (from >= to) continue;
      const part = chunk.samples.subarray(
        (from - chunk.startFrame) * SPEECH_FRAME_SAMPLES,
        (to - chunk.startFrame) * SPEECH_FRAME_SAMPLES,
      );
      samples.set(part, (from - startFrame) * SPEECH_FRAME_SAMPLES);
    }
    return samples;
  }

  function cutSegment(startFrame: number, endFrame: number, nextStartFrame: number): SpeechSegment {
    // Padding reaches at most to the middle of a pause, so that no sound is recognised twice.
    const from = Math.max(previousEndFrame, startFrame - paddingFrames, 0);
    const middle = endFrame + Math.floor((nextStartFrame - endFrame) / 2);
    const to = Math.min(frameCount, middle, endFrame + paddingFrames);
    previousEndFrame = to;
    return { samples: readSamples(from, to), startSecond: from * FRAME_SECONDS };
  }

  /** The regions up to the longest pause among those that leave a piece of a good length. */
  function countRegionsToCut(): number {
    const start = regions[0]?.startFrame ?? 0;
    let best = 0;
    let bestPause = -1;
    for (let index = 0; index + 1 < regions.length; index += 1) {
      const region = regions[index];
      const next = regions[index + 1];
      if (!region || !next || region.endFrame - start > longestFrames) break;
      const isEarly = region.endFrame - start < longestFrames * EARLIEST_CUT;
      const pause = next.startFrame - region.endFrame - (isEarly ? longestFrames : 0);
      if (best === 0 || pause >= bestPause) {
        best = index + 1;
        bestPause = pause;
      }
    }
    return best;
  }

  /** Speech without a pause: cut where the detector is least sure. */
  function cutInsideRegion(region: Region): SpeechSegment {
    const limit = region.startFrame + longestFrames;
    let cut = limit;
    let lowest = Number.POSITIVE_INFINITY;
    for (
      let frame = region.startFrame + Math.floor(longestFrames * EARLIEST_CUT);
      frame < limit;
      frame += 1
    ) {
      const probability = probabilityAt(frame);
      if (probability <= lowest) {
        lowest = probability;
        cut = frame;
      }
    }
    regions[0] = { startFrame: cut, endFrame: region.endFrame };
    lastCutFrame = cut;
    return cutSegment(region.startFrame, cut, cut);
  }

  function takeSegments(atEnd: boolean): SpeechSegment[] {
    const segments: SpeechSegment[] = [];
    for (let first = regions[0]; first; first = regions[0]) {
      const last = regions.at(-1) ?? first;
      const isLong = last.endFrame - first.startFrame > longestFrames;
      const isQuiet = !inSpeech && frameCount - last.endFrame >= toFrames(options.maximumSilenceSeconds);
      const quietGap = regions.findIndex((region, index) => {
        const next = regions[index + 1];
        return next && next.startFrame - region.endFrame >= toFrames(options.maximumSilenceSeconds);
      });
      let count = 0;
      if (quietGap >= 0 && (regions[quietGap]?.endFrame ?? 0) - first.startFrame <= longestFrames)
        count = quietGap + 1;
      else if (isLong) count = countRegionsToCut();
      else if (isQuiet || atEnd) count = regions.length;
      else break;
      if (count === 0) segments.push(cutInsideRegion(first));
      else {
        const taken = regions.slice(0, count);
        regions = regions.slice(count);
        const endFrame = taken.at(-1)?.endFrame ?? first.endFrame;
        segments.push(cutSegment(first.startFrame, endFrame, regions[0]?.startFrame ?? frameCount));
      }
    }
    return segments;
  }

  function dropOldSamples(): void {
    const neededFrom = Math.min(regions[0]?.startFrame ?? frameCount, frameCount) - paddingFrames - 1;
    while (chunks[0] && chunks[0].startFrame + chunks[0].probabilities.length < neededFrom) chunks.shift();
  }

  function endRegion(frame: number): void {
    const region = regions.at(-1);
    if (!region) return;
    region.endFrame = frame;
    inSpeech = false;
    silentSince = undefined;
    // A click or a cough, unless it is the rest of a region that was cut.
    const isShort = region.endFrame - region.startFrame < toFrames(MINIMUM_SPEECH_SECONDS);
    if (isShort && region.startFrame !== lastCutFrame) regions.pop();
  }

  function addFrame(probability: number): void {
    if (!inSpeech) {
      if (probability >= ENTER_PROBABILITY) {
        inSpeech = true;
        silentSince = undefined;
        regions.push({ startFrame: frameCount, endFrame: frameCount + 1 });
      }
    } else if (probability < LEAVE_PROBABILITY) {
      silentSince ??= frameCount;
      if (frameCount + 1 - silentSince >= toFrames(MINIMUM_SILENCE_SECONDS)) endRegion(silentSince);
    } else silentSince = undefined;
    frameCount += 1;
    const open = regions.at(-1);
    if (inSpeech && open) open.endFrame = silentSince ?? frameCount;
  }

  return {
    push(samples, probabilities) {
      chunks.push({ startFrame: frameCount, samples, probabilities });
      for (const probability of probabilities) addFrame(probability);
      const segments = takeSegments(false);
      dropOldSamples();
      return segments;
    },
    finish() {
      if (inSpeech) endRegion(silentSince ?? frameCount);
      return takeSegments(true);
    },
  };
}
