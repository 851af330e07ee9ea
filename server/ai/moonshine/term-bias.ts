interface TermNode {
  readonly children: Map<string, TermNode>;
  /** What a text from the root to here adds. */
  readonly bonus: number;
  /** Whether a term ends here. */
  isTerm: boolean;
  /** Tokens that lead from here to the beginning of a term; found when first asked for. */
  tokens: readonly number[] | undefined;
}

/** How far into a term a text is, and what its terms add to its log probability. */
export interface TermState {
  /** The beginning of a term that the last word matches; undefined if it matches none. */
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

const createNode = (bonus: number): TermNode => ({
  children: new Map(),
  bonus,
  isTerm: false,
  tokens: undefined,
});

/**
 * @param tokenTexts the text of each token in lower case, with a space before the first of a word
 * @param bonus for each character of a term, as a log probability
 */
export function createTermBias(
  terms: readonly string[],
  tokenTexts: readonly string[],
  bonus: number,
): TermBias {
  const root = createNode(0);
  const wholeWords = new Set(tokenTexts);
  for (const term of terms) {
    const word = ` ${term.toLowerCase()}`;
    // A word that is one token is common: the model knows it.
    if (!wholeWords.has(word)) addWord(root, word, bonus);
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
      if (next !== undefined) return { node: next, earned, pending: next.bonus };
      // The word ends here, or it is another one.
      const whole = node?.isTerm === true && !/^\p{L}/u.test(text) ? node.bonus : 0;
      const first = text.startsWith(' ') ? follow(root, text) : undefined;
      return { node: first, earned: earned + whole, pending: first?.bonus ?? 0 };
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
    length += character.length;
    const child = node.children.get(character) ?? createNode(bonus * length);
    node.children.set(character, child);
    node = child;
  }
  node.isTerm = true;
}

function follow(from: TermNode, text: string): TermNode | undefined {
  let node: TermNode | undefined = from;
  for (const character of text) {
    node = node.children.get(character);
    if (node === undefined) return undefined;
  }
  return node;
}
