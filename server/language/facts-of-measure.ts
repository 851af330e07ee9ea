import type { LessonAnalysis } from './analysis.ts';
import { invertClause, statementEnd } from './clause-text.ts';
import { textOf } from './clause.ts';
import { isSoundNumberQuestion, NUMBER_WORDS } from './facts-of-number.ts';
import type { Quantity } from './facts.ts';
import type { Sentence } from './sentence.ts';

const PREPOSITIONS = new Set(['within', 'for', 'over', 'after', 'at', 'in', 'by']);
const HEDGES = new Set(['about', 'around', 'roughly', 'nearly', 'almost', 'approximately', 'over']);
/** "for four reasons" or "in two ways" count, but measure nothing. */
const UNITS =
  /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centuries|percent|per ?cent|metres?|meters?|kilometres?|kilometers?|centimetres?|millimetres?|micrometres?|miles?|feet|inches|kilograms?|grams?|milligrams?|tonnes?|tons|pounds|litres?|liters?|millilitres?|degrees|volts?|amperes?|ohms?|watts?|newtons?|joules?|hertz|dollars|euros|bits|bytes|kilobytes|megabytes|gigabytes|people|inhabitants|members|patients|units|doses|times)$/u;

/**
 * "Red cells are started within 30 minutes of …": the measure at the end of a statement, asked with its preposition in front
 * ("Within how many minutes of … are red cells started?").
 */
export function findMeasure(sentence: Sentence, analysis: LessonAnalysis): Quantity | undefined {
  const { tokens, text, clause } = sentence;
  if (!clause || clause.negated || clause.subjectStart > 0) return undefined;
  const end = statementEnd(clause);
  for (let at = clause.restStart; at < end - 2; at += 1) {
    const preposition = tokens[at]?.lower ?? '';
    if (!PREPOSITIONS.has(preposition)) continue;
    let numberAt = at + 1;
    if (preposition === 'for' && tokens[numberAt]?.lower === 'the' && tokens[numberAt + 1]?.lower === 'first')
      numberAt += 2;
    while (HEDGES.has(tokens[numberAt]?.lower ?? '')) numberAt += 1;
    // "over two to three hours", "between 5 and 10 days" give a range.
    if (['to', '-', '–'].includes(tokens[numberAt + 1]?.lower ?? '')) return undefined;
    const number = tokens[numberAt];
    const unit = tokens[numberAt + 1];
    if (!number || !unit || !isPlainNumber(number.text) || !UNITS.test(unit.lower)) continue;
    const tail = textOf(text, tokens, numberAt + 2, end);
    // What follows the unit goes to the front with it: a short phrase, not another measure or clause.
    if (
      tail.split(' ').length > 8 ||
      /\d|,|\b(?:and|or|to)\b/u.test(tail) ||
      (tail !== '' && !/^(?:of|before|after|a|per|from)\b/u.test(tail))
    )
      continue;
    const inverted = invertClause(sentence, { ...clause, end: at }, analysis.casing);
    if (inverted === undefined) return undefined;
    const before = textOf(text, tokens, at, numberAt);
    const hedged = textOf(text, tokens, at + 1, numberAt).replace(/^the first$/u, '');
    const front = `${preposition} ${/first$/u.test(before) ? 'the first ' : ''}`;
    const question =
      `${front.slice(0, 1).toUpperCase()}${front.slice(1)}${/^per ?cent$/u.test(unit.lower) ? 'what percentage' : `how many ${unit.text}`} ${tail === '' ? '' : `${tail} `}${inverted}?`.replace(
        'the first how many',
        'how many of the first',
      );
    if (!isSoundNumberQuestion(question) || /of the first/u.test(question)) return undefined;
    return {
      kind: 'quantity',
      sentence,
      question,
      before: hedged === '' ? '' : `${hedged} `,
      number: number.text,
      after: ` ${unit.text}`,
    };
  }
  return undefined;
}

function isPlainNumber(text: string): boolean {
  return (
    (/^\d{1,3}(?:,\d{3})+$|^\d+(?:\.\d+)?$/u.test(text) && !/^(?:1[5-9]|20)\d\d$/u.test(text)) ||
    NUMBER_WORDS.has(text.toLowerCase())
  );
}
