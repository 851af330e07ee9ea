import type { LlamaModel, Token } from 'node-llama-cpp';

const SPELLINGS = {
  yes: ['Yes', 'yes', 'YES', ' Yes', ' yes', ' YES'],
  no: ['No', 'no', 'NO', ' No', ' no', ' NO'],
} as const;

export interface YesNoTokens {
  readonly yes: ReadonlySet<Token>;
  readonly no: ReadonlySet<Token>;
}

/**
 * The tokens that begin with Yes or No in any casing, with or without a space before.
 * @throws when the vocabulary has no such tokens.
 */
export function findYesNoTokens(model: LlamaModel): YesNoTokens {
  const find = (spellings: readonly string[]): Set<Token> => {
    const found = new Set<Token>();
    for (const spelling of spellings) {
      const [token, ...rest] = model.tokenize(spelling);
      if (token !== undefined && rest.length === 0) found.add(token);
    }
    if (found.size === 0) throw new Error('The model has no tokens for Yes and No.');
    return found;
  };
  return { yes: find(SPELLINGS.yes), no: find(SPELLINGS.no) };
}

/** The share of Yes in the probability of both; one half where the model expects neither. */
export function weighYes(probabilities: ReadonlyMap<Token, number>, { yes, no }: YesNoTokens): number {
  const sum = (tokens: ReadonlySet<Token>): number => {
    let total = 0;
    for (const token of tokens) total += probabilities.get(token) ?? 0;
    return total;
  };
  const forYes = sum(yes);
  const both = forYes + sum(no);
  return both > 0 ? forYes / both : 0.5;
}
