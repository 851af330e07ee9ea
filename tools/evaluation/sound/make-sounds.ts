import { SPEECH_SAMPLE_RATE } from '#server/ai/speech-to-text.ts';
import { createRandom } from '#server/language/random.ts';

/** About −26 dB of full scale, as loud as a lecturer near the microphone. */
const LEVEL = 0.05;
/** Frequencies of C major, A minor, F major and G major, one octave below the tuning A. */
const CHORDS = [
  [261.6, 329.6, 392],
  [220, 261.6, 329.6],
  [174.6, 220, 261.6],
  [196, 246.9, 293.7],
] as const;
const CHORD_SECONDS = 2;
const NOTE_SECONDS = 0.25;
/** First and second resonance of the mouth for "ah", "oh", "ee" and "oo", in Hz. */
const VOWELS = [
  [730, 1090],
  [570, 840],
  [270, 2290],
  [300, 870],
] as const;

const lengthOf = (seconds: number): number => Math.round(seconds * SPEECH_SAMPLE_RATE);

/** Scales a sound to a root mean square. Silence stays silence. */
export function scaleTo(samples: Float32Array, level: number): Float32Array {
  const energy = samples.reduce((sum, sample) => sum + sample * sample, 0);
  const factor = energy === 0 ? 0 : level / Math.sqrt(energy / samples.length);
  return samples.map((sample) => sample * factor);
}

export function makeWhiteNoise(seconds: number, seed: number): Float32Array {
  const next = createRandom(seed);
  return scaleTo(
    Float32Array.from({ length: lengthOf(seconds) }, () => next() + next() + next() - 1.5),
    LEVEL,
  );
}

/** Noise that falls by 3 dB an octave, like a fan or a street (Paul Kellet's filter). */
export function makePinkNoise(seconds: number, seed: number): Float32Array {
  let [slow, middle, fast] = [0, 0, 0];
  const pink = makeWhiteNoise(seconds, seed).map((white) => {
    slow = 0.997 * slow + white * 0.029_591;
    middle = 0.985 * middle + white * 0.032_534;
    fast = 0.95 * fast + white * 0.048_056;
    return slow + middle + fast + white * 0.05;
  });
  return scaleTo(pink, LEVEL);
}

/** Mains hum with its harmonics and a projector's fan. */
export function makeHum(seconds: number, seed: number): Float32Array {
  const fan = makePinkNoise(seconds, seed);
  const hum = fan.map((noise, index) => {
    const angle = (2 * Math.PI * 50 * index) / SPEECH_SAMPLE_RATE;
    const tones = [1, 2, 3, 4, 6, 8].reduce(
      (sum, harmonic) => sum + Math.sin(angle * harmonic) / harmonic,
      0,
    );
    return tones * LEVEL + noise * 0.3;
  });
  return scaleTo(hum, LEVEL);
}

/** Chords, an arpeggio above them, a bass and a drum: no voice. */
export function makeMusic(seconds: number, seed: number): Float32Array {
  const next = createRandom(seed);
  const music = new Float32Array(lengthOf(seconds));
  for (let start = 0; start < seconds; start += NOTE_SECONDS) {
    const chord = CHORDS[Math.floor(start / CHORD_SECONDS) % CHORDS.length] ?? CHORDS[0];
    const note = chord[Math.floor(next() * chord.length)] ?? 0;
    addTone(music, start, NOTE_SECONDS * 2, note * 2, 0.5);
    if (start % CHORD_SECONDS === 0) {
      for (const frequency of chord) addTone(music, start, CHORD_SECONDS * 1.2, frequency, 0.4);
      addTone(music, start, CHORD_SECONDS, chord[0] / 2, 0.6);
    }
    if (start % (2 * NOTE_SECONDS) === 0) addDrum(music, start, next);
  }
  return scaleTo(music, LEVEL);
}

