/** Two notes, a fifth apart: in hertz, with the second at which each begins. */
const NOTES = [
  { hertz: 659.26, at: 0 },
  { hertz: 987.77, at: 0.14 },
] as const;
const NOTE_SECONDS = 0.5;
const LOUDNESS = 0.12;
/** Closer to zero the gain cannot fall exponentially. */
const SILENCE = 0.0001;

let context: AudioContext | undefined;

/**
 * Plays a short chime. Returns whether it could be heard: browsers play nothing until someone has clicked or typed on the
 * page.
 */
export async function playChime(): Promise<boolean> {
  context ??= new AudioContext();
  // Without a click so far, the promise stays open until there is one.
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 300))]);
  if (context.state !== 'running') return false;
  for (const { hertz, at } of NOTES) {
    const start = context.currentTime + at;
    const tone = new OscillatorNode(context, { type: 'sine', frequency: hertz });
    const loudness = new GainNode(context, { gain: SILENCE });
    loudness.gain.setValueAtTime(SILENCE, start);
    loudness.gain.exponentialRampToValueAtTime(LOUDNESS, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(SILENCE, start + NOTE_SECONDS);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + NOTE_SECONDS);
  }
  return true;
}
