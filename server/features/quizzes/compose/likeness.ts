import type { LessonAnalysis } from '../../../language/analysis.ts';
import { isPluralNoun } from '../../../language/clause-words.ts';
import { subjectText } from '../../../language/clause-text.ts';
import type { Fact } from '../../../language/facts.ts';
import { listNounPhrases, readNounPhrase } from '../../../language/noun-phrases.ts';
import { readTokens } from '../../../language/tokens.ts';
import { kinshipOf, listNounMeanings, nounKind, PERSON_KIND } from '../../../language/wordnet.ts';
import { isPersonName } from './person-names.ts';

/** From here on two things are of one kind, so that one may stand beside the other as an option. */
export const ALIKE = 0.6;

/** Whether things that a lesson names are of one kind: what can be a wrong answer beside a right one. */
export interface Likeness {
  /** 0 to 1, for two names with or without article. */
  between(one: string, other: string): number;
  /** The word that the lesson explains a thing by ("fuel" for "coke"), in the singular. */
  genusOf(name: string): string | undefined;
  /** "System", "number", "change": a word of many meanings that the lesson does not explain tempts nobody. */
  isGeneric(name: string): boolean;
}

export const withoutArticle = (text: string): string => text.replace(/^(?:a|an|the)\s+/iu, '');

/**
 * Things are alike when the lesson lists or contrasts them side by side, explains them by the same general word, or heads
 * their names with the same noun; else as far as WordNet makes the nouns kin. Persons are like persons, and names like names.
 */
export function createLikeness(analysis: LessonAnalysis, facts: readonly Fact[]): Likeness {
  const genera = readGenera(facts);
  const together = readCompany(analysis, facts);
  const remembered = new Map<string, number>();
  // "A spinning jenny" sounds like a person to WordNet; what the lesson calls it goes before.
  const isPersonHere = (name: string): boolean => {
    const genus = genera.get(name.toLowerCase());
    return genus === undefined ? isPerson(name, analysis) : nounKind(genus) === PERSON_KIND;
  };
  const compare = (one: string, other: string): number => {
    const person = isPersonHere(one);
    if (person !== isPersonHere(other)) return 0;
    if (person) return isName(one) === isName(other) ? 0.9 : /s$/u.test(one) && /s$/u.test(other) ? 0.7 : 0;
    if (together.get(one.toLowerCase())?.has(other.toLowerCase()) === true) return 0.9;
    if (isName(one) !== isName(other)) return 0;
    const head = headOf(one);
    const otherHead = headOf(other);
    if (head === otherHead) return 0.85;
    const genus = tellingGenus(genera.get(one.toLowerCase()));
    const otherGenus = tellingGenus(genera.get(other.toLowerCase()));
    if (genera.has(one.toLowerCase()) && genera.get(one.toLowerCase()) === genera.get(other.toLowerCase()))
      return 0.9;
    if (genus !== undefined && otherGenus !== undefined)
      return genus === otherGenus ? 0.9 : Math.max(kinshipOf(genus, otherGenus), kinshipOf(head, otherHead));
    if (genus !== undefined) return Math.max(kinshipOf(genus, otherHead), kinshipOf(head, otherHead));
    return otherGenus === undefined
      ? kinshipOf(head, otherHead)
      : Math.max(kinshipOf(head, otherGenus), kinshipOf(head, otherHead));
  };
  return {
    between(one, other) {
      const key = `${one}\n${other}`;
      const known = remembered.get(key) ?? compare(withoutArticle(one), withoutArticle(other));
      remembered.set(key, known);
      return known;
    },
    genusOf: (name) => genera.get(withoutArticle(name).toLowerCase()),
    isGeneric(name) {
      const bare = withoutArticle(name);
      if (genera.has(bare.toLowerCase()) || /^\p{Lu}/u.test(bare)) return false;
      if (VAGUE_MODIFIER.test(bare)) return true;
      if (/[ -]/u.test(bare)) return HOLLOW_GENERA.has(headOf(bare));
      // 3 holds the tops of WordNet's tree; 23 and 28 are quantities and times.
      const meanings = listNounMeanings(headOf(bare));
      return meanings.length >= 6 || [3, 23, 28].includes(meanings[0]?.kind ?? -1);
    },
  };
}

const VAGUE_MODIFIER =
  /^(?:good|bad|better|best|great|new|old|early|earlier|late|later|serious|mild|whole|different|many|large|larger|small|smaller|high|higher|low|lower|long|short|other|same|main|own|next|last|first|second|third|possible|certain|particular|real|full|single|fresh|simple|stronger|average|total amount|additional|enough|equal|free|free-standing|entire|similar|usual|ordinary)\b/iu;

