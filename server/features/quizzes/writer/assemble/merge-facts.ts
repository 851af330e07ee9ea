import { keyOfTerm, type NamedTerm, type TermFact } from './term-fact.ts';

/** What a definition gains where the model names the term as well. */
const AGREEMENT = 0.1;

/**
 * One fact a term. A definition that the rules found keeps its wording and takes the model's kind, which groups terms better
 * than the definition's first noun does; a fact that both found is the safest.
 */
export function mergeFacts(
  definitions: readonly TermFact[],
  extracted: readonly TermFact[],
  named: readonly NamedTerm[],
): TermFact[] {
  const kinds = new Map<string, string>();
  for (const { term, kind } of named) if (!kinds.has(keyOfTerm(term))) kinds.set(keyOfTerm(term), kind);
  const merged = new Map<string, TermFact>();
  for (const fact of definitions) {
    const key = keyOfTerm(fact.term);
    const kind = kinds.get(key);
    merged.set(key, kind === undefined ? fact : { ...fact, kind, trust: fact.trust + AGREEMENT });
  }
  for (const fact of extracted) {
    const known = merged.get(keyOfTerm(fact.term));
    if (known === undefined || known.trust < fact.trust) merged.set(keyOfTerm(fact.term), fact);
  }
  return dropShared([...merged.values()]);
}

/** Where the model says the same of several terms, it is right about one at most: the most trusted, if one is. */
function dropShared(facts: readonly TermFact[]): TermFact[] {
  return facts.filter((fact) =>
    facts.every((other) => other === fact || other.question !== fact.question || other.trust < fact.trust),
  );
}

/** Every term that may be a wrong answer: those that are explained, and those that are only named. */
export function listNamedTerms(facts: readonly TermFact[], named: readonly NamedTerm[]): NamedTerm[] {
  const terms = new Map<string, NamedTerm>();
  for (const term of [...facts, ...named])
    if (!terms.has(keyOfTerm(term.term))) terms.set(keyOfTerm(term.term), term);
  return [...terms.values()];
}
