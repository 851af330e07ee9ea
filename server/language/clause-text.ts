import type { Casing } from './casing.ts';
import { parseClause, textOf } from './clause.ts';
import type { Clause } from './clause.ts';
import type { Sentence } from './sentence.ts';
import type { Token } from './tokens.ts';

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
 * The index at which one statement ends and another begins: before ", and …", ", which …", "because …". Conditions ("if",
 * "when", "unless") are kept, since without them the statement may be false.
 */
export function statementEnd(clause: Clause): number {
  const { tokens, restStart, end } = clause;
  for (let index = restStart; index < end; index += 1) {
    const token = tokens[index];
    if (!token) break;
    const [previous, next] = [tokens[index - 1], tokens[index + 1]];
    if (isDivider(token, previous, next)) return index;
    if (isPredicateBreak(token, previous, next)) return previous?.text === ',' ? index - 1 : index;
    if (token.lower === 'and' && previous?.text !== ',' && opensClause(clause, index + 1)) return index;
    if (token.text === ',' && next !== undefined && endsAtComma(clause, index, next)) return index;
  }
  return end;
}

function isDivider(token: Token, previous: Token | undefined, next: Token | undefined): boolean {
  if (/^[;:]$/u.test(token.text)) return true;
  // "the Hertzsprung–Russell diagram": a dash without spaces joins.
  const isHyphen = previous?.end === token.start && next?.start === token.end;
  return /^[—–]$/u.test(token.text) && !isHyphen;
}

function isPredicateBreak(token: Token, previous: Token | undefined, next: Token | undefined): boolean {
  if (!PREDICATE_BREAKS.has(token.lower)) return false;
  if (token.lower === 'so') return next?.pos === 'PRON' || next?.pos === 'DET';
  // "for a short time while it is being used" belongs to the statement; ", while B does …" does not.
  return !['while', 'yet'].includes(token.lower) || previous?.text === ',';
}

function endsAtComma(clause: Clause, comma: number, next: Token): boolean {
  const { tokens, restStart } = clause;
  if (addsClause(next, tokens[comma - 1], tokens[comma + 2])) return true;
  if (['and', 'or'].includes(next.lower)) {
    const isFirstComma = !tokens.slice(restStart, comma).some(({ text }) => text === ',');
    return isFirstComma || hasVerbBefore(clause, comma + 2);
  }
  // An apposition ("ATP synthase, an enzyme that …") says something else; a list does not.
  return opensClause(clause, comma + 1) || (next.pos === 'DET' && !hasJoinLater(clause, comma + 1));
}

function addsClause(next: Token, beforeComma: Token | undefined, afterNext: Token | undefined): boolean {
  if (['which', 'who', 'where', 'when', 'if', 'as', 'with', 'including'].includes(next.lower)) return true;
  switch (next.pos) {
    case 'ADV':
      return true;
    case 'ADP':
      return ['which', 'whom'].includes(afterNext?.lower ?? '');
    case 'VERB':
      // A further verb ("provides energy, protects organs, and …"), or a participle in passing.
      // "is encoded, stored and retrieved" is one list.
      return next.lower.endsWith('ing') || beforeComma?.pos !== 'VERB';
    case 'PRON':
      // A new sentence after a comma, as people speak: "…, it is like a full stop".
      return ['it', 'they', 'he', 'she', 'that', 'this', 'there'].includes(next.lower);
    default:
      return false;
  }
}

/** "Blood glucose falls, the pancreas releases glucagon, and …": after the comma the subject changes. */
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
