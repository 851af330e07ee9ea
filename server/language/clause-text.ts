import type { Casing } from './casing.ts';
import { parseClause, textOf } from './clause.ts';
import type { Clause } from './clause.ts';
import { BREAKS, isNominal } from './clause-words.ts';
import type { Sentence } from './sentence.ts';
import type { Token } from './tokens.ts';
import { isKnownVerb } from './wordnet.ts';

/** The subject, cased for mid-sentence. */
export function subjectText(sentence: Sentence, clause: Clause, casing: Casing): string {
  return casing.lowerInitial(textOf(sentence.text, clause.tokens, clause.subjectStart, clause.subjectEnd));
}

const PREDICATE_BREAKS = new Set([
  'because',
  'whereas',
  'although',
  'though',
  'since',
  'while',
  'so',
  'but',
  'yet',
]);

/**
 * Where one statement ends and a further one begins: before ", and …", ", which …", "because …". Conditions ("if", "when",
 * "unless") are kept, since without them the statement may be false.
 */
export function statementEnd(clause: Clause): number {
  const { tokens, restStart, end } = clause;
  for (let index = restStart; index < end; index += 1) {
    const token = tokens[index];
    const next = tokens[index + 1];
    if (!token) break;
    // "the Hertzsprung–Russell diagram": a dash without spaces joins.
    const isHyphen = tokens[index - 1]?.end === token.start && next?.start === token.end;
    if (/^[;:]$/u.test(token.text) || (/^[—–]$/u.test(token.text) && !isHyphen)) return index;
    if (
      PREDICATE_BREAKS.has(token.lower) &&
      // "for a short time while it is being used" belongs to the statement; ", while B does …" does not.
      !(['while', 'yet'].includes(token.lower) && tokens[index - 1]?.text !== ',') &&
      !(token.lower === 'so' && next?.pos !== 'PRON' && next?.pos !== 'DET')
    ) {
      return tokens[index - 1]?.text === ',' ? index - 1 : index;
    }
    if (token.lower === 'and' && tokens[index - 1]?.text !== ',' && opensClause(clause, index + 1))
      return index;
    if (token.text !== ',' || next === undefined) continue;
    if (next.pos === 'ADP' && ['which', 'whom'].includes(tokens[index + 2]?.lower ?? '')) return index;
    if (
      ['which', 'who', 'where', 'when', 'if', 'as', 'with', 'including'].includes(next.lower) ||
      next.pos === 'ADV' ||
      // A further verb ("provides energy, protects organs, and …"), or a participle that says something in passing.
      // "is encoded, stored and retrieved" is one list.
      (next.pos === 'VERB' && (next.lower.endsWith('ing') || tokens[index - 1]?.pos !== 'VERB')) ||
      // A new sentence behind a comma, as people speak: "…, it is like a full stop".
      (next.pos === 'PRON' && ['it', 'they', 'he', 'she', 'that', 'this', 'there'].includes(next.lower))
    )
      return index;
    const joins = ['and', 'or'].includes(next.lower);
    if (!joins && opensClause(clause, index + 1)) return index;
    const firstComma = !tokens.slice(restStart, index).some((before) => before.text === ',');
    if (joins && (firstComma || hasVerbBefore(clause, index + 2))) return index;
    // An apposition ("ATP synthase, an enzyme that …") says something else again; a list does not.
    if (!joins && next.pos === 'DET' && !hasJoinLater(clause, index + 1)) return index;
  }
  return end;
}

/** "Blood glucose falls, the pancreas releases glucagon, and …": after the comma somebody else does something. */
function opensClause({ tokens, end }: Clause, from: number): boolean {
  let to = from;
  while (to < end && tokens[to]?.text !== ',') to += 1;
  return to - from >= 3 && parseClause(tokens, from, to) !== undefined;
}

function hasVerbBefore(clause: Clause, from: number): boolean {
  for (let index = from; index < clause.end; index += 1) {
    const token = clause.tokens[index];
    if (!token || token.pos === 'PUNCT') return false;
    if (token.pos === 'VERB' || token.pos === 'AUX') return !token.lower.endsWith('ing');
  }
  return false;
}

function hasJoinLater(clause: Clause, from: number): boolean {
  return clause.tokens.slice(from, clause.end).some((token) => token.lower === 'and' || token.lower === 'or');
}

/** Verb group and what follows up to the end of this statement. */
export function predicateText(sentence: Sentence, clause: Clause): string {
  return textOf(sentence.text, clause.tokens, clause.subjectEnd, statementEnd(clause));
}

/** What follows the verb group up to the end of this statement. */
export function restText(sentence: Sentence, clause: Clause, to = statementEnd(clause)): string {
  return textOf(sentence.text, clause.tokens, clause.restStart, to);
}

/** The verb without ending, for "did …", "to …"; undefined when the tagger's lemma is no verb. */
export function bareVerb(clause: Clause): string | undefined {
  const main = clause.tokens[clause.mainVerb];
  if (!main) return undefined;
  if (clause.copula) return 'be';
  return isKnownVerb(main.lemma) ? main.lemma : undefined;
}

