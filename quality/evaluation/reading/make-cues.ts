import type { Cue } from '#server/ai/speech-to-text.ts';

const SECONDS_A_WORD = 0.4;
const WORDS_A_CUE = 11;
const PAUSE_BETWEEN_PARAGRAPHS_SECONDS = 1.5;

/**
 * Times for speech as a recogniser would give them: cues of about eleven words that end where they end, in mid-sentence as
 * often as not, at 150 words a minute, with a pause between paragraphs.
 */
export function makeCues(speech: string): Cue[] {
  const cues: Cue[] = [];
  let second = 0;
  for (const paragraph of speech.split(/\n\s*\n/u)) {
    const words = paragraph.split(/\s+/u).filter((word) => word !== '');
    for (let at = 0; at < words.length; at += WORDS_A_CUE) {
      const part = words.slice(at, at + WORDS_A_CUE);
      const endSecond = second + part.length * SECONDS_A_WORD;
      cues.push({ startSecond: second, endSecond, text: part.join(' ') });
      second = endSecond;
    }
    second += PAUSE_BETWEEN_PARAGRAPHS_SECONDS;
  }
  return cues;
}
