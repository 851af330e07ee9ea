import { BE, BREAKS, isNominal, isPluralNoun, MODALS } from './clause-words.ts';
import { findVerb } from './find-verb.ts';
import type { Token } from './tokens.ts';
import { nounKind } from './wordnet.ts';

/** A simple clause, as indices into a sentence's tokens; every end is exclusive. */
export interface Clause {
  readonly tokens: readonly Token[];
  readonly subjectStart: number;
  /** Also where the verb group begins. */
  readonly subjectEnd: number;
  readonly mainVerb: number;
  /** Where what follows the verb group begins. */
  readonly restStart: number;
  readonly end: number;
  readonly plural: boolean;
  readonly tense: 'present' | 'past' | 'modal';
  /** "X is …" without another verb. */
  readonly copula: boolean;
  readonly passive: boolean;
  readonly negated: boolean;
  /** The word on which the subject's number rests. */
  readonly head: Token;
}

function isFinite(token: Token): boolean {
  return token.pos === 'AUX' || (token.pos === 'VERB' && !token.lower.endsWith('ing'));
}

/**
 * Finds subject, verb group and rest in `tokens[from, to)`, which should hold one clause without its final punctuation.
 * Strict on purpose: undefined for pronoun subjects, relative clauses in the subject, doubtful verbs and anything unusual,
 * since what it returns is rebuilt into questions.
 */
export function parseClause(tokens: readonly Token[], from: number, to: number): Clause | undefined {
  // "Afterwards the gum shrinks": no subject begins so, though the tagger reads on.
  if (tokens[from]?.pos === 'ADV' && tokens[from + 1]?.pos === 'DET') return undefined;
  const found = findVerb(tokens, from, to);
  if (!found) return undefined;
  const { verbAt, repaired } = found;
  const read = repaired ? tokens.map((token, index) => (index === verbAt ? repaired : token)) : tokens;
  return buildClause(read, from, verbAt, to);
}

function buildClause(tokens: readonly Token[], from: number, verbAt: number, to: number): Clause | undefined {
  // "Photorespiration usually increases": the adverb belongs to the verb group.
  let subjectEnd = verbAt;
  while (subjectEnd > from && tokens[subjectEnd - 1]?.pos === 'ADV') subjectEnd -= 1;
  const head = subjectEnd > from ? findHead(tokens, from, subjectEnd) : undefined;
  if (!head || !canEndSubject(tokens[subjectEnd - 1]) || isComparison(head)) return undefined;
  const { mainVerb, restStart, negated } = readVerbGroup(tokens, verbAt, to);
  const first = tokens[verbAt] as Token;
  const main = tokens[mainVerb] as Token;
  const copula = main.pos === 'AUX' && BE.has(main.lower);
  if (main.pos === 'AUX' && !copula && !['has', 'have', 'had', 'do', 'does'].includes(main.lower))
    return undefined;
  // "It need not be adequate": not a main verb.
  if (first.lower === 'need' && tokens[verbAt + 1]?.lower === 'not') return undefined;
  const tense = tenseOf(first);
  if (tense === undefined) return undefined;
  const plural = numberOf(tokens, from, subjectEnd, head, first, tense);
  if (plural === undefined) return undefined;
  if (first.pos === 'VERB' && hasOtherVerb(tokens, restStart, to, tense)) return undefined;
  return {
    tokens,
    subjectStart: from,
    subjectEnd,
    mainVerb,
    restStart,
    end: to,
    plural,
    tense,
    copula,
    passive: isPassive(main, tokens.slice(verbAt, mainVerb)),
    negated,
    head,
  };
}

const isPassive = (main: Token, auxiliaries: readonly Token[]): boolean =>
  main.pos === 'VERB' && !main.lower.endsWith('ing') && auxiliaries.some(({ lower }) => BE.has(lower));

const canEndSubject = (token: Token | undefined): boolean =>
  isNominal(token) || token?.pos === 'NUM' || token?.pos === 'VERB';

/** "The longer …": an adjective that the tagger takes for a noun. */
const isComparison = (head: Token): boolean =>
  head.pos === 'NOUN' &&
  nounKind(head.lemma) < 0 &&
  nounKind(head.lower) < 0 &&
  /^(?:long|short|large|small|high|low|more|less|further)$/u.test(head.lower);

