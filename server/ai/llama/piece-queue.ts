import type { Clock } from '#server/platform/clock.ts';
import { TextGeneratorUnavailableError } from '../text-generator.ts';
import type { LlamaPiece } from './llama-protocol.ts';

/** Pieces of a streamed answer, from when they arrive until they are read. */
export class PieceQueue {
  readonly #waiting: string[] = [];
  #text = '';
  #hasEnded = false;
  #failure: Error | undefined;
  #wake: () => void = () => undefined;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * A request whose process crashed is retried and sends its beginning again. The model gives the same answer to the same
   * prompt, so what was sent already is left out.
   */
  add({ offset, text }: LlamaPiece): void {
    const known = this.#text.slice(offset, offset + text.length);
    if (offset > this.#text.length || !text.startsWith(known)) {
      this.#failure ??= new TextGeneratorUnavailableError(
        'The process of the local language model crashed and continued with another answer.',
        'failed',
        {},
      );
    } else if (text.length > known.length) {
      this.#waiting.push(text.slice(known.length));
      this.#text += text.slice(known.length);
    }
    this.#wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  /**
   * Yields pieces until the end. Calls `onSilence` when none comes for that long after the first.
   * @throws {TextGeneratorUnavailableError} when a retried answer differs from what was read.
   */
  async *read(silenceMilliseconds: number, onSilence: () => void): AsyncGenerator<string, void, undefined> {
    for (let hasBegun = false; ;) {
      for (let piece = this.#waiting.shift(); piece !== undefined; piece = this.#waiting.shift()) {
        hasBegun = true;
        yield piece;
      }
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#hasEnded) return;
      const cancel = hasBegun ? this.#clock.after(silenceMilliseconds, onSilence) : undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      cancel?.();
    }
  }
}
