import { contentStems, overlap } from '../words.ts';
import type { Flaw, ReadQuestion } from './checked-question.ts';
import { partsOf, quoteText } from './question-text.ts';

/** What the criteria on a set read of a question, once. */
export interface QuestionReading {
  readonly question: ReadQuestion;
  /** Its words without case and punctuation, and its code with both: in code they make the difference. */
  readonly plainStem: string;
  readonly words: ReadonlySet<string>;
  readonly hasKey: boolean;
  /** The index of the key; undefined for an essay. */
  readonly keyIndex: number | undefined;
}

export function readQuestion(question: ReadQuestion): QuestionReading {
  const key = contentStems(question.options.find((option) => option.is_correct)?.text ?? '');
  const plainWords = question.text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();
  return {
    question,
    plainStem:
      question.code === '' ? plainWords : `${plainWords}\n${question.code.replace(/\s+/gu, ' ').trim()}`,
    words: new Set([...contentStems(question.text), ...contentStems(question.code), ...key]),
    hasKey: key.size > 0,
    keyIndex: partsOf(question)?.keyIndex,
  };
}

/** A draft may have no words beside its options yet, or nothing but code. */
const listStemWords = ({ text }: ReadQuestion): string[] => (text === '' ? [] : [text]);

/** The same stem twice in a set, but for case and punctuation. */
export function findDuplicateStem(
  { question, plainStem }: QuestionReading,
  before: readonly QuestionReading[],
): Flaw | null {
  const index = before.findIndex((earlier) => plainStem !== '' && earlier.plainStem === plainStem);
  return index < 0
    ? null
    : {
        code: 'duplicate_stem',
        message: `Question ${index + 1} has the same stem. Ask something else.`,
        place: 'set',
        option_index: null,
        words: listStemWords(question),
      };
}

const SAME_FACT_OVERLAP = 0.75;

/** The same fact twice in a set, also with stem and key exchanged ("What is X?" and "What is … called?"). */
export function findSameFact(reading: QuestionReading, before: readonly QuestionReading[]): Flaw | null {
  const index = before.findIndex(
    (earlier) =>
      earlier.question.type === reading.question.type &&
      earlier.plainStem !== reading.plainStem &&
      reading.hasKey &&
      // What one question about code asks, another may ask about code that differs in a character.
      reading.question.code === earlier.question.code &&
      overlap(reading.words, earlier.words) > SAME_FACT_OVERLAP,
  );
  const earlier = before[index];
  return earlier === undefined
    ? null
    : {
        code: 'same_fact',
        message: `Question ${index + 1} (${quoteText(earlier.question.text)}) asks for the same fact. Ask for another one.`,
        place: 'set',
        option_index: null,
        words: listStemWords(reading.question),
      };
}

const CHANCE_LIMIT = 0.003;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/**
 * The key findable by its position (Haladyna, Downing and Rodriguez, 2002: vary it): it is in one position so often in the
 * questions up to this one that chance would do so in fewer than 3 of 1,000 sets.
 */
export function findKeyPosition(reading: QuestionReading, before: readonly QuestionReading[]): Flaw | null {
  const { keyIndex } = reading;
  const keyed = [...before, reading].filter((one) => one.keyIndex !== undefined);
  if (keyIndex === undefined || keyed.length < 5) return null;
  const there = keyed.filter((one) => one.keyIndex === keyIndex).length;
  const options = keyed.reduce((sum, one) => sum + one.question.options.length, 0) / keyed.length;
  if (atLeastByChance(there, keyed.length, 1 / options) * options >= CHANCE_LIMIT * 2) return null;
  return {
    code: 'key_position',
    message: `The right answer is ${ORDINALS[keyIndex] ?? `at place ${keyIndex + 1}`} in ${there} of the ${keyed.length} questions up to this one. Move it.`,
    place: 'set',
    option_index: keyIndex,
    words: [reading.question.options[keyIndex]?.text ?? ''].filter((text) => text !== ''),
  };
}

/** The chance of so many hits or more among so many tries: the upper tail of the binomial distribution. */
function atLeastByChance(hits: number, tries: number, chance: number): number {
  let term = (1 - chance) ** tries;
  let below = 0;
  for (let count = 0; count < hits; count += 1) {
    below += term;
    term *= ((tries - count) / (count + 1)) * (chance / (1 - chance));
  }
  return 1 - below;
}
