import { upperInitial } from '../../../language/clean-sentence.ts';
import { parseClause } from '../../../language/clause.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { hasBarePronoun, pointsElsewhere } from '../../../language/sentence.ts';
import { readTokens } from '../../../language/tokens.ts';
import type { Token } from '../../../language/tokens.ts';
import { contentStems } from '../../../../items/words.ts';
import { withoutGluedHeading } from './glued-heading.ts';

const FEWEST_WORDS = 5;

/** Words for "what it is" that say nothing: "a situation in which", "the process by which". */
const EMPTY_GENUS =
  /^((?:(?:A|An|The) )?[\p{L}\p{M}\d'’ -]{2,60}?) (?:is|was|are|were) (?:a|an|the) (?:situation|condition|state|process|arrangement|test|procedure|practice|technique|method|reaction|event|phenomenon|stage|case)s? (?:in|by|through|during) which (.+)$/u;
/** A part that adds to a statement which is true without it. Conditions ("if", "unless", "until") are never cut off. */
const ADDED_CLAUSE =
  /, (?:and|but|so|yet|although|though|even though|which|where|who|because|since|as|with|thus|thereby|making|leaving|giving|allowing|causing) /gu;
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
  const whole = withoutGluedHeading(sentence.text).replaceAll(ASIDE_CONNECTIVE, '');
  const wordings = new Set<string>([whole]);
  const spared = spareAsides(whole);
  const told = tellDefinition(spared) ?? spared;
  for (const text of [spared, told]) {
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
    !/ (?:the|a|an|of|to|and|or|in|by|for|with|that|which|is|are)\.$/u.test(text)
  );
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
  const cuts: string[] = [];
  for (const match of text.matchAll(ADDED_CLAUSE)) {
    const kept = text.slice(0, match.index);
    if (isStatement(kept)) cuts.push(`${kept}.`);
  }
  const semicolon = text.indexOf('; ');
  if (semicolon > 0 && isStatement(text.slice(0, semicolon))) cuts.push(`${text.slice(0, semicolon)}.`);
  const because = /(?<!,) (?:because|since) /u.exec(text);
  const effect = text.slice(0, because?.index ?? 0);
  // "is not used because …" may deny the reason alone; "the change that occurs because …" is empty without it.
  if (isStatement(effect) && !/\bnot\b|n['’]t\b|\b(?:that|which|who) \w+$/u.test(effect))
    cuts.push(`${effect}.`);
  return cuts;
}

function isStatement(text: string): boolean {
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
