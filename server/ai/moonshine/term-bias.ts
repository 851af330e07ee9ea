interface TermNode {
  readonly children: Map<string, TermNode>;
  /** What the beginning of a term up to here adds. */
  pending: number;
  /** What a whole term that ends here adds; undefined where none does. */
  earned: number | undefined;
  /** Tokens that lead from here to the beginning of a term; found when first asked for. */
  tokens: readonly number[] | undefined;
}

/** Words that are preferred by the same bonus. */
export interface PreferredWords {
  readonly words: readonly string[];
  /** For each character, as a log probability. */
  readonly bonus: number;
}

/** How far into a term a text is, and what its terms add to its log probability. */
export interface TermState {
  /** The beginning of a term that the last word is; undefined when it is none. */
  readonly node: TermNode | undefined;
  /** For whole terms. */
  readonly earned: number;
  /** For the beginning of a term; lost when the word turns out to be another one. */
  readonly pending: number;
}

/** Prefers certain words, such as the terms of a course, while a text is written token by token (shallow fusion). */
export interface TermBias {
  readonly start: TermState;
  advance(state: TermState, token: number): TermState;
  /** Tokens that begin or continue a term. */
  listTokens(state: TermState): readonly number[];
}

const createNode = (): TermNode => ({
  children: new Map(),
  pending: 0,
  earned: undefined,
  tokens: undefined,
});

/**
 * @param groups a word of several groups gets the greatest bonus
 * @param tokenTexts the text of each token in lower case, with a space before the first of a word
 */
export function createTermBias(groups: readonly PreferredWords[], tokenTexts: readonly string[]): TermBias {
  const root = createNode();
  const wholeWords = new Set(tokenTexts);
  for (const { words, bonus } of groups) {
    for (const term of words) {
      const word = ` ${term.toLowerCase()}`;
      // A word that is one token is common: the model knows it.
      if (!wholeWords.has(word)) addWord(root, word, bonus);
    }
  }

  const findTokens = (node: TermNode): readonly number[] =>
    (node.tokens ??= tokenTexts.flatMap((text, token) =>
      text !== '' && follow(node, text) !== undefined ? [token] : [],
    ));

  return {
    start: { node: undefined, earned: 0, pending: 0 },
    advance({ node, earned }, token) {
      const text = tokenTexts[token] ?? '';
      const next = node === undefined || text === '' ? undefined : follow(node, text);
      if (next !== undefined) return { node: next, earned, pending: next.pending };
      // The word ends here, or it is another one.
      const whole = /^\p{L}/u.test(text) ? 0 : (node?.earned ?? 0);
      const first = text.startsWith(' ') ? follow(root, text) : undefined;
      return { node: first, earned: earned + whole, pending: first?.pending ?? 0 };
    },
    listTokens: ({ node }) =>
      node === undefined ? findTokens(root) : [...findTokens(node), ...findTokens(root)],
  };
}

/** @param word with a space in front, which adds nothing */
function addWord(root: TermNode, word: string, bonus: number): void {
  let node = root;
  let length = -1;
  for (const character of word) {
    const child = node.children.get(character) ?? createNode();
    node.children.set(character, child);
    node = child;
    length += character.length;
    node.pending = Math.max(node.pending, bonus * length);
  }
  node.earned = Math.max(node.earned ?? 0, bonus * length);
}

function follow(from: TermNode, text: string): TermNode | undefined {
  let node: TermNode | undefined = from;
  for (const character of text) {
    node = node.children.get(character);
    if (node === undefined) return undefined;
  }
  return node;
}
