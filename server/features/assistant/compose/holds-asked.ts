import { listWords } from '#contract/question-rules/words.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import type { ComposedStatement } from '../composed-answer.ts';
import { fitAmount, readAskedAmount } from './asked-amount.ts';
import { holdsDate, holdsName, holdsPerson } from './kind-fit.ts';
import type { Question } from './read-question.ts';
import { compareWords, type WordLikeness } from './compare-words.ts';

/** A unit that is not the asked one gives an amount this value at most. */
const RIGHT_AMOUNT = 0.6;

/**
 * {@link holdsAsked}, once the words that are counted and those of the statements have been compared.
 * @throws what `embed` throws, except `TextEmbedderUnavailableError`
 */
export async function answersWhatIsAsked(
  question: Question,
  statements: readonly Pick<ComposedStatement, 'text'>[],
  embed: Embed | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const counted = question.kind === 'number' ? readAskedAmount(question.text).counted : undefined;
  const words = counted === undefined ? [] : [counted, ...statements.flatMap(({ text }) => listWords(text))];
  return holdsAsked(question, statements, await compareWords(words, embed, signal));
}

/**
 * Whether what was asked for is there at all: a number, somebody, a time. An answer without it is none, however near its
 * sentences come. True of every other question.
 */
export function holdsAsked(
  question: Question,
  statements: readonly Pick<ComposedStatement, 'text'>[],
  likeness: WordLikeness,
): boolean {
  const holds = (isIt: (text: string) => boolean): boolean => statements.some(({ text }) => isIt(text));
  switch (question.kind) {
    case 'number': {
      const amount = readAskedAmount(question.text);
      return holds((text) => fitAmount(text, amount, likeness) >= RIGHT_AMOUNT);
    }
    case 'who':
      return holds((text) =>
        MADE.test(question.text) ? holdsName(text, question.stems) : holdsPerson(text, question.stems),
      );
    case 'when':
      return holds((text) => holdsDate(text) || (!PAST.test(question.text) && CONDITION.test(text)));
    default:
      return true;
  }
}

/** Whoever did such a thing has a name. */
const MADE =
  /\b(?:invent|discover|found(?:ed|er)|coin(?:ed)?|wrote|written|design|propos|compos|paint|prove[dn]|named)\p{L}*/iu;
/** What happened once has a date; what happens again and again has a condition. */
const PAST = /\bwhen (?:was|were|did)\b|\b(?:what|which) (?:year|century|decade|date)\b/iu;
const CONDITION =
  /\b(?:when|if|until|once|after|before|during|while|as soon as|unless|within|above|below|at)\b/iu;
