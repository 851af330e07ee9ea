import { sentenceEnd } from './analysis.ts';
import { parseClause, type Clause } from './clause.ts';
import type { Sentence } from './sentence.ts';

/** "A does P, whereas B does Q." */
export interface Contrast {
  readonly first: Clause;
  readonly second: Clause;
}

/** "A does P, whereas B does Q": both clauses with subjects of their own. */
export function findContrast({ tokens, clause }: Sentence): Contrast | undefined {
  const at = tokens.findIndex(
    (token, index) =>
      ['whereas', 'while'].includes(token.lower) && index > 2 && tokens[index - 1]?.text === ',',
  );
  if (at < 0 || !clause || clause.subjectStart > 0) return undefined;
  const first = parseClause(tokens, 0, at - 1);
  const second = parseClause(tokens, at + 1, sentenceEnd(tokens));
  if (!first || !second || first.negated || second.negated) return undefined;
  return { first, second };
}
