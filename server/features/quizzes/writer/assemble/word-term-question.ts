import { readNounPhrase } from '#server/language/noun-phrases.ts';
import { readTokens } from '#server/language/tokens.ts';
import { POST_MODIFIERS } from '#server/language/definitions.ts';
import type { Token } from '#server/language/tokens.ts';
import { isKnownVerb } from '#server/language/wordnet.ts';
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

/** What the model said sets a term apart. */
interface Description {
  readonly kind: string;
  /** Whether the kind says no more than "what". */
  readonly isHollow: boolean;
  readonly rest: string;
  readonly tokens: readonly Token[];
  readonly first: Token;
  readonly isOfPlural: boolean;
}

/**
 * Words a question and a meaning from a kind and from what sets a term apart ("part of a lock", "turns when the right key is
 * inserted"). Number is settled here, because the model mixes "cell" with "kill infected cells". Undefined where the words
 * do not complete each other.
 */
export function wordTermQuestion(kind: string, which: string, term: string): WordedQuestion | undefined {
  const described = readDescription(kind, which, term);
  if (described === undefined) return undefined;
  const { rest, tokens, first, isOfPlural } = described;
  if (LINKS.test(rest)) return named(described.kind, rest, isOfPlural, ' ');
  if (hasSecondVerb(tokens)) return undefined;
  const isBareVerb = isOfPlural && isKnownVerb(first.lower);
  if (!isBareVerb && OPENS_PHRASE.has(first.pos) && !isVerb(first)) return wordPhrase(described);
  if (PARTICIPLE.test(first.lower)) return wordParticiple(described);
  return isBareVerb || isVerb(first) ? wordVerb(described) : undefined;
}

const OPENS_PHRASE: ReadonlySet<string> = new Set(['DET', 'PRON', 'NUM', 'ADJ', 'NOUN', 'PROPN']);

function readDescription(printed: string, which: string, term: string): Description | undefined {
  const kind = withInnerArticle(
    printed.replace(/^(?:an?|the)\s+/iu, '').replace(/^(?:type|kind|form|sort)s? of (?:an? )?/iu, ''),
  );
  if (!/^[\p{L}][\p{L}\d' ’-]*$/u.test(kind) || kind.split(' ').length > 5) return undefined;
  if (/\b(?:that|which|who|where|or|is|are)\b/u.test(kind)) return undefined;
  const rest = which
    .trim()
    .replace(/^(?:which|that|who)\s+/iu, '')
    .replace(/[.,;?\s]+$/u, '');
  if (JOINS_CLAUSE.test(rest) || /n't\b/u.test(rest)) return undefined;
  const tokens = readTokens(rest);
  const [first] = tokens;
  if (!first || rest.split(' ').length < 2) return undefined;
  const isHollow = HOLLOW_KIND.test(kind);
  const isOfPlural = /[^siu]s$/u.test(term);
  if (isHollow && (isOfPlural || !isVerb(first) || PARTICIPLE.test(first.lower))) return undefined;
  return { kind, isHollow, rest, tokens, first, isOfPlural };
}

/** "a force that pulls a material apart" */
function wordPhrase({ rest, tokens }: Description): WordedQuestion | undefined {
  const phrase = readNounPhrase(tokens, 0, tokens.length);
  const next = phrase && tokens[phrase.end];
  // "the system attacks its own tissue" is a clause and no description.
  if (!phrase || !next || !(POST_MODIFIERS.has(next.lower) || PARTICIPLE.test(next.lower))) return undefined;
  if (isClause(tokens) || /^(?:most|many|some|all|any|every|each|few)\b/u.test(rest)) return undefined;
  if (!/^(?:an?|the)\b/u.test(rest) && !phrase.plural) return undefined;
  return { question: `What name is given to ${rest}?`, meaning: rest, plural: phrase.plural };
}

/** "fixed at one end" */
function wordParticiple({ kind, rest, tokens, isOfPlural }: Description): WordedQuestion | undefined {
  // "attached carbon dioxide": a past tense, not a participle.
  if (!['ADP', 'ADV', 'SCONJ', 'PART'].includes(tokens[1]?.pos ?? '')) return undefined;
  const head = isOfPlural ? pluralOfKind(kind) : singularOfKind(kind);
  return {
    ...named(kind, rest, isOfPlural, ' '),
    question: `Which ${head} ${isOfPlural ? 'are' : 'is'} ${rest}?`,
  };
}

/** "turns when the right key is inserted" */
function wordVerb({ kind, isHollow, rest, first, isOfPlural }: Description): WordedQuestion {
  const plural = /^(?:can|may|must|will|should)$/u.test(first.lower)
    ? isOfPlural
    : PLURAL_VERB.test(first.lower) || !(THIRD_PERSON.test(first.lower) || first.pos === 'ADV');
  const head = plural ? pluralOfKind(kind) : singularOfKind(kind);
  return {
    question: isHollow ? `What ${rest}?` : `Which ${head} ${rest}?`,
    meaning: named(kind, rest, plural, ' that ').meaning,
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
