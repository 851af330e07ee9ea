import { BREAKS, isNominal, isPluralNoun } from './clause-words.ts';
import type { Token } from './tokens.ts';
import { isKnownVerb } from './wordnet.ts';

const SUBJECT_PREPOSITIONS = new Set([
  'of',
  'in',
  'for',
  'between',
  'from',
  'to',
  'on',
  'among',
  'at',
  'by',
  'with',
  'over',
  'such',
  'as',
  'under',
  'without',
  'within',
  'behind',
  'against',
  'per',
]);
const DEICTIC = new Set(['this', 'these', 'those', 'such', 'another', 'other', 'same', 'latter', 'former']);

function canBeSubject(token: Token): boolean {
  return isNominal(token) || token.lower.endsWith('ing');
}

function canFollowVerb(next: Token | undefined): boolean {
  return (
    next === undefined ||
    (['DET', 'NUM', 'ADJ', 'NOUN', 'ADP', 'ADV', 'PROPN', 'SCONJ'].includes(next.pos) &&
      next.lower !== 'of') ||
    BREAKS.has(next.lower)
  );
}

/**
 * Finds the main verb of a clause. The tagger calls many verbs nouns; where no other verb is found, a noun that may be
 * one is returned as `repaired`, with its right tag.
 */
export function findVerb(
  tokens: readonly Token[],
  from: number,
  to: number,
): { verbAt: number; repaired?: Token } | undefined {
  let suspect: { verbAt: number; repaired: Token } | undefined;
  for (let index = from; index < to; index += 1) {
    const token = tokens[index] as Token;
    const previous = index > from ? tokens[index - 1] : undefined;
    const next = index + 1 < to ? tokens[index + 1] : undefined;
    if (endsClause(token, previous)) return suspect;
    if (pointsBack(token, previous)) return undefined;
    if (token.pos === 'AUX') return { verbAt: index };
    if (token.pos === 'VERB') {
      if (belongsToSubject(token, previous, next)) continue;
      // "The scale measures the energy released …": a participle does not outdo a verb that was taken for a noun.
      if (suspect && token.lower.endsWith('ed')) return suspect;
      return canPrecedeVerb(previous) ? { verbAt: index } : undefined;
    }
    if (endsSubject(token, previous)) return suspect;
    const afterLetter = suspect?.verbAt === index - 1 && tokens[index - 2]?.text.length === 1;
    const repaired = !suspect || afterLetter ? repairVerb(token, previous, next) : undefined;
    if (repaired !== undefined) suspect = { verbAt: index, repaired };
  }
  return suspect;
}

const canPrecedeVerb = (token: Token | undefined): boolean =>
  isNominal(token) || token?.pos === 'NUM' || token?.pos === 'ADV';

const JOINING_MARKS = ['-', '’', "'", '"', '“', '”'];
const POSSESSIVES = ['its', 'their', 'his', 'her'];

function endsClause(token: Token, previous: Token | undefined): boolean {
  if (BREAKS.has(token.lower)) return true;
  if (token.pos === 'PUNCT') return !JOINING_MARKS.includes(token.text);
  return previous !== undefined && token.pos === 'PRON' && !POSSESSIVES.includes(token.lower);
}

/** "It …", "this rule …": the clause speaks of something named earlier. */
function pointsBack(token: Token, previous: Token | undefined): boolean {
  if (previous === undefined) return token.pos === 'PRON' || DEICTIC.has(token.lower);
  return DEICTIC.has(token.lower) && token.lower !== 'such' && token.lower !== 'other';
}

function belongsToSubject(token: Token, previous: Token | undefined, next: Token | undefined): boolean {
  if (token.lower.endsWith('ing')) return true;
  const modifies =
    (previous === undefined ||
      ['DET', 'ADJ', 'ADP', 'NUM', 'ADV', 'CCONJ', 'PUNCT'].includes(previous.pos)) &&
    ['NOUN', 'PROPN', 'ADJ', 'PUNCT'].includes(next?.pos ?? '');
  if (modifies) return true;
  // "Quantity demanded is …", "P waves travel …": the word before the verb belongs to the subject.
  const precedesVerb = next?.pos === 'AUX' || (next?.pos === 'VERB' && !next.lower.endsWith('ing'));
  return previous !== undefined && precedesVerb && /(?:ed|[^s]s)$/u.test(token.lower);
}

function endsSubject(token: Token, previous: Token | undefined): boolean {
  if (token.pos === 'SCONJ') return true;
  return token.pos === 'ADP' && !SUBJECT_PREPOSITIONS.has(token.lower) && previous?.text !== '-';
}

/** The tagger calls many verbs nouns: "a hash table stores keys", "income rises". */
function repairVerb(token: Token, previous: Token | undefined, next: Token | undefined): Token | undefined {
  if (token.pos !== 'NOUN' || !previous || !canBeSubject(previous) || !canFollowVerb(next)) return undefined;
  const lemma = repairedLemma(previous, token);
  return lemma !== undefined && isKnownVerb(lemma) ? { ...token, pos: 'VERB', lemma } : undefined;
}

/** The verb that a noun after a noun may be, by number: "a table stores", "bakers use". */
function repairedLemma(subject: Token, verb: Token): string | undefined {
  if (!isPluralNoun(subject)) return thirdPersonLemma(verb.lower);
  return verb.lower === verb.lemma && !isPluralNoun(verb) ? verb.lower : undefined;
}

function thirdPersonLemma(word: string): string | undefined {
  if (!/[^su]s$/u.test(word)) return undefined;
  if (/(?:ches|shes|xes|sses|zes|oes)$/u.test(word)) return word.slice(0, -2);
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
