import { contentStems, listWords, overlap, stemWord } from '../../../../../items/words.ts';
import type { Similarity } from '../../../../language/similarity.ts';
import { compareKinds, genusIn, headOf } from '../compose/kinds-of-terms.ts';
import { sameTerm, type NamedTerm, type TermFact } from './term-fact.ts';

/** A term that may be a wrong answer beside another. */
export interface Sibling {
  readonly term: string;
  /** How alike in kind the two are: 0 to 1 or a little more. */
  readonly likeness: number;
  /** As the lesson has it; undefined where the model proposed it. */
  readonly named?: NamedTerm;
}

/** Below this, a reader sees at a glance that two terms are of different kinds. */
export const LEAST_LIKENESS = 0.42;

/** What a term is compared by: its kind tells "plug" of a lock from "plug" of a cable. */
export const describeTerm = (fact: Pick<NamedTerm, 'term' | 'kind'>): string => `${fact.term} (${fact.kind})`;

/** The other terms of the lesson that are of the same kind as a fact's, nearest first. */
export function listSiblings(fact: TermFact, terms: readonly NamedTerm[], similarity: Similarity): Sibling[] {
  const siblings: Sibling[] = [];
  for (const other of terms) {
    if (!canStandBeside(fact, other.term) || isSaidOfBoth(fact, other)) continue;
    const kinds = kindOverlap(fact, other);
    const score =
      0.5 * similarity.between(describeTerm(fact), describeTerm(other)) +
      0.3 * kinds +
      0.2 * compareKinds(fact.term, other.term) +
      (sharesHead(fact.term, other.term) ? 0.12 : 0) +
      (fact.passage.section === other.passage.section ? 0.06 : 0);
    if (score >= LEAST_LIKENESS) siblings.push({ term: other.term, likeness: score, named: other });
  }
  return siblings.sort((one, other) => other.likeness - one.likeness);
}

const isSaidOfBoth = (fact: TermFact, { said }: NamedTerm): boolean =>
  said !== undefined && (said === fact.said || fact.question.includes(said));

/** "active immunity" and "innate immunity". */
const sharesHead = (one: string, other: string): boolean =>
  one.includes(' ') && other.includes(' ') && stemWord(headOf(one)) === stemWord(headOf(other));

/** Two kinds are alike when their nouns are, as the model names them or as the definitions begin. */
function kindOverlap(one: NamedTerm, other: NamedTerm): number {
  const kinds = kindsOf(one);
  const others = kindsOf(other);
  let best = 0;
  for (const kind of kinds)
    for (const otherKind of others) {
      const same = stemWord(headOf(kind)) === stemWord(headOf(otherKind));
      const shared = overlap(contentStems(kind), contentStems(otherKind));
      // "load on a bridge" and "type of bridge" share a word and no kind.
      best = Math.max(best, same ? Math.max(0.7, shared) : 0.4 * shared);
    }
  return best;
}

const kindsOf = ({ kind, meaning }: NamedTerm): string[] =>
  [kind, meaning === undefined ? '' : (genusIn(meaning) ?? '')].filter(
    (each) => each !== '' && !HOLLOW_KINDS.test(each),
  );

/** Kinds that say nothing of what a thing is. */
const HOLLOW_KINDS = /^(?:thing|part|component|event|action|idea|term|concept|on|of|in)s?\b(?! of)/iu;

/**
 * False for terms that cannot be a wrong answer: the same term, one that contains the other ("market" and "competitive
 * market"), and one that the question names.
 */
export function canStandBeside(fact: TermFact, term: string): boolean {
  if (sameTerm(fact.term, term)) return false;
  const own = new Set(listWords(fact.term).map(stemWord));
  const others = new Set(listWords(term).map(stemWord));
  const [small, large] = own.size <= others.size ? [own, others] : [others, own];
  if ([...small].every((word) => large.has(word))) return false;
  const asked = new Set(listWords(fact.question).map(stemWord));
  return ![...others].every((word) => asked.has(word));
}
