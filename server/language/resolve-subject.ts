import type { Casing } from './casing.ts';
import { upperInitial } from './clean-sentence.ts';
import { isNominal, isPluralNoun } from './clause-words.ts';
import { textOf, type Clause } from './clause.ts';
import type { Sentence } from './sentence.ts';
import type { Token } from './tokens.ts';

/**
 * "It fixes carbon dioxide." after "Rubisco is an enzyme." becomes "Rubisco fixes carbon dioxide." The subject of the
 * sentence directly before, in the same passage, is what a leading pronoun nearly always means (centering theory); number
 * and person must agree, and anything doubtful is left as it is.
 */
export function resolveSubject(
  draft: Pick<Sentence, 'passage' | 'quote' | 'text' | 'tokens'>,
  previous: Sentence | undefined,
  casing: Casing,
): { text: string; quote: string } | undefined {
  if (!previous?.clause || previous.passage !== draft.passage || !previous.standsAlone) return undefined;
  const { clause } = previous;
  if (!mayMean(draft.tokens, clause, casing)) return undefined;
  const subject = textOf(previous.text, clause.tokens, clause.subjectStart, clause.subjectEnd);
  if (subject.split(' ').length > 6 || /\d/u.test(subject)) return undefined;
  const text = upperInitial(subject) + draft.text.slice(draft.tokens[0]?.end ?? 0);
  const from = draft.passage.text.indexOf(previous.quote);
  const to = draft.passage.text.indexOf(draft.quote, from);
  if (from < 0 || to < 0) return undefined;
  const quote = previous.resolved ? draft.quote : draft.passage.text.slice(from, to + draft.quote.length);
  return { text, quote };
}

/** Whether the pronoun in front can mean the clause's subject: number and person agree, and a verb follows. */
function mayMean([first, verb, ...rest]: readonly Token[], clause: Clause, casing: Casing): boolean {
  const pronoun = first?.lower ?? '';
  if (!['it', 'they', 'he', 'she'].includes(pronoun) || clause.subjectStart > 0) return false;
  if (clause.plural !== (pronoun === 'they')) return false;
  // "Godden and Baddeley had divers learn words. They remembered …": any of them may be meant.
  const isPlural = (token: Token): boolean => isNominal(token) && isPluralNoun(token);
  if (clause.plural && clause.tokens.slice(clause.subjectEnd).some(isPlural)) return false;
  const isPerson = pronoun === 'he' || pronoun === 'she';
  if (isPerson && !(clause.head.pos === 'PROPN' && casing.isName(clause.head.text))) return false;
  return (
    verb !== undefined && ['VERB', 'AUX', 'ADV'].includes(verb.pos) && !isExpletive(pronoun, [verb, ...rest])
  );
}

/** "It is hard to …", "It takes time to …", "It seems that …": nothing is meant by "it". */
function isExpletive(pronoun: string, following: readonly Token[]): boolean {
  if (pronoun !== 'it') return false;
  const words = following.slice(0, 11).map((token) => token.lower);
  if (['seems', 'appears', 'turns', 'follows', 'happens', 'took', 'takes', 'rains'].includes(words[0] ?? ''))
    return true;
  return (
    ['is', 'was', 'became', 'becomes', 'may', 'can', 'would', 'might'].includes(words[0] ?? '') &&
    words.some((word) => word === 'that' || word === 'to' || word === 'who') &&
    !words.slice(0, 3).some((word) => word === 'a' || word === 'the' || word === 'used')
  );
}
