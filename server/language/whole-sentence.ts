import type { Clause } from './clause.ts';
import { MODALS } from './clause-words.ts';
import type { Token } from './tokens.ts';
import { nounKind } from './wordnet.ts';

/** "Clear: void", "add(e) – appends": the part before the mark names something, the part after describes it. */
const LABEL = /^[^.!?]{1,60}?(?::| [-–—=→] )/u;
/** "A key, which everybody may know": its only verb is the aside's. */
const ASIDE_ALONE = /^[^,]{2,80}, (?:which|who|whose|where|that|when)\b[^,]*$/u;
/** "Statically compiled code with extra syntax": the tagger takes the adverb for a subject. */
const DESCRIBED = /^\p{L}+ly \p{L}+ed\b/u;
const ENDS = /[.!]["”’)]?$/u;
const SYMBOLS = /[{}<>=\\|→↔⇒⇔⟹⟺]|\(\)|\w\(\w*\)/u;

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
  if ([LABEL, SYMBOLS, ASIDE_ALONE, DESCRIBED].some((pattern) => pattern.test(point))) return false;
  if (!/^["“]?[\p{Lu}\d]/u.test(point)) return false;
  if (clause !== undefined && isDescribed(tokens, clause)) return false;
  // Without a full stop, a noun that could be a verb is a noun: "A set of characters".
  if (!ENDS.test(point) && clause !== undefined && tokens[clause.mainVerb]?.pos === 'NOUN') return false;
  if (!ENDS.test(point)) return clause === undefined ? opensWithSubject(tokens) : isPlainlyFinite(clause);
  return clause !== undefined || (!isTaskOrThird(tokens) && hasMainVerb(tokens));
}

/** "Processing elements connected via a network.": a participle, not a verb in the past. */
function isDescribed(tokens: readonly Token[], { subjectEnd, mainVerb, restStart, tense }: Clause): boolean {
  return (
    tense === 'past' &&
    tokens[subjectEnd]?.pos !== 'AUX' &&
    /(?:ed|en)$/u.test(tokens[mainVerb]?.lower ?? '') &&
    /^(?:as|by|using|via|with)$/u.test(tokens[restStart]?.lower ?? '')
  );
}

const MAY_PRECEDE_VERB = new Set(['NOUN', 'PROPN', 'PRON', 'NUM', 'PUNCT']);

/**
 * Whether a verb directly follows its possible subject. None of these does: "A library that allows you to define and evaluate
 * expressions", "Statically compiled Python with extra syntax", "For custom code and for creating interfaces".
 */
function hasMainVerb(tokens: readonly Token[]): boolean {
  return tokens.some((token, at) => {
    if (token.pos !== 'AUX' && (token.pos !== 'VERB' || mayDescribe(token))) return false;
    const clause = tokens.slice(tokens.slice(0, at).findLastIndex(({ text }) => text === ',') + 1, at);
    if (clause.some(({ lower }) => SUBORDINATES.has(lower))) return false;
    const before = clause.findLast(({ pos, lower }) => pos !== 'ADV' && !lower.endsWith('ly'));
    if (before === undefined || !MAY_PRECEDE_VERB.has(before.pos) || RELATIVES.has(before.lower))
      return false;
    // Of the punctuation, only what closes a bracket or a quote may part the two.
    return before.pos !== 'PUNCT' || /^[)\]"”’']$/u.test(before.text);
  });
}

const RELATIVES = new Set(['that', 'which', 'who', 'whom', 'whose']);
/** "when an algorithm is easier to express" needs a main clause. */
const SUBORDINATES = new Set(['if', 'when', 'where', 'while', 'because', 'since', 'although', 'until']);

/** "written", "using": without an auxiliary they may describe a noun. */
const mayDescribe = ({ lower, lemma }: Token): boolean => lower !== lemma && !lower.endsWith('s');

/**
 * Without a full stop, a possible verb mostly is not one: "Elements stored in order", "Three pegs and several disks",
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
const isTaskOrThird = ([first]: readonly Token[]): boolean =>
  first?.pos === 'VERB' || first?.pos === 'AUX' || (first !== undefined && MODALS.has(first.lower));
