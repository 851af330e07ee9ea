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
  const last = tokens[subjectEnd - 1];
  if (
    subjectEnd <= from ||
    last === undefined ||
    !(isNominal(last) || last.pos === 'NUM' || last.pos === 'VERB')
  )
    return undefined;
  const head = findHead(tokens, from, subjectEnd);
  if (!head) return undefined;
  let restStart = verbAt;
  let mainVerb = verbAt;
  let negated = false;
  while (restStart < to) {
    const token = tokens[restStart] as Token;
    if (token.lower === 'not' || token.lower === "n't" || token.lower === 'never') negated = true;
    else if (token.pos === 'AUX') mainVerb = restStart;
    else if (token.pos === 'VERB') {
      const lastVerb = tokens[mainVerb] as Token;
      if (mainVerb !== restStart && lastVerb.pos === 'VERB') break;
      if (restStart > verbAt && !followsAuxiliary(lastVerb, token)) break;
      mainVerb = restStart;
      restStart += 1;
      break;
    } else if (token.pos !== 'ADV') break;
    restStart += 1;
  }
  // Adverbs after a copula belong to what follows: "is almost always a protein".
  while (restStart > mainVerb + 1 && tokens[restStart - 1]?.pos === 'ADV') restStart -= 1;
  const first = tokens[verbAt] as Token;
  const main = tokens[mainVerb] as Token;
  const copula = main.pos === 'AUX' && BE.has(main.lower);
  if (main.pos === 'AUX' && !copula && !['has', 'have', 'had', 'do', 'does'].includes(main.lower))
    return undefined;
  const passive =
    main.pos === 'VERB' &&
    mainVerb > verbAt &&
    tokens.slice(verbAt, mainVerb).some((token) => BE.has(token.lower)) &&
    !main.lower.endsWith('ing');
  // "It need not be adequate": no verb of its own.
  if (first.lower === 'need' && tokens[verbAt + 1]?.lower === 'not') return undefined;
  if (
    head.pos === 'NOUN' &&
    nounKind(head.lemma) < 0 &&
    nounKind(head.lower) < 0 &&
    /^(?:long|short|large|small|high|low|more|less|further)$/u.test(head.lower)
  )
    return undefined;
  const tense = tenseOf(first);
  if (tense === undefined) return undefined;
  const plural = numberOf(tokens, from, subjectEnd, head, first, tense);
  if (plural === undefined) return undefined;
  const after = tokens[restStart];
  if (
    first.pos === 'VERB' &&
    restStart < to &&
    after &&
    (after.pos === 'VERB' || after.pos === 'AUX') &&
    isFinite(after)
  )
    return undefined;
  if (first.pos === 'VERB' && tense === 'past' && hasRivalVerb(tokens, restStart, to)) return undefined;
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
    passive,
    negated,
    head,
  };
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

/** The words from token `from` to token `to` (exclusive) as they stand in the text the tokens were read from. */
export function textOf(text: string, tokens: readonly Token[], from: number, to: number): string {
  const first = tokens[from];
  const last = tokens[to - 1];
  return first && last && to > from ? text.slice(first.start, last.end) : '';
}