/** The predicate with its verb in the bare form: "uses ATP" gives "use ATP". Undefined for anything but a simple verb. */
export function barePredicate(sentence: Sentence, clause: Clause): string | undefined {
  const verb = bareVerb(clause);
  if (verb === undefined || clause.negated || clause.tense === 'modal' || clause.passive || clause.copula)
    return undefined;
  if (clause.tokens[clause.subjectEnd]?.pos === 'AUX') return undefined;
  const adverbs = textOf(sentence.text, clause.tokens, clause.subjectEnd, clause.mainVerb);
  return [adverbs, verb, restText(sentence, clause)].filter((part) => part !== '').join(' ');
}

/**
 * The clause as a question's tail: "did James Watt add a condenser", "is coal cheap", "can the cycle begin".
 * @param omit token indices to leave out, such as a year that is asked for
 */
export function invertClause(
  sentence: Sentence,
  clause: Clause,
  casing: Casing,
  omit?: { from: number; to: number },
): string | undefined {
  const subject = subjectText(sentence, clause, casing);
  const first = clause.tokens[clause.subjectEnd];
  if (!first) return undefined;
  const end = statementEnd(clause);
  const joined = listJoinedVerbs(clause, end);
  // "is slower and needs a stronger winch": two auxiliaries would be wanted.
  if (
    joined.length > 0 &&
    (first.pos === 'AUX' || joined.some(({ pos, lemma }) => pos !== 'VERB' || !isKnownVerb(lemma)))
  )
    return undefined;
  const written = (from: number, to: number): string => {
    let text = textOf(sentence.text, clause.tokens, from, to);
    // "did a jet take the wrong taxiway and cross in front of another": every verb in its bare form.
    for (const verb of joined)
      if (verb.start >= (clause.tokens[from]?.start ?? 0) && verb.end <= (clause.tokens[to - 1]?.end ?? 0))
        text = text.replace(
          new RegExp(`(?<=\\b(?:and|or|but|then) (?:\\w+ly )?)${verb.text}\\b`, 'u'),
          verb.lemma,
        );
    return text;
  };
  const rest = (from: number): string =>
    omit && omit.from >= from && omit.to <= end
      ? [written(from, omit.from), written(omit.to, end)].filter((part) => part !== '').join(' ')
      : written(from, end);
  // "English has eight endings": "does English have", not "has English".
  if (['has', 'have', 'had'].includes(first.lower) && clause.mainVerb === clause.subjectEnd) {
    const auxiliary = first.lower === 'had' ? 'did' : first.lower === 'has' ? 'does' : 'do';
    return clean(`${auxiliary} ${subject} have ${rest(clause.subjectEnd + 1)}`);
  }
  if (first.pos === 'AUX') {
    const second = clause.tokens[clause.subjectEnd + 1];
    if (second?.lower === "n't" || second?.lower === 'not' || first.lower === 'cannot') return undefined;
    return clean(`${first.lower} ${subject} ${rest(clause.subjectEnd + 1)}`);
  }
  const verb = bareVerb(clause);
  const verbAt = clause.mainVerb;
  if (verb === undefined || clause.tokens[verbAt]?.pos !== 'VERB') return undefined;
  const auxiliary = clause.tense === 'past' ? 'did' : clause.plural ? 'do' : 'does';
  const adverbs = textOf(sentence.text, clause.tokens, clause.subjectEnd, verbAt);
  return clean(`${auxiliary} ${subject} ${adverbs} ${verb} ${rest(verbAt + 1)}`);
}

/** Further finite verbs of the same subject: "takes the wrong taxiway and crosses …". Those of inner clauses are none. */
function listJoinedVerbs({ tokens, restStart, tense, plural, passive }: Clause, end: number): Token[] {
  if (tense === 'modal') return [];
  const found: Token[] = [];
  for (let index = restStart; index < end; index += 1) {
    const token = tokens[index] as Token;
    if (BREAKS.has(token.lower) || token.lower === 'to') return found;
    const before = tokens[index - 1]?.pos === 'ADV' ? tokens[index - 2] : tokens[index - 1];
    if (before === undefined || !['and', 'or', 'but', 'then'].includes(before.lower)) continue;
    if (token.pos === 'AUX') found.push(token);
    if (token.pos !== 'VERB' || token.lower.endsWith('ing') || token.lower === token.lemma) continue;
    const isThird = /[^s]s$/u.test(token.lower);
    // "is cut and polished" is one verb twice; "heated and pressed glass" stands before a noun.
    if (
      isThird ? tense === 'present' && !plural : tense === 'past' && !passive && !isNominal(tokens[index + 1])
    )
      found.push(token);
  }
  return found;
}

function clean(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/\s+([,.;?])/gu, '$1')
    .replace(/[,;\s]+$/u, '');
}
