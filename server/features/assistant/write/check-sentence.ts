import {
  containment,
  contentStems,
  listWords,
  isStopWord,
  stemWord,
} from '#contract/question-rules/words.ts';
import { splitSentences } from '#server/documents/sentences.ts';
import type { FoundPassage } from '#server/features/search/found-passage.ts';
import { checkSupport, listComparedTexts, withoutOrders } from '#server/ai/language-model/check-support.ts';
import { findForeignMatter, speaksToModel } from '#server/ai/language-model/plain-text.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import { isKnownVerb, isSameOrKindOf, nounKind } from '#server/language/wordnet.ts';
import type { Source } from '../composed-answer.ts';
import type { WrittenSentence } from './read-sentences.ts';

const MOST_CHARACTERS = 400;
/** How many of a sentence's other words must be near its number. */
const SHARE_BESIDE_NUMBER = 0.34;

/** Holds the sentences of a model against the passages it was given. */
export class SentenceCheck {
  readonly #passages: readonly FoundPassage[];
  readonly #embed: Embed | undefined;
  readonly #isUncertain: (quote: string) => boolean;
  readonly #orders: ReadonlySet<string>;

  /**
   * @param embed undefined while the model that compares meanings is missing: then only words are compared.
   * @param isUncertain whether a quote is speech that was not understood and so supports nothing
   */
  constructor(
    passages: readonly FoundPassage[],
    embed: Embed | undefined,
    isUncertain: (quote: string) => boolean = () => false,
  ) {
    this.#isUncertain = isUncertain;
    this.#passages = passages;
    this.#embed = embed;
    this.#orders = listOrderedStems(passages);
  }

  /**
   * The words of a passage that say what the sentence says: of the passage it cites or, where that does not say it or none
   * is cited, of another one that was given. Undefined when none does.
   */
  async findSupport({ text, cited }: WrittenSentence, signal?: AbortSignal): Promise<Source | undefined> {
    if (findForeignMatter(text, MOST_CHARACTERS) !== null) return undefined;
    if ([...contentStems(text)].some((stem) => this.#orders.has(stem))) return undefined;
    const named = cited.flatMap((number) => this.#passages[number - 1] ?? []);
    const others = this.#passages.filter((passage) => !named.includes(passage));
    for (const passage of [...named, ...others]) {
      const source = await this.#supportIn(text, passage, signal);
      if (source !== undefined) return source;
    }
    return undefined;
  }

  async #supportIn(
    text: string,
    passage: FoundPassage,
    signal: AbortSignal | undefined,
  ): Promise<Source | undefined> {
    const cited = { passage: { ...passage, id: passage.passageId }, lessonTitle: passage.lessonTitle };
    const { text: clean, heading } = withoutOrders(passage);
    const title = speaksToModel(passage.lessonTitle) ? '' : passage.lessonTitle;
    if (findForeignWord(text, `${title} ${heading ?? ''} ${clean}`) !== undefined) return undefined;
    // By the words first: most passages do not hold them, and need not be compared by meaning.
    if (!checkSupport(text, cited, () => 1).supported) return undefined;
    const likeness = await this.#compare(listComparedTexts(text, cited.passage), signal);
    const support = checkSupport(text, cited, () => likeness);
    if (!support.supported) return undefined;
    const { quote } = support.evidence;
    return holdsNumbers(quote, text) && !this.#isUncertain(quote) ? { passage, quote } : undefined;
  }

  async #compare(texts: readonly string[], signal: AbortSignal | undefined): Promise<number> {
    if (this.#embed === undefined) return 1;
    const [one, other] = await this.#embed(texts, signal);
    if (one === undefined || other === undefined) return 1;
    return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
  }
}

/** Each number must be in a quoted sentence about the same thing, not only somewhere near. */
function holdsNumbers(quote: string, text: string): boolean {
  const numbers = listNumbers(text);
  if (numbers.length === 0) return true;
  const about = new Set([...contentStems(text)].filter((stem) => !/\d/u.test(stem)));
  const sentences = splitSentences(quote).map((sentence) => ({
    numbers: new Set(listNumbers(sentence.text)),
    share: containment(about, contentStems(sentence.text)),
  }));
  return numbers.every((number) =>
    sentences.some((sentence) => sentence.numbers.has(number) && sentence.share >= SHARE_BESIDE_NUMBER),
  );
}

const listNumbers = (text: string): string[] =>
  listWords(text)
    .filter((word) => /\d/u.test(word))
    .map((word) => word.replaceAll(',', ''));

/** Words of orders to a language model, which no lesson uses. */
function listOrderedStems(passages: readonly FoundPassage[]): ReadonlySet<string> {
  const taught = new Set<string>();
  const ordered = new Set<string>();
  for (const passage of passages) {
    const clean = withoutOrders(passage);
    for (const stem of contentStems(`${clean.heading ?? ''} ${clean.text}`)) taught.add(stem);
    const kept = new Set(splitSentences(clean.text).map(({ text }) => text));
    for (const { text } of splitSentences(passage.text))
      if (!kept.has(text)) for (const stem of contentStems(text)) ordered.add(stem);
    if (clean.heading === null) for (const stem of contentStems(passage.heading ?? '')) ordered.add(stem);
  }
  return new Set([...ordered].filter((stem) => !taught.has(stem)));
}

/**
 * WordNet's kinds of nouns that name no separate things, so that a paraphrase may need one: acts,
 * attributes, thoughts, talk, events, feelings, motives, phenomena, processes, quantities, relations, shapes, states, times.
 */
const ABSTRACT_KINDS = new Set([3, 4, 7, 9, 10, 11, 12, 16, 19, 22, 23, 24, 25, 26, 28]);
/** Looked at in long passages; the first hundred words or so decide. */
const MOST_COMPARED = 150;

/**
 * A word of a sentence that cannot be another way to say what its passage says: a thing, a being or a name that the passage
 * has no word for. Verbs, adverbs and nouns of abstract kinds may be an author's own.
 */
function findForeignWord(text: string, context: string): string | undefined {
  const known = contentStems(context);
  const words = listWords(text);
  return words.find((word, index) => {
    // Numbers are looked at by themselves.
    if (isStopWord(word) || /\d/u.test(word) || word.endsWith('ly')) return false;
    if (known.has(stemWord(word))) return false;
    // At the beginning of a sentence a name looks like any other word.
    if (index === 0) return true;
    const forms = formsOf(word);
    if (forms.some((form) => isKnownVerb(form))) return false;
    const noun = forms.find((form) => nounKind(form) > 0);
    if (noun === undefined) return !looksDescribing(word);
    return !ABSTRACT_KINDS.has(nounKind(noun)) && !hasKin(noun, context);
  });
}

/** The word, and what it may be a form of. */
const formsOf = (word: string): string[] => {
  const stem = stemWord(word);
  return [...new Set([word, word.replace(/s$/u, ''), stem, `${stem}e`])];
};

/** Adjectives by their ending; WordNet's nouns and verbs hold no others. */
const looksDescribing = (word: string): boolean =>
  /(?:able|ible|al|ant|ar|ary|ed|en|ent|er|est|ful|ic|ing|ive|less|ory|ous|y)$/u.test(word);

function hasKin(noun: string, context: string): boolean {
  const words = [...new Set(listWords(context))].filter((word) => !isStopWord(word)).slice(0, MOST_COMPARED);
  return words.some((word) =>
    formsOf(word).some((form) => isSameOrKindOf(noun, form) || isSameOrKindOf(form, noun)),
  );
}