/** A person's name, or a noun for persons: "nurse", "textile workers". */
export function isPerson(name: string, analysis: LessonAnalysis): boolean {
  if (isPersonName(name, analysis)) return true;
  const head = headOf(name);
  // Routers and carriers are things as well.
  return nounKind(head) === PERSON_KIND && !listNounMeanings(head).some(({ kind }) => kind === ARTEFACT_KIND);
}

/** WordNet's kind of things that are made. */
const ARTEFACT_KIND = 6;

/** "A situation in which …" tells nothing of a thing's kind, save where both are called a situation. */
function tellingGenus(genus: string | undefined): string | undefined {
  return genus === undefined || HOLLOW_GENERA.has(genus) ? undefined : genus;
}

const HOLLOW_GENERA = new Set(
  `situation condition process amount number value state change system form thing quantity event act activity method way
  difference arrangement kind type point part case time result fall gain`.split(/\s+/u),
);

/** A proper name; abbreviations in capitals ("ATP") name common things. */
function isName(text: string): boolean {
  return /^\p{Lu}/u.test(text) && !/^[\p{Lu}\d-]{2,6}\b/u.test(text);
}

/** The last noun before any "of …", in the singular. */
export function headOf(name: string): string {
  const core = name.split(/\s(?:of|in|for|on|between|with|from|at|to|by)\s/u)[0] ?? name;
  const word = (core.split(/[\s-]/u).at(-1) ?? core).toLowerCase();
  const singular = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/(?<=[^siu])s$/u, '');
  return nounKind(singular) >= 0 ? singular : word;
}

function readGenera(facts: readonly Fact[]): Map<string, string> {
  const genera = new Map<string, string>();
  for (const fact of facts) {
    if (fact.kind !== 'definition' && fact.kind !== 'naming') continue;
    const genus = genusIn(fact.kind === 'definition' ? fact.meaning : fact.described);
    const name = (fact.kind === 'definition' ? fact.bareTerm : fact.name).toLowerCase();
    if (genus !== undefined && !genera.has(name)) genera.set(name, genus);
  }
  return genera;
}

/** The general word that a description begins with: "fuel" in "a fuel made by heating coal". */
export function genusIn(description: string): string | undefined {
  const tokens = readTokens(description);
  const phrase = readNounPhrase(tokens, 0, tokens.length);
  if (!phrase) return undefined;
  const of =
    tokens[phrase.end]?.lower === 'of' ? readNounPhrase(tokens, phrase.end + 1, tokens.length) : undefined;
  const hollow = /^(?:kind|form|type|sort|part|set|group|series|piece|class|body|name|system)s?$/u.test(
    phrase.head.lower,
  );
  return headOf((hollow && of ? of.head : phrase.head).lower);
}

/** Which names stand side by side in the lesson: in lists ("A, B and C") and as the two sides of a contrast. */
function readCompany(analysis: LessonAnalysis, facts: readonly Fact[]): Map<string, Set<string>> {
  const together = new Map<string, Set<string>>();
  const join = (names: readonly string[]): void => {
    const bare = names.map((name) => withoutArticle(name).toLowerCase());
    for (const one of bare) {
      const company = together.get(one) ?? new Set<string>();
      for (const other of bare) if (other !== one) company.add(other);
      together.set(one, company);
    }
  };
  for (const sentence of analysis.sentences) {
    const { tokens } = sentence;
    const phrases = listNounPhrases(tokens);
    let list: string[] = [];
    phrases.forEach((phrase, index) => {
      const before = phrases[index - 1];
      const between = before ? tokens.slice(before.end, phrase.start).map((token) => token.lower) : [];
      const joined =
        before !== undefined &&
        between.length > 0 &&
        between.every((word) => word === ',' || word === 'and' || word === 'or') &&
        isPluralNoun(before.head) === isPluralNoun(phrase.head);
      if (!joined) list = [];
      const first = tokens[phrase.coreStart];
      const last = tokens[phrase.end - 1];
      if (first && last) list.push(sentence.text.slice(first.start, last.end));
      if (list.length > 1) join(list);
    });
  }
  for (const fact of facts) {
    if (fact.kind === 'example') join(fact.members);
    if (fact.kind === 'contrast')
      join([
        subjectText(fact.sentence, fact.first, analysis.casing),
        subjectText(fact.sentence, fact.second, analysis.casing),
      ]);
  }
  return together;
}
