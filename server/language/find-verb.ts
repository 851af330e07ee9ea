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
 * Where the main verb of a clause is. The tagger calls many verbs nouns; where no other verb is found, a noun that may be
 * one is returned as `repaired`, retagged.
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
    if (
      BREAKS.has(token.lower) ||
      (token.pos === 'PUNCT' && !['-', '’', "'", '"', '“', '”'].includes(token.text))
    ) {
      return suspect;
    }
    if (index === from && (token.pos === 'PRON' || DEICTIC.has(token.lower))) return undefined;
    if (index > from && token.pos === 'PRON' && !['its', 'their', 'his', 'her'].includes(token.lower))
      return suspect;
    if (DEICTIC.has(token.lower) && token.lower !== 'such' && token.lower !== 'other') return undefined;
    if (token.pos === 'AUX') return { verbAt: index };
    if (token.pos === 'VERB') {
      const modifies =
        (previous === undefined ||
          ['DET', 'ADJ', 'ADP', 'NUM', 'ADV', 'CCONJ', 'PUNCT'].includes(previous.pos)) &&
        next !== undefined &&
        ['NOUN', 'PROPN', 'ADJ', 'PUNCT'].includes(next.pos);
      if (modifies || token.lower.endsWith('ing')) continue;
      // "Quantity demanded is …", "P waves travel …": the word before the verb belongs to the subject.
      const beforeVerb = next?.pos === 'AUX' || (next?.pos === 'VERB' && !next.lower.endsWith('ing'));
      if (/(?:ed|[^s]s)$/u.test(token.lower) && beforeVerb && index > from) continue;
      // "The scale measures the energy released …": a participle does not outdo a verb that was taken for a noun.
      if (suspect && token.lower.endsWith('ed')) return suspect;
      if (isNominal(previous) || previous?.pos === 'NUM' || previous?.pos === 'ADV') return { verbAt: index };
      return undefined;
    }
    if (token.pos === 'SCONJ') return suspect;
    if (token.pos === 'ADP' && !SUBJECT_PREPOSITIONS.has(token.lower) && previous?.text !== '-')
      return suspect;
    // The tagger calls many verbs nouns: "a hash table stores keys", "income rises".
    const afterLetter = suspect?.verbAt === index - 1 && tokens[index - 2]?.text.length === 1;
    if (
      (!suspect || afterLetter) &&
      token.pos === 'NOUN' &&
      previous &&
      canBeSubject(previous) &&
      canFollowVerb(next)
    ) {
      const lemma = repairedLemma(previous, token);
      if (lemma !== undefined && isKnownVerb(lemma))
        suspect = { verbAt: index, repaired: { ...token, pos: 'VERB', lemma } };
    }
  }
  return suspect;
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
