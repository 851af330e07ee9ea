import type { Cue } from '../ai/speech-to-text.ts';
import { message } from '#contract/messages/make-message.ts';
import { countWordsIn, CUE_CHARACTERS, TRANSCRIPT_WORDS } from '#contract/text-limits.ts';
import { MessageError } from '../platform/message-error.ts';
import { cutText } from './cut-text.ts';

export class TranscriptTooLongError extends MessageError {
  override readonly name = 'TranscriptTooLongError';

  constructor() {
    super(message('transcript_words_too_many', { maximum: TRANSCRIPT_WORDS }));
  }
}

/** @throws {TranscriptTooLongError} */
export function refuseLongTranscript(texts: Iterable<string>): void {
  let words = 0;
  for (const text of texts) {
    words += countWordsIn(text);
    if (words > TRANSCRIPT_WORDS) throw new TranscriptTooLongError();
  }
}

/**
 * Splits long cues between words, and divides their time by characters.
 * @throws {TranscriptTooLongError}
 */
export function boundCues(cues: readonly Cue[]): Cue[] {
  refuseLongTranscript(cues.map(({ text }) => text));
  return cues.flatMap((cue) => (cue.text.length <= CUE_CHARACTERS ? [cue] : splitCue(cue)));
}

/** Shorter parts than this cannot be stored: a cue ends after it begins. */
const SHORTEST_SECONDS = 0.001;

function splitCue({ text, startSecond, endSecond, wordConfidences }: Cue): Cue[] {
  let wordsBefore = 0;
  const second = (offset: number): number =>
    Math.round((startSecond + ((endSecond - startSecond) * offset) / text.length) * 1000) / 1000;
  let end = startSecond;
  return cutText(text, CUE_CHARACTERS).map(({ startOffset, endOffset }) => {
    const part = text.slice(startOffset, endOffset);
    const words = countWordsIn(part);
    const confidences = wordConfidences?.slice(wordsBefore, wordsBefore + words);
    wordsBefore += words;
    const start = Math.max(end, second(startOffset));
    end = Math.max(second(endOffset), start + SHORTEST_SECONDS);
    return {
      startSecond: start,
      endSecond: end,
      text: part,
      // A word that was cut has one confidence for two parts: then the recognizer is not quoted.
      ...(confidences?.length === words ? { wordConfidences: confidences } : {}),
    };
  });
}
