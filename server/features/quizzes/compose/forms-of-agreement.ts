import type { LessonAnalysis, Term } from '../../../language/analysis.ts';
import { isQuotable } from '../../../language/analysis.ts';
import {
  addressesReader,
  hasBarePronoun,
  isHousekeeping,
  isOrder,
  isPersonal,
  pointsElsewhere,
} from '../../../language/sentence.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { containment, contentStems } from '../../../../items/words.ts';
import { lazily } from './candidate.ts';
import type { Candidate, Distractor } from './candidate.ts';
import { withoutArticle } from './likeness.ts';
import { oppositeOf } from './opposites.ts';
import type { Pools } from './pools.ts';
import { listWrongNumbers, listWrongYears } from './wrong-numbers.ts';

/** The name of the form. */
export const AGREEMENT = 'agreement';

const WORDS = { fewest: 6, most: 24 };
/** What a lesson hardly speaks of is no topic of a question. */
const LEAST_WEIGHT = 0.15;

/** Test-wise students cross out what says "always". */
const ABSOLUTE = /\b(?:all|every|always|never|none|no|only|everything|nothing|not|cannot)\b/iu;

/** "The first had two arms", "another example": of what, the sentence before says. */
const LEANS_BACK =
  /^(?:the|an?) (?:first|second|third|other|latter|former|lot|rest|result|answer|method|term|word|name|sign|idea|rule|reason|effect|case|example|problem|question|book|story|law|difference|figure|number|matter|trick|point) (?!of\b|that\b|in which\b|for\b)|\b(?:another|such|his|her|the two|the three|the four|as follows|for example|for instance)\b/iu;

/** A sentence of the lesson that can be read by itself, and the same with one word turned round. */
interface Told {
  readonly sentence: Sentence;
  readonly text: string;
  readonly turned: string | undefined;
}

/**
 * "Which statement about the cornea agrees with the lesson?": what the lesson says of a thing, beside other things that it
 * says of it, each with a word turned round. All options are of one kind and about one thing, so none is foolish.
 */
export function agreementForms(analysis: LessonAnalysis, pools: Pools): Candidate[] {
  const told = analysis.statements.filter(isReadable).map(read);
  const topics = [...analysis.terms.values()]
    .filter(({ weight, text }) => weight >= LEAST_WEIGHT && !pools.likeness.isGeneric(text))
    .sort((one, other) => other.weight - one.weight);
  return told.flatMap((key) => {
    const besides = (isNear: (sentence: Sentence) => boolean): readonly Told[] =>
      told.filter(
        ({ sentence, turned }) =>
          turned !== undefined && sentence.index !== key.sentence.index && isNear(sentence),
      );
    const write = (stem: string, others: readonly Told[], worth: number): Candidate => ({
      form: AGREEMENT,
      level: 'understand',
      stem,
      key: key.text,
      sentence: key.sentence,
      pool: lazily(() => [...turnedOf([key], 0.2), ...turnedOf(others, 0.3)]),
      explanation: key.sentence.text,
      formWorth: worth,
      floor: 0,
    });
    for (const topic of topics) {
      const stems = contentStems(topic.text);
      if (containment(stems, key.sentence.stems) < 1) continue;
      const others = besides((sentence) => containment(stems, sentence.stems) === 1);
      const name = nameOf(topic, pools);
      if (name !== undefined && isEnough(key, others))
        return [
          write(`Which statement about ${name} agrees with the lesson?`, others, 0.5 + 0.2 * topic.weight),
        ];
    }
    const heading = analysis.sectionHeadings[key.sentence.section] ?? null;
    const others = besides(({ section }) => section === key.sentence.section);
    return heading === null || !isPlain(heading) || !isEnough(key, others)
      ? []
      : [write(`Which statement agrees with what the lesson says under “${heading}”?`, others, 0.45)];
  });
}

/** A heading is the lesson's own words in the stem: one that gives orders, or is no heading at all, has no place there. */
function isPlain(heading: string): boolean {
  return (
    /^[\p{L}\d][\p{L}\d ,:;?!'’()–-]*$/u.test(heading) &&
    heading.split(' ').length <= 12 &&
    !isHousekeeping(heading) &&
    !isOrder(heading)
  );
}

/** Two wrong answers from different sentences at least, the key's own among them. */
function isEnough(key: Told, others: readonly Told[]): boolean {
  const places = new Set(others.map(({ sentence }) => sentence.index));
  return places.size + (key.turned === undefined ? 0 : 1) >= 2;
}

function isReadable(sentence: Sentence): boolean {
  const { text, standsAlone } = sentence;
  const words = text.split(' ').length;
  return (
    standsAlone &&
    isQuotable(sentence) &&
    words >= WORDS.fewest &&
    words <= WORDS.most &&
    !pointsElsewhere(text) &&
    !hasBarePronoun(text) &&
    !isPersonal(text) &&
    !addressesReader(text) &&
    !ABSOLUTE.test(text) &&
    !LEANS_BACK.test(text)
  );
}

function read(sentence: Sentence): Told {
  const text = sentence.text.replace(/\.$/u, '');
  return { sentence, text, turned: oppositeOf(text, sentence.tokens) ?? withOtherNumber(text) };
}

/** "A sheep carries her lambs for a hundred and twenty days": a number in the place of another that is as believable. */
function withOtherNumber(text: string): string | undefined {
  const found =
    /(?<![\p{L}\d.,-])(?:\d+(?:,\d{3})*(?:\.\d+)?|two|three|four|five|six|seven|eight|nine|ten|twelve|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)(?![\p{L}\d-]|[.,]\d| (?:or|and|to) )/u.exec(
      text,
    );
  // Of a range or a pair one number alone would not do.
  if (!found || /\b(?:or|and|to|between|one|the|these|all|its|their) $/u.test(text.slice(0, found.index)))
    return undefined;
  // "nine tenths", "two thirds".
  if (
    /^[- ](?:tenth|third|quarter|fifth|half|halves|time)s?\b/u.test(text.slice(found.index + found[0].length))
  )
    return undefined;
  const [number] = found;
  const others = /^1[0-9]\d\d$|^20\d\d$/u.test(number)
    ? listWrongYears(Number(number), [], () => 0.5)
    : listWrongNumbers(number, () => 0.5);
  const other = others[Math.floor(others.length * 0.7)];
  return other && text.slice(0, found.index) + other.text + text.slice(found.index + number.length);
}

function turnedOf(told: readonly Told[], fit: number): Distractor[] {
  return told.flatMap(({ sentence, turned }) =>
    turned === undefined ? [] : [{ text: turned, from: sentence, fit, variant: true }],
  );
}

/** The topic as it stands in the lesson, with its article; undefined where it never stands so. */
function nameOf(topic: Term, pools: Pools): string | undefined {
  const found = pools.nounPhrases.filter(
    ({ text, plural }) =>
      plural === topic.plural && withoutArticle(text).toLowerCase() === topic.text.toLowerCase(),
  );
  const articled = found.find(({ text }) => /^(?:an?|the) /iu.test(text));
  return articled?.text ?? found[0]?.text;
}
