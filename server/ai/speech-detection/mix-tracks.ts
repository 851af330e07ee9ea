import { SPEECH_SAMPLE_RATE } from '../speech-to-text.ts';
import { SPEECH_FRAME_SAMPLES } from './silero-protocol.ts';

/** Tracks that are this similar are duplicates. */
const SAME_SOUND = 0.9;
const SPEECH_PROBABILITY = 0.5;

interface HeardTrack {
  readonly samples: Float32Array;
  /** The probability of speech in each frame. */
  readonly probabilities: Float32Array;
}

interface MixedTracks extends HeardTrack {
  readonly areSpeaking: readonly boolean[];
  readonly speechSeconds: readonly number[];
}

/**
 * Mixes the tracks that contain speech in this piece of a recording, or did until a moment ago, so that music on one track
 * does not cover speech on another.
 */
export function mixTracks(tracks: readonly HeardTrack[], wereSpeaking: readonly boolean[]): MixedTracks {
  const speechSeconds = tracks.map(
    ({ probabilities }) =>
      (probabilities.filter((probability) => probability >= SPEECH_PROBABILITY).length *
        SPEECH_FRAME_SAMPLES) /
      SPEECH_SAMPLE_RATE,
  );
  const areSpeaking = speechSeconds.map((seconds) => seconds > 0);
  const speaking = tracks.filter((_, index) => areSpeaking[index] === true || wereSpeaking[index] === true);
  const [first = tracks[0], ...others] = speaking;
  if (first === undefined) throw new RangeError('The recording has no sound tracks.');
  return {
    samples: others.reduce(
      (sum, { samples }) => sum.map((value, at) => value + (samples[at] ?? 0)),
      first.samples,
    ),
    probabilities: others.reduce(
      (most, { probabilities }) => most.map((value, at) => Math.max(value, probabilities[at] ?? 0)),
      first.probabilities,
    ),
    areSpeaking,
    speechSeconds,
  };
}

/** Silences the tracks that have the same sound as an earlier one, inverted or not. */
export function omitCopies(tracks: readonly Float32Array[]): Float32Array[] {
  return tracks.map((track, index) => {
    const isCopy = tracks.slice(0, index).some((other) => {
      const energies = multiply(track, track) * multiply(other, other);
      return Math.abs(multiply(track, other)) > SAME_SOUND * Math.sqrt(energies);
    });
    return isCopy ? new Float32Array(track.length) : track;
  });
}

const multiply = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
