import type { Casing } from './casing.ts';
import { parseClause, textOf } from './clause.ts';
import type { Clause } from './clause.ts';
import type { Sentence } from './sentence.ts';

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

/** What follows the verb group up to the end of this statement. */
export function restText(sentence: Sentence, clause: Clause, to = statementEnd(clause)): string {
  return textOf(sentence.text, clause.tokens, clause.restStart, to);
}