/** A tone with overtones that is struck and dies away. */
function addTone(
  music: Float32Array,
  startSecond: number,
  seconds: number,
  frequency: number,
  loudness: number,
): void {
  const start = lengthOf(startSecond);
  const end = Math.min(music.length, start + lengthOf(seconds));
  for (let index = start; index < end; index += 1) {
    const time = (index - start) / SPEECH_SAMPLE_RATE;
    const angle = 2 * Math.PI * frequency * time;
    const tone = Math.sin(angle) + 0.5 * Math.sin(2 * angle) + 0.25 * Math.sin(3 * angle);
    music[index] =
      (music[index] ?? 0) + loudness * tone * Math.min(1, time * 100) * Math.exp((-3 * time) / seconds);
  }
}

function addDrum(music: Float32Array, startSecond: number, next: () => number): void {
  const start = lengthOf(startSecond);
  const end = Math.min(music.length, start + lengthOf(0.1));
  for (let index = start; index < end; index += 1) {
    const time = (index - start) / SPEECH_SAMPLE_RATE;
    music[index] = (music[index] ?? 0) + (next() - 0.5) * 1.5 * Math.exp(-40 * time);
  }
}

/**
 * A voice sings vowels over the music without a word: the hardest sound that is not speech. A buzz with vibrato through
 * two resonances.
 */
export function makeSinging(seconds: number, seed: number): Float32Array {
  const next = createRandom(seed + 1);
  const voice = new Float32Array(lengthOf(seconds));
  let phase = 0;
  let [first, firstBefore, second, secondBefore] = [0, 0, 0, 0];
  let [pitch, vowel]: [number, readonly [number, number]] = [220, VOWELS[0]];
  for (let index = 0; index < voice.length; index += 1) {
    const time = index / SPEECH_SAMPLE_RATE;
    if (index % lengthOf(1) === 0) {
      const chord = CHORDS[Math.floor(time / CHORD_SECONDS) % CHORDS.length] ?? CHORDS[0];
      pitch = chord[Math.floor(next() * chord.length)] ?? pitch;
      vowel = VOWELS[Math.floor(next() * VOWELS.length)] ?? vowel;
    }
    phase += (pitch * (1 + 0.01 * Math.sin(2 * Math.PI * 5.5 * time))) / SPEECH_SAMPLE_RATE;
    const buzz = 1 - 2 * (phase % 1);
    [first, firstBefore] = [resonate(buzz, first, firstBefore, vowel[0]), first];
    [second, secondBefore] = [resonate(buzz, second, secondBefore, vowel[1]), second];
    voice[index] = first + 0.5 * second;
  }
  const music = makeMusic(seconds, seed);
  return scaleTo(
    scaleTo(voice, LEVEL).map((sample, index) => sample + 0.5 * (music[index] ?? 0)),
    LEVEL,
  );
}

/** One step of a resonance 90 Hz wide. */
function resonate(input: number, last: number, lastButOne: number, frequency: number): number {
  const radius = Math.exp((-Math.PI * 90) / SPEECH_SAMPLE_RATE);
  const angle = (2 * Math.PI * frequency) / SPEECH_SAMPLE_RATE;
  return (1 - radius) * input + 2 * radius * Math.cos(angle) * last - radius * radius * lastButOne;
}

/** A room full of people: ten voices at their own speeds, backwards, so that no word can be heard in it. */
export function makeBabble(speech: Float32Array, seconds: number, seed: number): Float32Array {
  const next = createRandom(seed);
  const babble = new Float32Array(lengthOf(seconds));
  for (let voice = 0; voice < 10; voice += 1) {
    const speed = 0.85 + 0.35 * next();
    const offset = next() * speech.length;
    for (let index = 0; index < babble.length; index += 1) {
      const place = Math.floor(offset + index * speed) % speech.length;
      babble[index] = (babble[index] ?? 0) + (speech[speech.length - 1 - place] ?? 0);
    }
  }
  return scaleTo(babble, LEVEL);
}
