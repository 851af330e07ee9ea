import { contentStems } from '../../../../../items/words.ts';
import type { LessonAnalysis } from '../../../../language/analysis.ts';
import type { Definition, Naming } from '../../../../language/definitions.ts';
import { pointsElsewhere } from '../../../../language/sentence.ts';
import { readTokens } from '../../../../language/tokens.ts';
import { genusIn } from '../compose/kinds-of-terms.ts';
import { isPersonName } from '../compose/person-names.ts';
import { revealsTerm } from './check-extracted-term.ts';
import type { TermFact } from './term-fact.ts';

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

/** The definitions that the rules of `server/language` recognise. They are few, and nearly all of them are right. */
export function collectDefinitions(
  facts: readonly (Definition | Naming)[],
  analysis: LessonAnalysis,
): TermFact[] {
  const found: TermFact[] = [];
  for (const fact of facts) {
    if (fact.kind === 'definition' && (fact.be === 'was' || fact.be === 'were')) continue;
    const term = fact.kind === 'definition' ? fact.bareTerm : fact.name;
    const meaning = trimMeaning(fact.kind === 'definition' ? fact.meaning : fact.described);
    const words = meaning.split(' ').length;
    if (words < FEWEST_MEANING_WORDS || words > MOST_MEANING_WORDS) continue;
    if (NO_TERMS.test(term) || isPersonName(term, analysis) || !startsAsPhrase(meaning)) continue;
    if (LOOSE_PRONOUN.test(meaning)) continue;
    if (pointsElsewhere(meaning) || /\b(?:known as|called)\b/u.test(meaning)) continue;
    // "The Orion Nebula": a name is no term.
    if (/^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+$/u.test(term)) continue;
    const kind = genusIn(meaning) ?? '';
    if (/ that \w+$/u.test(meaning) || lacksVerb(meaning)) continue;
    if (revealsTerm(meaning, term, kind)) continue;
    // "the part that is tailored to an invader": of what it is a part, only the sentence before says.
    if (/^the (?:part|one|side|kind|type|form) (?:that|which)\b/iu.test(meaning)) continue;
    const earlier = found.findIndex((other) => other.term === term);
    if (earlier >= 0 && (found[earlier]?.meaning?.length ?? 0) >= meaning.length) continue;
    if (earlier >= 0) found.splice(earlier, 1);
    found.push({
      term,
      article:
        fact.kind === 'definition' ? (/^(?:an?|the)(?=\s)/iu.exec(fact.term)?.[0] ?? '').toLowerCase() : '',
      plural: fact.plural,
      kind,
      question: `What name is given to ${meaning}?`,
      meaning,
      quote: fact.sentence.quote,
      passage: fact.sentence.passage,
      trust: contentStems(meaning).size < FEWEST_TELLING_WORDS ? 0.7 : 1,
    });
  }
  return found;
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
