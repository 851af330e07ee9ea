import { keyOfTerm, type NamedTerm, type TermFact } from './term-fact.ts';

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
    merged.set(key, kind === undefined ? fact : { ...fact, kind, trust: 1.1 });
  }
  for (const fact of extracted) {
    const known = merged.get(keyOfTerm(fact.term));
    if (known === undefined || known.trust < fact.trust) merged.set(keyOfTerm(fact.term), fact);
  }
  return [...merged.values()];
}

/** Every term that may be a wrong answer: those that are explained, and those that are only named. */
export function listNamedTerms(facts: readonly TermFact[], named: readonly NamedTerm[]): NamedTerm[] {
  const terms = new Map<string, NamedTerm>();
  for (const term of [...facts, ...named])
    if (!terms.has(keyOfTerm(term.term))) terms.set(keyOfTerm(term.term), term);
  return [...terms.values()];
}
