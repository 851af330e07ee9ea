import { contentStems, overlap } from '../../../../../items/words.ts';
import type { Similarity } from '../../../../language/similarity.ts';
import { nounKind } from '../../../../language/wordnet.ts';
import { canStandBeside, type Sibling } from './choose-siblings.ts';
import type { TermFact } from './term-fact.ts';

const LEAST_NEARNESS = 0.22;
/** Nearer than this it is a synonym. */
const MOST_NEARNESS = 0.8;
/** Proposals rank below the lesson's own terms, which students have met. */
const PROPOSED_LIKENESS = 0.4;

/** Proposed terms that belong to the same field as a fact's term and are neither it nor a spelling of it, in their order. */
export function checkProposedTerms(
  fact: TermFact,
  proposed: readonly string[],
  similarity: Similarity,
): Sibling[] {
  const accepted: Sibling[] = [];
  for (const printed of proposed) {
    const term = printed.trim().replace(/^(?:an?|the)\s+/iu, '');
    if (!/^[\p{L}][\p{L}\d' ’-]{2,40}$/u.test(term) || term.split(' ').length > 4) continue;
    if (!canStandBeside(fact, term)) continue;
    if (accepted.some((other) => overlap(contentStems(other.term), contentStems(term)) > 0.6)) continue;
    const near = similarity.between(fact.term, term);
    if (near < LEAST_NEARNESS || near > MOST_NEARNESS) continue;
    if (
      similarity.between(fact.meaning ?? fact.question, term) >
      similarity.between(fact.meaning ?? fact.question, fact.term) + 0.1
    )
      continue;
    accepted.push({ term, likeness: PROPOSED_LIKENESS + 0.1 * near });
  }
  return accepted;
}

/** Whether a dictionary has the term. The model also makes terms up: "infectious immunity", "deadly shots". */
export const isInDictionary = (term: string): boolean =>
  [term, term.replace(/s$/u, '')].some((form) => nounKind(form.toLowerCase()) >= 0);
