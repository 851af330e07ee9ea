import { stemWord } from '#contract/question-rules/words.ts';
import { holdsNumber } from './kind-fit.ts';
import { plainQuestion } from './read-question.ts';
import type { WordLikeness } from './compare-words.ts';

/** What is to be counted or measured. */
export interface AskedAmount {
  /** The unit that such a number bears in most sentences; undefined when any number may be meant. */
  readonly unit: RegExp | undefined;
  /** The word after "how many": what the number counts. */
  readonly counted: string | undefined;
}

const TIME =
  /\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur(?:y|ies)|milliseconds?|long|until|within|million|billion)\b/iu;
const LENGTH =
  /\b(?:metres?|meters?|kilomet(?:re|er)s?|centimet(?:re|er)s?|millimet(?:re|er)s?|micromet(?:re|er)s?|nanomet(?:re|er)s?|miles?|feet|foot|inch(?:es)?|yards?|light[ -]years?|k?m\b|cm|mm|nm|µm)\b/iu;
const MASS =
  /\b(?:grams?|kilograms?|tons?|tonnes?|pounds?|ounces?|milligrams?|mg|kg|g|newtons?|times the mass|mass|weighs?)\b/iu;
const MONEY = /[$£€¥]|\b(?:dollars?|pounds?|euros?|cents?|pence|francs?|shillings?|yen)\b/iu;
const HEAT = /°|\bdegrees?\b|\b[KC]\b|\bkelvin\b|\bcelsius\b|\bfahrenheit\b/iu;
const SHARE =
  /%|\bper ?cent\b|\bhal(?:f|ves)\b|\bthirds?\b|\bquarters?\b|\bfifths?\b|\btenths?\b|\bone in\b|\bout of\b|\btimes\b|\bdouble[ds]?\b|\btwice\b|\bratio\b/iu;
const RATE = /\b(?:per|an?|every|each|times?|once|twice|daily|weekly|hourly|yearly|annual\w*)\b/iu;

const UNITS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bhow (?:long|old|soon|late|young)\b.*\b(?:last|take|ago|keep|stay|live|wait|old|time)|\bhow (?:old|soon|young)\b|\b(?:duration|lifetime|half[- ]life|how much time|what time)\b/u,
    TIME,
  ],
  [/\bhow long\b/u, new RegExp(`${TIME.source}|${LENGTH.source}`, 'iu')],
  [
    /\bhow (?:far|tall|wide|thick)\b|\b(?:length|width|height|depth|distance|span)\b/u,
    new RegExp(`${LENGTH.source}|${TIME.source}|${MASS.source}|${MONEY.source}|${SHARE.source}`, 'iu'),
  ],
  [/\bhow heavy\b|\bweigh/u, new RegExp(`${MASS.source}|${SHARE.source}`, 'iu')],
  [
    /\b(?:cost|price|salary|wage|pay|earn|expensive)\b/u,
    new RegExp(`${MONEY.source}|${SHARE.source}|quadrupled|tripled|halved`, 'iu'),
  ],
  [/\bhow (?:hot|cold|warm)\b|\btemperature\b/u, HEAT],
  [
    /\b(?:percent|percentage|(?:what|which) (?:share|part|fraction|proportion)|fraction of|proportion of|how likely|chances?|odds)\b/u,
    SHARE,
  ],
  [/\bhow (?:often|frequently)\b/u, RATE],
];

/** Nothing in particular is counted: "how many things can you keep in mind". */
const GENERAL = /^(?:things|items|people|times|of|more|much|different|in|do|does|are|is|did|can|other)$/u;

export function readAskedAmount(text: string): AskedAmount {
  const plain = plainQuestion(text);
  const counted = /\bhow many (?:more |other |different |new )?(\p{L}+)(?: (?:of )?(\p{L}+))?/u.exec(plain);
  const noun = counted?.[1];
  return {
    unit: UNITS.find(([asked]) => asked.test(plain))?.[1],
    counted: noun === undefined || GENERAL.test(noun) ? undefined : noun,
  };
}

const AMOUNT =
  /(?:\d[\d.,]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|several|few|hundreds?|thousands?|millions?|billions?|half|dozen|single))(?:[ -](?:million|billion|hundred|thousand|percent|and a half))?((?:[ -](?:of )?(?:the )?\p{L}+){1,4})/giu;

/** 1 where the sentence gives such an amount, about a half where it gives another, 0 where it gives none. */
export function fitAmount(text: string, { unit, counted }: AskedAmount, likeness: WordLikeness): number {
  if (!holdsNumber(text)) return 0;
  if (counted !== undefined) {
    let nearest = 0;
    for (const [, after = ''] of text.toLowerCase().matchAll(AMOUNT))
      for (const word of after.trim().split(/[ -]/u))
        nearest = Math.max(
          nearest,
          stemWord(word) === stemWord(counted) ? 1 : likeness.between(counted, word),
        );
    return nearest > 0.55 ? 1 : 0.3;
  }
  return unit === undefined || unit.test(text) ? 1 : 0.3;
}
