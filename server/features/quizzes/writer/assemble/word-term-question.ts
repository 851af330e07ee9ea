import { readNounPhrase } from '../../../../language/noun-phrases.ts';
import { readTokens } from '../../../../language/tokens.ts';
import { POST_MODIFIERS } from '../../../../language/definitions.ts';
import type { Token } from '../../../../language/tokens.ts';
import { isKnownVerb } from '../../../../language/wordnet.ts';
import { headOf } from '../compose/kinds-of-terms.ts';
import { isCountableNoun, pluralOf, singularOf } from './word-number.ts';

export interface WordedQuestion {
  readonly question: string;
  /** The same as a noun phrase: "a force that pulls a material apart". */
  readonly meaning: string;
  readonly plural: boolean;
}

const THIRD_PERSON = /^(?:is|has|does|was)$|^\p{L}{2,}[^s\W]s$/u;
const PLURAL_VERB = /^(?:are|have|do|were)$/u;
/** "and the towers are in compression": another sentence joined on. */
const JOINS_CLAUSE = /\band (?:the|an?) \S+(?: \S+)? (?:is|are|\p{L}+[^s]s)\b/u;
/** "Which thing …", "Which event …" says no more than "What …". */
const HOLLOW_KIND =
  /^(?:thing|component|event|action|idea|concept|method|problem|factor|activity|testing|object)s?\b/iu;
const LINKS =
  /^(?:in which|where|when|whose|at which|by which|through which|from which|on which|to which)\b/u;
/** Forms of verbs that are participles after a noun: "a beam fixed at one end". */
const PARTICIPLE =
  /^(?:\p{L}+ed|made|built|held|found|given|taken|put|known|shown|seen|drawn|set|cut|spent|paid|kept|left|lost|sold|sent)$/u;

/**
 * Words a question and a meaning from a kind and from what sets a term apart ("part of a lock", "turns when the right key is
 * inserted"). Number is settled here, because the model mixes "cell" with "kill infected cells". Undefined where the words
 * do not complete each other.
 */
