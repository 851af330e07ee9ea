import { containment, contentStems, listWords, stemWord } from '../words.ts';
import type { CheckedQuestion } from './checked-question.ts';
import { boundQuestion } from './question-text.ts';
import { findDuplicateStem, findSameFact, readQuestion, type QuestionReading } from './set-criteria.ts';

/** A question with what its feedback and its grading say. */
export interface TellingQuestion extends CheckedQuestion {
  readonly explanation: string;
  readonly key_points: readonly string[];
}

interface ReadText {
  /** Stems of its words in order, without articles, between spaces. */
  readonly phrase: string;
  readonly stems: ReadonlySet<string>;
}

/** What is compared of a question with others, read once. */
export interface GiveawayReading {
  readonly item: QuestionReading;
  /** Stem, key and explanation. */
  readonly told: readonly ReadText[];
  /** What a student must find: the right option, or each point of an essay. */
  readonly keys: readonly ReadText[];
  readonly asked: ReadonlySet<string>;
}

const ARTICLES = new Set(['a', 'an', 'the']);

function readText(text: string): ReadText {
  const words = listWords(text).filter((word) => !ARTICLES.has(word));
  return { phrase: ` ${words.map(stemWord).join(' ')} `, stems: contentStems(text) };
}

export function readForGiveaways(question: TellingQuestion): GiveawayReading {
  const key = question.options.find((option) => option.is_correct)?.text;
  const keys = (key === undefined ? question.key_points : [key]).map(readText);
  return {
    item: readQuestion(boundQuestion(question)),
    // The points of an essay are not shown while the exam runs, as options are.
    told: [question.text, ...(key === undefined ? [] : [key]), question.explanation].map(readText),
    keys: keys.filter(({ stems }) => stems.size > 0),
    asked: contentStems(question.text),
  };
}

/** A key of one word this short, such as a number, says nothing where another subject is spoken of. */
const SHORT_WORD = 4;
/** Of the key's words, and of what is asked, that a sentence says which states the fact. */
const KEY_SHARE = 0.8;
const ASKED_SHARE = 0.5;

/**
 * Whether one of two questions must not be in an exam with the other: stem, key or explanation of one contains the key of the
 * other or states its fact, or both ask for the same.
 */
export const giveEachOtherAway = (one: GiveawayReading, other: GiveawayReading): boolean =>
  tells(one, other) || tells(other, one) || asksTheSame(one.item, other.item);

const tells = ({ told }: GiveawayReading, { keys, asked }: GiveawayReading): boolean =>
  told.some((text) => keys.some((key) => contains(text, key, asked) || states(text, key, asked)));

function contains(text: ReadText, key: ReadText, asked: ReadonlySet<string>): boolean {
  if (!text.phrase.includes(key.phrase)) return false;
  const isShort = key.stems.size === 1 && key.phrase.length < SHORT_WORD + 2;
  return !isShort || containment(asked, text.stems) > 0;
}

const states = (text: ReadText, key: ReadText, asked: ReadonlySet<string>): boolean =>
  containment(key.stems, text.stems) >= KEY_SHARE && containment(asked, text.stems) >= ASKED_SHARE;

const asksTheSame = (one: QuestionReading, other: QuestionReading): boolean =>
  findDuplicateStem(one, [other]) !== null || findSameFact(one, [other]) !== null;
