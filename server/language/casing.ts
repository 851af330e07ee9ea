import type { Token } from './tokens.ts';
import { isPrintedAsName, listNounMeanings, nounKind } from './wordnet.ts';

/** Kinds of countable things: animals, artefacts, groups, places, objects, persons, plants. */
const COUNTABLE_KINDS = new Set([5, 6, 14, 15, 17, 18, 20]);

const isCommonNoun = (word: string): boolean => nounKind(word) >= 0 && isPrintedAsName(word) !== true;

/** WordNet knows these as names first, lessons hardly ever. */
const COLOURS = new Set(['white', 'black', 'brown', 'green', 'gray', 'grey']);

/** Knows which words of a lesson carry their capital by right and which only because a sentence begins with them. */
export class Casing {
  readonly #lower = new Set<string>();
  readonly #named = new Set<string>();
  readonly #bare = new Set<string>();

  /** Learns from a sentence: a capital in mid-sentence is a name's, unless the whole sentence is in capitals. */
  learn(tokens: readonly Token[]): void {
    tokens.forEach((token, index) => {
      if (!/^\p{L}/u.test(token.text)) return;
      if (token.text === token.lower) this.#lower.add(token.lower);
      else if (index === 0 && token.pos === 'PROPN' && ['VERB', 'AUX', 'PART'].includes(tokens[1]?.pos ?? ''))
        this.#bare.add(token.lower);
      else if (
        index > 0 &&
        !/^["“‘'(:]$/u.test(tokens[index - 1]?.text ?? '') &&
        // "the Pacific Ocean" makes no name of "ocean".
        !(/^\p{Lu}/u.test(tokens[index - 1]?.text ?? '') && isCommonNoun(token.lower))
      )
        this.#named.add(token.lower);
    });
  }

  /** True when the word keeps its capital everywhere. */
  isName(word: string): boolean {
    const lower = word.toLowerCase().replace(/['’]s$/u, '');
    // "Newton's law", though "one newton" occurs elsewhere.
    if (
      /^\p{Lu}.*['’]s$/u.test(word) &&
      listNounMeanings(lower).some(({ words }) => words.some((printed) => printed === word.slice(0, -2)))
    )
      return true;
    if (word === 'I' || /\p{L}.*(?:\p{Lu}|\d)/u.test(word)) return true;
    if (this.#lower.has(lower)) return false;
    if (this.#named.has(lower)) return true;
    // "Python adopted …": a countable noun in the singular always has an article, so this is a name.
    if (this.#bare.has(lower) && !lower.endsWith('s') && COUNTABLE_KINDS.has(nounKind(lower))) return true;
    if (COLOURS.has(lower)) return false;
    return isPrintedAsName(lower) ?? isPrintedAsName(lower.replace(/s$/u, '')) ?? false;
  }

  /** The phrase as it appears in mid-sentence: its first word loses a capital that was only the sentence's. */
  lowerInitial(phrase: string): string {
    const first = /^\p{L}[\p{L}\p{M}\d'’-]*/u.exec(phrase)?.[0];
    if (first === undefined || first === first.toLowerCase()) return phrase;
    const second = /^\S+\s+(\p{L}[\p{L}'’-]*)/u.exec(phrase)?.[1];
    const determiner =
      /^(?:a|an|the|its|their|his|her|some|each|every|most|many|all|no|both|this|these|when|if)$/iu;
    if (first.length === 1 && first !== 'A') return phrase;
    if (!determiner.test(first)) {
      if (this.isName(first)) return phrase;
      // "Adam Smith", "Bank Rate": two capitals side by side are one name, unless the first is known in small letters.
      const secondIsName =
        second !== undefined && second.length > 1 && second !== second.toLowerCase() && this.isName(second);
      if (secondIsName && !this.#lower.has(first.toLowerCase())) return phrase;
    }
    return first.slice(0, 1).toLowerCase() + phrase.slice(1);
  }
}
