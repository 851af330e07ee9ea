import type { Clause } from './clause.ts';
import type { Token } from './tokens.ts';
import { nounKind } from './wordnet.ts';

/** "Clear: void", "add(e) – appends": what stands before names something, what follows describes it. */
const LABEL = /^[^.!?]{1,60}?(?::| [-–—=→] )/u;
/** "A key, which everybody may know": its only verb is the aside's. */
const ASIDE_ALONE = /^[^,]{2,80}, (?:which|who|whose|where|that|when)\b[^,]*$/u;
const ENDS = /[.!]["”’)]?$/u;
const SYMBOLS = /[{}<>=\\|→⇒]|\(\)|\w\(\w*\)/u;

/**
 * Whether a point of a slide is a sentence: it has a subject and a finite verb. Points often leave out either, and the
 * full stop says little: some decks set it after every fragment, most after none.
 * @param point without its bullet
 * @param tokens and clause of the point's text
 */
export function isWholeSentence(
  point: string,
  tokens: readonly Token[],
  clause: Clause | undefined,
): boolean {
  if (LABEL.test(point) || SYMBOLS.test(point) || ASIDE_ALONE.test(point) || !/^["“]?[\p{Lu}\d]/u.test(point))
    return false;
  if (!ENDS.test(point)) return clause === undefined ? opensWithSubject(tokens) : isPlainlyFinite(clause);
  if (clause !== undefined) return true;
  const subject = tokens.findIndex(({ pos }) => ['NOUN', 'PROPN', 'PRON', 'NUM'].includes(pos));
  return (
    subject >= 0 &&
    tokens.some(({ pos }, at) => at > subject && (pos === 'AUX' || pos === 'VERB')) &&
    !isTaskOrThird(tokens)
  );
}

/**
 * Without a full stop, what may be a verb mostly is none: "Elements stored in order", "Three pegs and several disks",
 * "Function calls on the stack".
 */
function isPlainlyFinite({ tokens, subjectEnd, mainVerb, restStart, head, tense }: Clause): boolean {
  if (head.pos === 'NUM') return false;
  if (tokens[subjectEnd]?.pos === 'AUX') return true;
  const verb = tokens[mainVerb];
  const next = tokens[restStart];
  const mayBeNoun =
    verb === undefined || nounKind(verb.lemma) >= 0 || nounKind(verb.lower.replace(/s$/u, '')) >= 0;
  return (
    tense !== 'past' && !(mayBeNoun && (next === undefined || next.pos === 'ADP' || next.pos === 'CCONJ'))
  );
}

/** "The states predicted by the model are …": too long a subject for a clause to be found, but plainly one. */
const opensWithSubject = (tokens: readonly Token[]): boolean =>
  tokens[0]?.pos === 'DET' && tokens.findIndex(({ pos }) => pos === 'AUX') >= 2;

/** "Removes all elements.", "Add the element.": the subject is left to the title. */
const isTaskOrThird = ([first]: readonly Token[]): boolean => first?.pos === 'VERB' || first?.pos === 'AUX';
