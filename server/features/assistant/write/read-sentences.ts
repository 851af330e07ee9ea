import { splitSentences } from '#server/documents/sentences.ts';

/** A sentence of a language model, as plain text, with the numbers that it cites. */
export interface WrittenSentence {
  readonly text: string;
  readonly cited: readonly number[];
  /** From 0: each line of the answer is one. */
  readonly paragraph: number;
}

/** No sentence is longer; a longer text without a full stop is not a sentence. */
const LONGEST_SENTENCE_CHARACTERS = 700;
const MARKS = /\s*\[\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*\]/gu;
/** Marks behind the full stop, which belong to the sentence before it. */
const MARKS_BEHIND = /([.!?]["”’)]*)((?:\s*\[\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*\])+)/gu;
const THOUGHT = { begin: '<think>', end: '</think>' } as const;
const BEGUN_MARK = /^\[[\d\s,;–-]*$/u;

/** Reads sentences out of a text that arrives in pieces: each as soon as it is complete. */
export class SentenceReader {
  #unread = '';
  #paragraph = 0;
  #isAtLineStart = true;
  #isThinking = true;

  /** Whether only a model's thinking has arrived, which is not part of the answer. */
  get isThinking(): boolean {
    return this.#isThinking;
  }

  /** What is being written, as plain text; empty between sentences. */
  get draft(): string {
    return this.#isThinking ? '' : plain(this.#unread.slice(0, LONGEST_SENTENCE_CHARACTERS)).text;
  }

  /** @returns the sentences that this piece completed. */
  push(piece: string): WrittenSentence[] {
    this.#unread += piece.replaceAll('\r', '');
    if (this.#isThinking) this.#skipThought();
    if (this.#isThinking) return [];
    const sentences: WrittenSentence[] = [];
    for (;;) {
      const end = this.#findEnd();
      if (end === undefined) return sentences;
      const sentence = this.#take(end);
      if (sentence !== undefined) sentences.push(sentence);
    }
  }

  /** The rest, as one sentence, when the text has ended. */
  flush(): WrittenSentence | undefined {
    if (this.#isThinking && this.#unread.trimStart().startsWith(THOUGHT.begin)) return undefined;
    return this.#take(this.#unread.length);
  }

  #skipThought(): void {
    const begun = this.#unread.trimStart();
    if (THOUGHT.begin.startsWith(begun)) return;
    if (begun.startsWith(THOUGHT.begin)) {
      const end = begun.indexOf(THOUGHT.end);
      if (end === -1) return;
      this.#unread = begun.slice(end + THOUGHT.end.length).trimStart();
    }
    this.#isThinking = false;
  }

  /** Where the first sentence ends, marks included; undefined while it may continue. */
  #findEnd(): number | undefined {
    const text = this.#unread;
    const line = text.indexOf('\n');
    const head = line === -1 ? text : text.slice(0, line);
    const first = splitSentences(moveMarks(head))[0];
    // A line's end ends a sentence, whatever it is.
    if (first === undefined) return line === -1 ? undefined : line + 1;
    // Moving marks in front of a full stop changes no length.
    const end = first.endOffset;
    const rest = head.slice(end).trimStart();
    if (rest !== '' && !BEGUN_MARK.test(rest)) return end;
    if (line !== -1) return line + 1;
    return text.length > LONGEST_SENTENCE_CHARACTERS ? text.length : undefined;
  }

  #take(end: number): WrittenSentence | undefined {
    const taken = this.#unread.slice(0, end);
    this.#unread = this.#unread.slice(end);
    const { text, cited } = plain(taken);
    const paragraph = this.#paragraph;
    if (text !== '') this.#isAtLineStart = false;
    if (taken.endsWith('\n') && !this.#isAtLineStart) {
      this.#paragraph += 1;
      this.#isAtLineStart = true;
    }
    // What is left of a bullet or of a lone mark says nothing.
    return /\p{L}/u.test(text) ? { text, cited, paragraph } : undefined;
  }
}

const moveMarks = (text: string): string => text.replaceAll(MARKS_BEHIND, '$2$1');

function plain(text: string): { text: string; cited: number[] } {
  const moved = moveMarks(text);
  const cited = [...moved.matchAll(MARKS)].flatMap(([mark]) =>
    [...mark.matchAll(/\d+/gu)].map(([number]) => Number(number)),
  );
  const words = moved
    .replaceAll(MARKS, '')
    .replace(/\s*\[[\d\s,;–-]*$/u, '')
    // Emphasis and list marks, which many models cannot leave be.
    .replaceAll(/\*\*|__|`/gu, '')
    .replace(/^\s*(?:[-*•]|\d{1,2}[.)]|#{1,6})\s+/u, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\s+([.,;!?])/gu, '$1')
    .trim();
  return { text: words, cited: [...new Set(cited)] };
}
