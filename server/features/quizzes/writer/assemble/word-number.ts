import { nounKind } from '#server/language/wordnet.ts';

/** "Physics" and "analysis" are no plurals. */
export const isPlural = (term: string): boolean => /[^siu]s$/u.test(term) && !/ics$/u.test(term);

/** A term in the plural or the singular, as its last word shows. Uncountable nouns are left alone. */
export function withNumberOf(term: string, plural: boolean, countable: boolean): string {
  if (isPlural(term) === plural || !countable) return term;
  return plural ? pluralOf(term) : singularOf(term);
}

export function pluralOf(term: string): string {
  if (/[^aeiou]y$/u.test(term)) return `${term.slice(0, -1)}ies`;
  if (/(?:s|x|z|ch|sh)$/u.test(term)) return `${term}es`;
  return `${term}s`;
}

export function singularOf(term: string): string {
  if (/ies$/u.test(term)) return `${term.slice(0, -3)}y`;
  return /(?:xes|ches|shes|sses)$/u.test(term) ? term.slice(0, -2) : term.slice(0, -1);
}

/** WordNet's animals, artefacts, bodies, groups, objects, persons, plants, and possessions. */
const COUNTABLE_KINDS = new Set([5, 6, 8, 14, 15, 17, 18, 20, 21]);
export const isCountableNoun = (noun: string): boolean => COUNTABLE_KINDS.has(nounKind(noun));
