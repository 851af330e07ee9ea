import type { LessonAnalysis } from './analysis.ts';
import { bareVerb, invertClause, restText, statementEnd, subjectText } from './clause-text.ts';
import { textOf } from './clause.ts';
import type { Clause } from './clause.ts';
import type { Dating, Quantity } from './facts.ts';
import { nounPhraseEnd, readNounPhrase } from './noun-phrases.ts';
import { hasBarePronoun, isPersonal, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';

const YEAR = /^(?:1[0-9]|20)\d\d$/u;

/** Long enough to ask something, and without words that point elsewhere. */
export function isSoundNumberQuestion(question: string): boolean {
  if (
    /^(?:About )?how many (?:things|findings|steps|stages|reasons|ways|kinds|points|cases|problems|times)\b/iu.test(
      question,
    )
  )
    return false;
  const words = question.split(' ').length;
  if (
    /\bhow many (?:large |small |new |good |big )?(?:ones|others|tenths|thirds|quarters|fifths|halves)\b/iu.test(
      question,
    )
  )
    return false;
  // "Each second the Sun turns …": two phrases that were taken for one.
  if (/ (?:each|every) \w+ (?:the|an?) /u.test(question) || / and \w+s about \d/u.test(question))
    return false;
  // "Thirty cool Julys do": the verb that counts stands elsewhere.
  if (/ (?:do|does|did|is|are|was|were)\?$/u.test(question) && words < 7) return false;
  return (
    words >= 5 &&
    words <= 28 &&
    !pointsElsewhere(question) &&
    !hasBarePronoun(question) &&
    !isPersonal(question)
  );
}

/** "In 1789 X did Y", "X was founded in 1789": the year, and the statement as a question. */
export function findDating(sentence: Sentence, analysis: LessonAnalysis): Dating | undefined {
  const { tokens, clause } = sentence;
  if (!clause || clause.negated || clause.tense !== 'past') return undefined;
  const at = tokens.findIndex((token, index) => YEAR.test(token.text) && tokens[index - 1]?.lower === 'in');
  const token = tokens[at];
  if (!token || tokens.filter((other) => YEAR.test(other.text)).length > 1) return undefined;
  const inFront = at < clause.subjectStart;
  if (!inFront && (at <= clause.mainVerb || at + 1 > statementEnd(clause))) return undefined;
  if (!inFront && clause.subjectStart > 0) return undefined;
  // "in July 1789", "in the spring of 1820" ask for more than a year.
  const tail = invertClause(
    sentence,
    clause,
    analysis.casing,
    inFront ? undefined : { from: at - 1, to: at + 1 },
  );
  const question = tail === undefined ? '' : `In which year ${tail}?`;
  return isSoundNumberQuestion(question) && question.split(' ').length >= 6
    ? { kind: 'dating', sentence, question, year: Number(token.text) }
    : undefined;
}

/** Numbers that are written as one word. */
export const NUMBER_WORDS = new Set([
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'twenty',
  'thirty',
  'forty',
  'fifty',
  'sixty',
  'seventy',
  'eighty',
  'ninety',
]);
const SCALES = new Set(['hundred', 'thousand', 'million', 'billion', 'trillion']);

function isNumber(text: string): boolean {
  return /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d+(?:\.\d+)?$/u.test(text) || NUMBER_WORDS.has(text.toLowerCase());
}

/** The quantity that a statement is about: as its subject, right after the verb, or after "is". */
export function findQuantity(sentence: Sentence, analysis: LessonAnalysis): Quantity | undefined {
  const { tokens, clause } = sentence;
  if (!clause || clause.negated) return undefined;
  const end = statementEnd(clause);
  const numbers = tokens.slice(clause.subjectStart, end).filter((token) => isNumber(token.lower)).length;
  if (numbers === 0) return undefined;
  return (
    (numbers === 1 ? ofSubject(sentence, clause, analysis) : undefined) ??
    ofObject(sentence, clause, analysis, end)
  );
}

/** "Three turns of the cycle are needed": "How many turns of the cycle are needed?" */
function ofSubject(sentence: Sentence, clause: Clause, analysis: LessonAnalysis): Quantity | undefined {
  const { tokens, text } = sentence;
  const first = tokens[clause.subjectStart];
  if (!first || clause.subjectStart > 0 || !isNumber(first.lower) || !clause.plural || YEAR.test(first.text))
    return undefined;
  const tail = textOf(text, tokens, clause.subjectStart + 1, statementEnd(clause));
  const question = `How many ${tail}?`;
  if (!isSoundNumberQuestion(question) || SCALES.has(tokens[clause.subjectStart + 1]?.lower ?? ''))
    return undefined;
  return {
    kind: 'quantity',
    sentence,
    question,
    before: '',
    number: analysis.casing.lowerInitial(first.text),
    after: '',
  };
}

function ofObject(
  sentence: Sentence,
  clause: Clause,
  analysis: LessonAnalysis,
  end: number,
): Quantity | undefined {
  const { tokens, text } = sentence;
  let at = clause.restStart;
  while (
    at < end &&
    [
      'about',
      'roughly',
      'approximately',
      'around',
      'nearly',
      'almost',
      'over',
      'only',
      'some',
      'by',
      'just',
    ].includes(tokens[at]?.lower ?? '')
  )
    at += 1;
  const number = tokens[at];
  if (!number || !isNumber(number.lower) || YEAR.test(number.text)) return undefined;
  const hedges = textOf(text, tokens, clause.restStart, at)
    .replace(/\b(?:only|just|by)\b\s*/giu, '')
    .trim();
  let numberEnd = at + 1;
  while (SCALES.has(tokens[numberEnd]?.lower ?? '')) numberEnd += 1;
  const scale = textOf(text, tokens, at + 1, numberEnd);
  const subject = subjectText(sentence, clause, analysis.casing);
  const about = hedges === '' ? '' : `${hedges === 'some' ? 'about' : hedges} `;
  if (clause.copula) {
    const be = tokens[clause.subjectEnd]?.lower ?? 'is';
    const question = `What ${be} ${subject}?`;
    const unit = [
      scale,
      restText(sentence, clause)
        .slice(textOf(text, tokens, clause.restStart, numberEnd).length)
        .trim(),
    ]
      .filter((part) => part !== '')
      .join(' ');
    const measures =
      /\b(?:number|rate|speed|age|temperature|length|height|weight|mass|distance|size|cost|price|value|population|percentage|area|volume|duration|expectancy|density|limit|maximum|minimum|amount|frequency|period|mean|average|median)\b/iu.test(
        subject,
      );
    return measures && isSoundNumberQuestion(question) && unit.split(' ').length <= 4
      ? {
          kind: 'quantity',
          sentence,
          question,
          before: about,
          number: number.text,
          after: unit === '' ? '' : ` ${unit}`,
        }
      : undefined;
  }
  if (tokens[clause.restStart]?.lower === 'by') return byAmount(sentence, clause, analysis, at, about);
  const counted = readNounPhrase(tokens, numberEnd, end);
  const verb = bareVerb(clause);
  if (
    verb === undefined ||
    !counted ||
    counted.start !== counted.coreStart ||
    !(counted.plural || counted.head.lower === 'percent')
  )
    return undefined;
  const stop = nounPhraseEnd(tokens, numberEnd, end);
  // "grams of glycogen" stays together.
  const ofWhat =
    tokens[counted.end]?.lower === 'of' ? readNounPhrase(tokens, counted.end + 1, end)?.end : undefined;
  const thingsEnd = ofWhat ?? counted.end;
  const things = textOf(text, tokens, numberEnd, thingsEnd);
  if (counted.head.lower === 'percent' || /%/u.test(text)) return undefined;
  const after = textOf(text, tokens, thingsEnd, stop === undefined ? end : end);
  const inverted = invertClause(sentence, { ...clause, end: clause.restStart }, analysis.casing);
  // "By 1800 mills employed …": the time in front goes to the end.
  const front =
    clause.subjectStart === 0
      ? ''
      : ` ${analysis.casing.lowerInitial(textOf(text, tokens, 0, clause.subjectStart).replace(/,\s*$/u, ''))}`;
  const question =
    `${about === '' ? 'How many' : 'About how many'} ${things} ${inverted ?? ''} ${after}${front}?`
      .replace(/\s+/gu, ' ')
      .replace(' ?', '?');
  if (inverted === undefined || !isSoundNumberQuestion(question)) return undefined;
  return {
    kind: 'quantity',
    sentence,
    question,
    before: '',
    number: number.text,
    after: scale === '' ? '' : ` ${scale}`,
  };
}

/** "It cut the use of coal by about 75 percent" has its amount after an object and is left out; "rose by 3 percent" is asked. */
function byAmount(
  sentence: Sentence,
  clause: Clause,
  analysis: LessonAnalysis,
  at: number,
  about: string,
): Quantity | undefined {
  const { tokens } = sentence;
  const unit = tokens[at + 1];
  const number = tokens[at];
  const inverted = invertClause(sentence, { ...clause, end: clause.restStart }, analysis.casing);
  if (!unit || !number || inverted === undefined || !['percent', '%', 'per'].includes(unit.lower))
    return undefined;
  const question = `By how much ${inverted}?`;
  return isSoundNumberQuestion(question)
    ? {
        kind: 'quantity',
        sentence,
        question,
        before: about,
        number: number.text,
        after: unit.lower === '%' ? '%' : ' percent',
      }
    : undefined;
}
