import { upperInitial } from '../clean-sentence.ts';
import { parseClause } from '../clause.ts';
import type { Sentence } from '../sentence.ts';
import { hasBarePronoun, pointsElsewhere } from '../sentence.ts';
import { readTokens } from '../tokens.ts';
import type { Token } from '../tokens.ts';
import { isKnownVerb } from '../wordnet.ts';
import { contentStems } from '#contract/question-rules/words.ts';
import { withoutGluedHeading } from './glued-heading.ts';

const FEWEST_WORDS = 5;

/** Words for "what it is" that say nothing: "a situation in which", "the process by which". */
const EMPTY_GENUS =
  /^((?:(?:A|An|The) )?[\p{L}\p{M}\d'’ -]{2,60}?) (?:is|was|are|were) (?:a|an|the) (?:situation|condition|state|process|arrangement|test|procedure|practice|technique|method|reaction|event|phenomenon|stage|case)s? (?:in|by|through|during) which (.+)$/u;
/** A part that adds to a statement which is true without it. Conditions ("if", "unless", "until") are never cut off. */
const ADDED_CLAUSE =
  /, (?:and|but|so|yet|although|though|even though|which|where|who|because|since|as|with|thus|thereby|making|leaving|giving|allowing|causing) /gu;
/** A speaker runs the next sentence on: "…, they hardly bend at all". */
const SPLICE =
  /, (?:and )?(?:(?:it|they|you|we|he|she|this)(?:['’]\p{L}+| \p{Ll}+)|that (?:is|was|means|makes)) /u;
const OPENING_CLAUSE =
  /^(?:if|when|while|although|though|because|since|as|after|before|once|until|unless|where|whereas|whether|even|not only|either|neither)\b/iu;
const ASIDE_CONNECTIVE =
  /, (?:on the other hand|by contrast|in contrast|in turn|in other words|after all|perhaps surprisingly|surprisingly|interestingly|in practice),/gu;
const INTENSIFIERS =
  / (?:very|really|quite|simply|just|exactly|extremely|far and away|above all)(?= \p{Ll})/gu;

/**
 * Ways to say a sentence in fewer words, the sentence as it stands first. Each is a complete sentence that the longer one
 * entails: examples, asides and added clauses go; conditions, hedges and negations stay.
 */
export function listWordings(sentence: Pick<Sentence, 'text'>): readonly string[] {
  const whole = withoutGluedHeading(sentence.text)
    .replaceAll(ASIDE_CONNECTIVE, '')
    .replace(/, (?:though|however)(?=[,.])/u, '');
  const wordings = new Set<string>([whole]);
  const spared = spareAsides(whole);
  const told = tellDefinition(spared) ?? spared;
  const finding = tellFinding(spared);
  for (const text of [spared, told, ...(finding === undefined ? [] : [finding])]) {
    wordings.add(text);
    for (const cut of [...cutAddedClauses(text), ...cutSecondPredicate(text), ...takeSecondStatement(text)])
      wordings.add(cut);
  }
  return [...wordings].filter((text) => text === whole || isWhole(text));
}

function isWhole(text: string): boolean {
  return (
    text.split(' ').length >= FEWEST_WORDS &&
    (text.match(/["“”]/gu) ?? []).length % 2 === 0 &&
    !breaksOff(text) &&
    !/ (?:the|a|an|of|to|and|or|in|by|for|with|that|which|is|are)\.$/u.test(text)
  );
}

/** "the process by which green plants, algae": the rest of the list, and with it the verb, was cut off. */
export function breaksOff(text: string): boolean {
  const [, clause] = / \p{L}+ (?:which|whom) (.+)$/u.exec(text) ?? [];
  return clause !== undefined && !readTokens(clause).some(({ pos }) => pos === 'VERB' || pos === 'AUX');
}

const EXAMPLES = /\b(?:such as|for example|for instance|including)\b/gu;

/** Without "…, such as tea and coffee," unless it says more than examples: "diseases such as cholera spread quickly". */
function withoutExamples(text: string): string {
  // With two such lists it is not plain where either ends.
  if ((text.match(EXAMPLES) ?? []).length !== 1) return text;
  const inside = /, (?:such as|for example|for instance|including) ([^,;.]+), (?!and |or )/u.exec(text);
  if (inside?.[1] !== undefined && isList(inside[1])) return text.replace(inside[0], ' ');
  const last = /,? (?:such as|for example|for instance|including) ([^;:.]+)\.$/u.exec(text);
  if (last?.[1] !== undefined && isList(last[1])) return `${text.slice(0, last.index)}.`;
  return text;
}

function isList(text: string): boolean {
  return readTokens(text).every(({ pos }) =>
    ['NOUN', 'PROPN', 'ADJ', 'NUM', 'DET', 'CCONJ', 'PUNCT', 'ADP'].includes(pos),
  );
}

/** The sentence without examples, asides between commas and words that only stress. */
function spareAsides(text: string): string {
  return (
    withoutExamples(text)
      .replace(/ — [^—]+ — | —[^—]+— | – [^–]+ – /u, ' ')
      .replace(
        /^([^,;:]{3,60}), (?:completed|opened|founded|published|introduced|born|built|named|located|developed) [^,;]{3,60}, (?=\p{Ll})/u,
        '$1 ',
      )
      .replace(INTENSIFIERS, '')
      // "goods that are used together" are goods used together.
      .replace(
        /(?<=\p{Ll})(?<! and| or| but) (?:that|which|who) (?:is|are|was|were) (?=(?:\p{Ll}{3,}ed|made|given|known|used|built|held|set|found|taken|driven|written|put) \p{Ll})/gu,
        ' ',
      )
  );
}

/** "A collision is a situation in which two keys …" says "In a collision, two keys …". */
function tellDefinition(text: string): string | undefined {
  const found = EMPTY_GENUS.exec(text);
  const [, term, statement] = found ?? [];
  if (term === undefined || statement === undefined || /\b(?:of which|whose)\b/u.test(statement))
    return undefined;
  const inner = /^(?:A|An|The) /u.test(term)
    ? term.slice(0, 1).toLowerCase() + term.slice(1)
    : lowerUnlessName(term);
  return `In ${inner}, ${statement}`;
}

function lowerUnlessName(term: string): string {
  const first = term.split(' ')[0] ?? '';
  const isName = /^\p{Lu}.*[\p{Lu}\d]|^\p{Lu}[\p{L}]*['’]s$/u.test(first) || / \p{Lu}/u.test(term);
  return isName ? term : term.slice(0, 1).toLowerCase() + term.slice(1);
}

/** The sentence up to each clause that only adds something. */
function cutAddedClauses(text: string): string[] {
  const added = [...text.matchAll(ADDED_CLAUSE)].flatMap(({ index }) => {
    const kept = text.slice(0, index);
    const isWhole = (isStatement(kept) || isPlainlyStated(kept)) && !endsList(kept, text.slice(index));
    return isWhole ? [kept] : [];
  });
  const others = CUTS.flatMap(({ at, keeps }) => {
    const match = at.exec(text);
    const kept = text.slice(0, match?.index ?? 0);
    return match !== null && isStatement(kept) && keeps(kept, match[0]) ? [kept.replace(/,$/u, '')] : [];
  });
  return [...added, ...others].map((kept) => `${kept}.`);
}

/** Where a sentence may end early, and whether what is before it says the same without the rest. */
const CUTS: readonly { at: RegExp; keeps: (kept: string, rest: string) => boolean }[] = [
  {
    at: /, (?:an?|the) [^,;:]+\.$/u,
    keeps: (kept, appositive) => !/[,:]/u.test(kept) && !/ (?:and|or) /u.test(appositive),
  },
  {
    at: / like (?:an?|the) [^,;:]+\.$/u,
    keeps: (kept) => !/\b(?:is|are|was|were|looks?|sounds?|feels?|behaves?|acts?|works?)$/u.test(kept),
  },
  { at: SPLICE, keeps: (kept) => !OPENING_CLAUSE.test(kept) },
  { at: /; /u, keeps: () => true },
  {
    // "is not used because …" may deny the reason alone; "the change that occurs because …" is empty without it.
    at: /(?<!,) (?:because|since) /u,
    keeps: (kept) =>
      !/\bnot\b|n['’]t\b|\b(?:that|which|who)(?: \S+){1,4}$| (?:precisely|exactly|only|just|simply|mainly|chiefly|partly|largely)$/u.test(
        kept,
      ),
  },
];

/** Without a comma, a phrase in front or an opening clause, what has a verb is the main clause, even where it is hard to read. */
function isPlainlyStated(text: string): boolean {
  if (text.split(' ').length < FEWEST_WORDS || OPENING_CLAUSE.test(text) || /[,:;]/u.test(text)) return false;
  if (/\b(?:not only|both|either|neither|between)\b(?!.*\b(?:and|or|nor|but)\b)/iu.test(text)) return false;
  const tokens = readTokens(text);
  if (['ADP', 'SCONJ', 'ADV', 'VERB'].includes(tokens[0]?.pos ?? '') || / (?:that|which|who) /u.test(text))
    return false;
  return tokens.some(
    ({ pos, lower }, at) =>
      at > 0 &&
      (pos === 'AUX' ||
        (pos === 'VERB' && !lower.endsWith('ing')) ||
        (pos === 'NOUN' &&
          /[^su]s$/u.test(lower) &&
          isKnownVerb(lower.slice(0, -1)) &&
          tokens[at + 1]?.pos === 'PRON')),
  );
}

/** "an offer, an acceptance, and consideration": what follows the comma is the last of a list. */
function endsList(kept: string, rest: string): boolean {
  if (!/^, (?:and|or) /u.test(rest)) return false;
  const verbs = readTokens(rest).filter(({ pos }) => pos === 'VERB' || pos === 'AUX');
  return (
    verbs.length === 0 ||
    /: [^:]*,/u.test(kept) ||
    (/(?:, [^,]+){1,}$/u.test(kept) && !isStatement(rest.replace(/^, (?:and|or) /u, '')))
  );
}

/** Who found it out is not what is to be learnt; what was merely thought or claimed stays theirs. */
const FINDING =
  /^[^,;:]*(?:, [^;:]*)?? (?:found|finds|showed|shows|shown|discovered|calculated|demonstrated|proved|proves|confirmed|established|realised|realized|noticed|observed|measured) that ([^;:]+)\.$/u;

function tellFinding(text: string): string | undefined {
  const statement = FINDING.exec(text)?.[1];
  if (
    statement === undefined ||
    /\b(?:not|never|no one|nobody)\b.* that /u.test(text.slice(0, -statement.length))
  )
    return undefined;
  if (!isStatement(statement) || hasBarePronoun(statement) || pointsElsewhere(statement)) return undefined;
  return /\b(?:its|their|his|her)\b/u.test(statement) ? undefined : `${upperInitial(statement)}.`;
}

export function isStatement(text: string): boolean {
  if (text.split(' ').length < FEWEST_WORDS) return false;
  if (OPENING_CLAUSE.test(text) && !text.includes(',')) return false;
  if (/\b(?:not only|both|either|neither|between)\b(?!.*\b(?:and|or|nor|but)\b)/iu.test(text)) return false;
  const tokens = readTokens(text);
  const comma = OPENING_CLAUSE.test(text) ? tokens.findIndex((token) => token.text === ',') + 1 : 0;
  return parseClause(tokens, comma, tokens.length) !== undefined;
}

/** "A is so, and B is so" from "and": B, where nothing in it was named in A. */
function takeSecondStatement(text: string): string[] {
  const found = /^([^,;:]+), and ([^,;:]+)\.$/u.exec(text);
  const [, first = '', second = ''] = found ?? [];
  if (!isStatement(first) || !isStatement(second) || OPENING_CLAUSE.test(second)) return [];
  if (
    hasBarePronoun(second) ||
    pointsElsewhere(second) ||
    /\b(?:its|their|his|her|then|so|also)\b/iu.test(second)
  )
    return [];
  const named = contentStems(first);
  const pointing = [...second.matchAll(/\bthe ((?:\p{Ll}+ )?\p{Ll}+)/giu)].some(([, phrase = '']) =>
    [...contentStems(phrase)].some((stem) => named.has(stem)),
  );
  return pointing ? [] : [`${upperInitial(second)}.`];
}

/** "X discovered Y and received Z" up to "and": what was said of X first. */
function cutSecondPredicate(text: string): string[] {
  if (OPENING_CLAUSE.test(text) || /\b(?:both|between|either|which|who|that|where)\b/u.test(text)) return [];
  const tokens = readTokens(text);
  const clause = parseClause(tokens, 0, tokens.length);
  const main = clause?.tokens[clause.mainVerb];
  if (!clause || !main || clause.negated || clause.copula) return [];
  const cuts: string[] = [];
  for (let at = clause.restStart + 1; at < tokens.length - 2; at += 1) {
    const verb = tokens[at + 1];
    if (tokens[at]?.text === ',') break;
    if (tokens[at]?.lower !== 'and' || tokens[at - 1]?.text === ',' || !verb) continue;
    if (isSecondVerb(verb, tokens[at + 2], clause.tense === 'past', clause.plural))
      cuts.push(`${text.slice(0, tokens[at - 1]?.end)}.`);
  }
  return cuts;
}

function isSecondVerb(verb: Token, next: Token | undefined, past: boolean, plural: boolean): boolean {
  if (verb.pos === 'AUX') return true;
  if (
    verb.pos !== 'VERB' ||
    !next ||
    !['DET', 'NUM', 'PRON', 'ADV', 'ADP', 'PART', 'PROPN', 'ADJ', 'NOUN'].includes(next.pos)
  )
    return false;
  if (past) return verb.lower !== verb.lemma && next.pos !== 'NOUN' && next.pos !== 'ADJ';
  return plural ? false : /[^s]s$/u.test(verb.lower) && verb.lower !== verb.lemma;
}