/** "will not have been found": the main verb and where the group ends. */
function readVerbGroup(
  tokens: readonly Token[],
  verbAt: number,
  to: number,
): { mainVerb: number; restStart: number; negated: boolean } {
  let restStart = verbAt;
  let mainVerb = verbAt;
  let negated = false;
  for (; restStart < to; restStart += 1) {
    const token = tokens[restStart] as Token;
    if (['not', "n't", 'never'].includes(token.lower)) negated = true;
    else if (token.pos === 'AUX') mainVerb = restStart;
    else if (token.pos === 'VERB') {
      const last = tokens[mainVerb] as Token;
      if (restStart > verbAt && (last.pos === 'VERB' || !followsAuxiliary(last, token))) break;
      mainVerb = restStart;
      restStart += 1;
      break;
    } else if (token.pos !== 'ADV') break;
  }
  // Adverbs after a copula belong to what follows: "is almost always a protein".
  while (restStart > mainVerb + 1 && tokens[restStart - 1]?.pos === 'ADV') restStart -= 1;
  return { mainVerb, restStart, negated };
}

/** After "is" a participle, after "can" or "does" the bare verb: anything else is a mistagged noun ("are small pores"). */
function followsAuxiliary(auxiliary: Token, verb: Token): boolean {
  if (MODALS.has(auxiliary.lower) || ['do', 'does', 'did'].includes(auxiliary.lower))
    return verb.lower === verb.lemma;
  if (verb.lower.endsWith('ing')) return BE.has(auxiliary.lower);
  const participle =
    /(?:ed|en|wn|ne|lt|nt|pt|ft|ht|de|id|ung|uck|und|un|ut|et|ost|old|elled|ead|ead|ated|rn|wn)$/u.test(
      verb.lower,
    );
  return participle && (verb.lower !== verb.lemma || /(?:ut|et|ead)$/u.test(verb.lower));
}

function hasOtherVerb(
  tokens: readonly Token[],
  restStart: number,
  to: number,
  tense: Clause['tense'],
): boolean {
  const after = restStart < to ? tokens[restStart] : undefined;
  if (after !== undefined && isFinite(after)) return true;
  return tense === 'past' && hasRivalVerb(tokens, restStart, to);
}

/** "Plants grown in shade have …": a past form followed by another finite verb is a participle of the subject. */
function hasRivalVerb(tokens: readonly Token[], from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as Token;
    if (token.pos === 'PUNCT' && token.text !== '-') return false;
    if (token.pos === 'SCONJ' || BREAKS.has(token.lower) || token.lower === 'to') return false;
    if (isFinite(token) && isNominal(tokens[index - 1])) return true;
  }
  return false;
}

function findHead(tokens: readonly Token[], from: number, to: number): Token | undefined {
  let head: Token | undefined;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as Token;
    if (token.pos === 'ADP' || (token.pos === 'PUNCT' && token.text === ',')) break;
    if (token.lower === "'s" || token.lower === '’s') head = undefined;
    else if (isNominal(token) || token.pos === 'NUM' || (token.pos === 'VERB' && token.lower.endsWith('ing')))
      head = token;
  }
  return head;
}

function tenseOf(first: Token): Clause['tense'] | undefined {
  if (MODALS.has(first.lower)) return 'modal';
  if (['is', 'are', 'has', 'have', 'do', 'does'].includes(first.lower)) return 'present';
  if (['was', 'were', 'had', 'did'].includes(first.lower)) return 'past';
  if (first.pos === 'AUX') return undefined;
  if (first.lower.endsWith('ing')) return undefined;
  if (
    first.lower === first.lemma ||
    (first.lower.endsWith('s') && !/(?:ss|us)$/u.test(first.lower) && first.lemma !== first.lower)
  )
    return 'present';
  return 'past';
}

function numberOf(
  tokens: readonly Token[],
  from: number,
  to: number,
  head: Token,
  first: Token,
  tense: Clause['tense'],
): boolean | undefined {
  if (['are', 'were', 'have', 'do'].includes(first.lower)) return true;
  if (['is', 'was', 'has', 'does'].includes(first.lower)) return false;
  const joined = tokens
    .slice(from, to)
    .some(
      (token, index, all) =>
        token.pos === 'CCONJ' &&
        token.lower === 'and' &&
        !all.slice(0, index).some((before) => before.pos === 'ADP'),
    );
  const formPlural = joined || isPluralNoun(head);
  if (tense !== 'present') return formPlural;
  const verbPlural = first.lower === first.lemma;
  // A bare verb after a singular noun is usually a mistagged noun; an -s verb after a plural likewise.
  if (!verbPlural && formPlural) return undefined;
  if (verbPlural && !formPlural && head.pos !== 'PROPN' && !/^\p{Lu}/u.test(head.text)) return undefined;
  return verbPlural;
}

/** The words from token `from` to token `to` (exclusive) as written in the text the tokens were read from. */
export function textOf(text: string, tokens: readonly Token[], from: number, to: number): string {
  const first = tokens[from];
  const last = tokens[to - 1];
  return first && last && to > from ? text.slice(first.start, last.end) : '';
}