export function wordTermQuestion(kind: string, which: string, term: string): WordedQuestion | undefined {
  const bareKind = withInnerArticle(
    kind.replace(/^(?:an?|the)\s+/iu, '').replace(/^(?:type|kind|form|sort)s? of (?:an? )?/iu, ''),
  );
  if (!/^[\p{L}][\p{L}\d' ’-]*$/u.test(bareKind) || bareKind.split(' ').length > 5) return undefined;
  if (/\b(?:that|which|who|where|or|is|are)\b/u.test(bareKind)) return undefined;
  const rest = which
    .trim()
    .replace(/^(?:which|that|who)\s+/iu, '')
    .replace(/[.,;?\s]+$/u, '');
  const tokens = readTokens(rest);
  if (JOINS_CLAUSE.test(rest) || /n't\b/u.test(rest)) return undefined;
  const hollow = HOLLOW_KIND.test(bareKind);
  const [first] = tokens;
  if (!first || rest.split(' ').length < 2) return undefined;
  const termPlural = /[^siu]s$/u.test(term);
  if (hollow && (termPlural || !isVerb(first) || PARTICIPLE.test(first.lower))) return undefined;
  if (LINKS.test(rest)) return named(bareKind, rest, termPlural, ' ');
  if (hasSecondVerb(tokens)) return undefined;
  const bareVerb = termPlural && isKnownVerb(first.lower);
  if (!bareVerb && ['DET', 'PRON', 'NUM', 'ADJ', 'NOUN', 'PROPN'].includes(first.pos) && !isVerb(first)) {
    const phrase = readNounPhrase(tokens, 0, tokens.length);
    if (!phrase || phrase.end >= tokens.length) return undefined;
    const next = tokens[phrase.end];
    // "the system attacks its own tissue" is a clause and no description.
    if (!next || !(POST_MODIFIERS.has(next.lower) || PARTICIPLE.test(next.lower))) return undefined;
    if (isClause(tokens) || /^(?:most|many|some|all|any|every|each|few)\b/u.test(rest)) return undefined;
    if (!/^(?:an?|the)\b/u.test(rest) && !phrase.plural) return undefined;
    return { question: `What name is given to ${rest}?`, meaning: rest, plural: phrase.plural };
  }
  if (PARTICIPLE.test(first.lower)) {
    // "attached carbon dioxide": a past tense, not a participle.
    if (!['ADP', 'ADV', 'SCONJ', 'PART'].includes(tokens[1]?.pos ?? '')) return undefined;
    const worded = named(bareKind, rest, termPlural, ' ');
    const head = termPlural ? pluralOfKind(bareKind) : singularOfKind(bareKind);
    return { ...worded, question: `Which ${head} ${termPlural ? 'are' : 'is'} ${rest}?` };
  }
  if (!bareVerb && !isVerb(first)) return undefined;
  const modal = /^(?:can|may|must|will|should)$/u.test(first.lower);
  const plural = modal
    ? termPlural
    : PLURAL_VERB.test(first.lower) || !(THIRD_PERSON.test(first.lower) || first.pos === 'ADV');
  const head = plural ? pluralOfKind(bareKind) : singularOfKind(bareKind);
  return {
    question: hollow ? `What ${rest}?` : `Which ${head} ${rest}?`,
    meaning: named(bareKind, rest, plural, ' that ').meaning,
    plural,
  };
}

/** The model begins with a verb as it is told to, also where the tagger sees a noun: "increases when income rises". */
const isVerb = (token: Token): boolean =>
  token.pos === 'VERB' ||
  token.pos === 'AUX' ||
  /^(?:is|are|has|have|does|can|was|were)$/u.test(token.lower) ||
  (/[^s]s$/u.test(token.lower) && isKnownVerb(token.lower.replace(/(?<=ch|sh|ss|x|z)es$|s$/u, '')));

const FINITE = /^(?:is|are|was|were|has|have)$/u;
const JOINS =
  /^(?:and|or|but|that|which|who|when|where|if|because|until|while|as|so|than|after|before|since|,)$/u;

/** A finite verb with nothing before it that would open another clause: the description is a sentence. */
function isClause(tokens: readonly Token[]): boolean {
  const opens = tokens.findIndex(({ lower }) =>
    /^(?:that|which|who|whose|where|when|because|if)$/u.test(lower),
  );
  return tokens
    .slice(0, opens < 0 ? tokens.length : opens)
    .some((token, index) => index > 0 && isFinite(token));
}

/** "has captured an antigen travels to a node": a second verb with nothing that joins it on. */
function hasSecondVerb(tokens: readonly Token[]): boolean {
  let joined = true;
  let verbs = 0;
  for (const [index, token] of tokens.entries()) {
    if (JOINS.test(token.lower)) joined = true;
    else if (isFinite(token) || isHiddenVerb(tokens, index)) {
      if (!joined && verbs > 0) return true;
      verbs += 1;
      joined = false;
    }
  }
  return false;
}

const isFinite = (token: Token): boolean =>
  FINITE.test(token.lower) || (token.pos === 'VERB' && /[^s]s$/u.test(token.lower));

/** "an antigen travels to": the tagger takes the verb after a noun for a noun. */
function isHiddenVerb(tokens: readonly Token[], index: number): boolean {
  const { lower = '' } = tokens[index] ?? {};
  return (
    /[^s]s$/u.test(lower) &&
    isKnownVerb(lower.slice(0, -1)) &&
    tokens[index - 1]?.pos === 'NOUN' &&
    /^(?:to|into)$/u.test(tokens[index + 1]?.lower ?? '')
  );
}

function named(kind: string, rest: string, plural: boolean, link: string): WordedQuestion {
  const head = plural ? pluralOfKind(kind) : withArticle(singularOfKind(kind));
  const meaning = `${head}${link}${rest}`;
  return { question: `What name is given to ${meaning}?`, meaning, plural };
}

/** "cable in suspension bridge" lacks an article. */
const withInnerArticle = (kind: string): string =>
  kind.replace(/\b(of|in|on|for|to) (\p{L}+(?: \p{L}+)?)$/u, (whole, link: string, rest: string) =>
    isCountableNoun(headOf(rest)) && !/[^siu]s$/u.test(rest) && !/^(?:an?|the) /u.test(rest)
      ? `${link} ${withArticle(rest)}`
      : whole,
  );

const withArticle = (kind: string): string => `${/^[aeiou]/iu.test(kind) ? 'an' : 'a'} ${kind}`;

const OF =
  /^(\S+(?: \S+)*?)( (?:of|in|on|for|from|to|with|between|released|made|used|caused|produced|found) .*)?$/u;

/** "part of a lock" in the plural: only the noun before "of" changes. */
const pluralOfKind = (kind: string): string =>
  kind.replace(
    OF,
    (_, head: string, rest: string | undefined) =>
      (/[^siu]s$/u.test(head) ? head : pluralOf(head)) + (rest ?? ''),
  );
const singularOfKind = (kind: string): string =>
  kind.replace(
    OF,
    (_, head: string, rest: string | undefined) =>
      (/[^siu]s$/u.test(head) ? singularOf(head) : head) + (rest ?? ''),
  );
