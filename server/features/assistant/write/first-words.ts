import type { TextGenerator } from '#server/ai/text-generator.ts';

/** Readers wait no longer than this for a model's first words; then the lessons' own sentences answer. */
export const FIRST_WORDS_MILLISECONDS = 3_000;
/** The first words of a sentence, enough to show a draft. */
const FIRST_WORDS_TOKENS = 8;
/** English has between four and five characters a token. */
const CHARACTERS_PER_TOKEN = 4;
/** A model that was too slow may be faster later, such as when no one else uses it. */
const RETRY_MILLISECONDS = 5 * 60_000;

type Measured = Pick<TextGenerator, 'readSpeed'>;

/** How the latest answer of a model began. */
interface Attempt {
  readonly at: number;
  readonly promptCharacters: number;
  /** Undefined when the first words did not come in time. */
  readonly milliseconds: number | undefined;
}

const attempts = new WeakMap<Measured, Attempt>();

/**
 * Whether a model is expected to read the prompt and write its first words in time: as its latest answer began, or as its
 * measured speed says. A model of unknown speed is tried, and one that was too slow is tried again after some minutes.
 * @param now milliseconds, from any fixed point
 */
export function isFastEnough(generator: Measured, promptCharacters: number, now: number): boolean {
  const last = attempts.get(generator);
  const expected = expectMilliseconds(generator, promptCharacters, last);
  if (expected === undefined ? last === undefined : expected <= FIRST_WORDS_MILLISECONDS) return true;
  return last !== undefined && now - last.at >= RETRY_MILLISECONDS;
}

function expectMilliseconds(
  generator: Measured,
  promptCharacters: number,
  last: Attempt | undefined,
): number | undefined {
  if (last?.milliseconds !== undefined)
    return last.milliseconds * Math.max(1, promptCharacters / last.promptCharacters);
  const speed = generator.readSpeed?.();
  if (speed === undefined) return undefined;
  const reading = promptCharacters / CHARACTERS_PER_TOKEN / speed.inputTokensPerSecond;
  return 1000 * (reading + FIRST_WORDS_TOKENS / speed.outputTokensPerSecond);
}

/** Remembers how an answer began. @param milliseconds undefined when the first words did not come in time */
export function recordFirstWords(
  generator: Measured,
  promptCharacters: number,
  milliseconds: number | undefined,
  now: number,
): void {
  attempts.set(generator, { at: now, promptCharacters, milliseconds });
}
