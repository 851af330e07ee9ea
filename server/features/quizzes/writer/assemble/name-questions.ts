import { headOf } from '../compose/kinds-of-terms.ts';
import { upperInitial } from '../../../../language/clean-sentence.ts';
import { canStandBeside, type Sibling } from './choose-siblings.ts';
import type { QuestionDraft } from './question-draft.ts';
import { keyOfTerm, type NamedTerm, type TermFact } from './term-fact.ts';
import { isCountableNoun, isPlural, withNumberOf } from './word-number.ts';

const DISTRACTORS = 3;
const POOL = 7;
/** Siblings less alike than this come after the terms that the model proposes. */
export const NEAR = 0.55;
/** How alike in kind a proposed term is taken to be. */
const PROPOSED_LIKENESS = 0.45;
/** Where not all options can be plurals, the key stands out a little. */
const UNEVEN_NUMBER = 0.08;

/** "What name is given to …?" and "Which part of a lock …?": the key is the term, and its siblings are wrong. */
export function writeNameQuestion(fact: TermFact, siblings: readonly Sibling[]): QuestionDraft {
  const chosen: Sibling[] = [];
  for (const sibling of siblings) {
    if (chosen.length === POOL) break;
    if (chosen.every((other) => canStandBeside({ ...fact, term: other.term }, sibling.term)))
      chosen.push(sibling);
  }
  const nearCount = chosen.filter((each) => each.likeness >= NEAR).length;
  const first = Array.from(
    { length: DISTRACTORS },
    (_, index) => chosen[index]?.likeness ?? PROPOSED_LIKENESS,
  );
  const likeness = first.reduce((sum, each) => sum + each, 0) / DISTRACTORS;
  const pool = chosen.map(({ term, named }) => inNumberOf(fact, term, named));
  const uneven = isPlural(fact.term) && pool.slice(0, DISTRACTORS).some((term) => !isPlural(term));
  return {
    form: 'name',
    level: 'remember',
    stem: fact.question,
    key: upperInitial(fact.term),
    pool: pool.map(upperInitial),
    nearCount,
    ...(nearCount < DISTRACTORS ? { wanting: fact } : {}),
    topic: keyOfTerm(fact.term),
    quote: fact.quote,
    passage: fact.passage,
    worth: 0.5 * fact.trust + 0.5 * Math.min(1, likeness) - (uneven ? UNEVEN_NUMBER : 0),
  };
}

/** A wrong answer takes the number of the key as far as its noun has one. */
export function inNumberOf(fact: TermFact, term: string, other: NamedTerm | undefined): string {
  const countable =
    isPlural(term) ||
    /^an?$/u.test(other?.article ?? '') ||
    isCountableNoun(headOf(term)) ||
    other === undefined;
  return withNumberOf(term, isPlural(fact.term), countable);
}
