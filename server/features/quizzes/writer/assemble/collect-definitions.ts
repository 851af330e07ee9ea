import { contentStems } from '#contract/question-rules/words.ts';
import type { LessonAnalysis } from '#server/language/analysis.ts';
import type { Definition, Naming } from '#server/language/definitions.ts';
import { pointsElsewhere } from '#server/language/sentence.ts';
import { readTokens } from '#server/language/tokens.ts';
import { genusIn, isPersonName } from '../compose/kinds-of-terms.ts';
import { revealsTerm } from './check-extracted-term.ts';
import { keyOfTerm, type TermFact, type NamedTerm } from './extract-terms.ts';

const FEWEST_MEANING_WORDS = 4;
const MOST_MEANING_WORDS = 24;
/** "A part of haemoglobin" fits too many things. */
const FEWEST_TELLING_WORDS = 3;
/** What a pronoun stands for must be in the description itself: "terms that bind a person as soon as it is accepted". */
const LOOSE_PRONOUN =
  /\b(?:they|them|he|she|you|your|we|our|this|these)\b|\bit(?! (?:is|has|was)\b)|^(?:\S+ ){0,5}it\b/iu;
/** Words that a lesson explains in passing, "the target is …", without teaching them. */
const NO_TERMS =
  /^(?:target|aim|goal|reason|result|answer|problem|rule|idea|point|case|choice|bridge|part|thing|film|book)s?$/iu;

const UNUSABLE_MEANINGS = [
  LOOSE_PRONOUN,
  /\b(?:known as|called)\b/u,
  / that \w+$/u,
  // "the part that is tailored to an invader": of what it is a part, only the sentence before says.
  /^the (?:part|one|side|kind|type|form) (?:that|which)\b/iu,
];
/** "The Orion Nebula": a name is no term. */
const NAME = /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+$/u;

/** The definitions that the rules of `server/language` recognise. They are few, and nearly all of them are right. */
export function collectDefinitions(
  facts: readonly (Definition | Naming)[],
  analysis: LessonAnalysis,
): TermFact[] {
  const found = new Map<string, TermFact>();
  for (const fact of facts) {
    const read = readDefinition(fact, analysis);
    if (read === undefined || (found.get(read.term)?.meaning?.length ?? 0) >= read.meaning.length) continue;
    // The longest explanation of a term counts, in its place in the lesson.
    found.delete(read.term);
    found.set(read.term, read);
  }
  return [...found.values()];
}

function readDefinition(
  fact: Definition | Naming,
  analysis: LessonAnalysis,
): (TermFact & { readonly meaning: string }) | undefined {
  const isDefinition = fact.kind === 'definition';
  if (isDefinition && (fact.be === 'was' || fact.be === 'were')) return undefined;
  const term = isDefinition ? fact.bareTerm : fact.name;
  const meaning = trimMeaning(isDefinition ? fact.meaning : fact.described);
  const kind = genusIn(meaning) ?? '';
  const isUsable = isTerm(term, analysis) && isMeaning(meaning) && !revealsTerm(meaning, term, kind);
  if (!isUsable) return undefined;
  return {
    term,
    article: isDefinition ? (/^(?:an?|the)(?=\s)/iu.exec(fact.term)?.[0] ?? '').toLowerCase() : '',
    plural: fact.plural,
    kind,
    question: `What name is given to ${meaning}?`,
    meaning,
    quote: fact.sentence.quote,
    passage: fact.sentence.passage,
    trust: contentStems(meaning).size < FEWEST_TELLING_WORDS ? 0.7 : 1,
  };
}

const isTerm = (term: string, analysis: LessonAnalysis): boolean =>
  !NO_TERMS.test(term) && !NAME.test(term) && !isPersonName(term, analysis);

function isMeaning(meaning: string): boolean {
  const words = meaning.split(' ').length;
  return (
    words >= FEWEST_MEANING_WORDS &&
    words <= MOST_MEANING_WORDS &&
    startsAsPhrase(meaning) &&
    !pointsElsewhere(meaning) &&
    !lacksVerb(meaning) &&
    !UNUSABLE_MEANINGS.some((pattern) => pattern.test(meaning))
  );
}

/** "the process by which green plants": cut off at a comma. */
function lacksVerb(meaning: string): boolean {
  const [, clause] = / (?:by|in|at|through|from|to|on|for) which (.+)$/u.exec(meaning) ?? [];
  return clause !== undefined && !readTokens(clause).some(({ pos }) => pos === 'VERB' || pos === 'AUX');
}

const startsAsPhrase = (meaning: string): boolean =>
  /^(?:an?|the|any|one)\s/iu.test(meaning) ||
  /^\p{L}+s\b/u.test(meaning) ||
  /^\p{L}+ \p{L}+s\b/u.test(meaning);

/** Examples and asides explain nothing further, and often give the answer away. */
const trimMeaning = (meaning: string): string =>
  meaning
    .replace(/,? (?:for example|for instance|such as|including|by convention|e\.g\.)\b.*$/iu, '')
    .replace(/^any\b/u, 'an')
    .replace(/^an (?=[^aeiou])/iu, 'a ')
    .replace(/[,;.\s]+$/u, '');

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
