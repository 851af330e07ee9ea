import { containment, contentStems, listWords, stemWord } from '../words.ts';
import type { CheckedQuestion, Flaw } from './checked-question.ts';
import { listSentences, optionFlaw, partsOf, quoteText } from './question-text.ts';

/**
 * Criteria on the options one by one, after Tarrant et al. (Nurse Education Today 26, 2006) and their making into rules by
 * Moore et al. (EC-TEL 2023, arXiv 2307.08161; SAQUET, AIED 2024).
 */

const THE_OTHERS =
  '(?:the above|the others?|the other (?:options?|answers?|choices?)|these|those|them|the (?:options|answers|choices)(?: (?:above|listed|given))?|the (?:listed|given) (?:options|answers))';
const NONE = new RegExp(
  `^\\W{0,3}(?:none|neither|no one|not any)(?: of ${THE_OTHERS}(?: (?:is|are) (?:correct|true|right))?)?\\W{0,3}$|\\b(?:none|neither) of the (?:above|other)`,
  'iu',
);
const ALL = new RegExp(
  `^\\W{0,3}(?:all|both|each|any) of ${THE_OTHERS}(?: (?:is|are) (?:correct|true|right))?\\W{0,3}$|\\ball of the above|^\\W{0,3}all are (?:correct|true|right)`,
  'iu',
);

/** None of the above (Tarrant et al., 2006): a student who marks it may still not know the answer. */
export function findNoneOfTheAbove(question: CheckedQuestion): Flaw | null {
  const index = question.options.findIndex((option) => NONE.test(option.text));
  const text = question.options[index]?.text;
  return text === undefined
    ? null
    : optionFlaw(
        'none_of_the_above',
        index,
        [text],
        `${quoteText(text)} shows only that the others are wrong. Replace it with another answer.`,
      );
}

/** All of the above (Tarrant et al., 2006): two right answers known are enough to mark it, one wrong to rule it out. */
export function findAllOfTheAbove(question: CheckedQuestion): Flaw | null {
  const index = question.options.findIndex((option) => ALL.test(option.text));
  const text = question.options[index]?.text;
  return text === undefined
    ? null
    : optionFlaw(
        'all_of_the_above',
        index,
        [text],
        `${quoteText(text)} can be guessed by knowing two right answers. Replace it with another answer.`,
      );
}

const LABEL = String.raw`\(?(?:option |answer |statement )?(?:[a-f]|[1-6]|i{1,3}|iv|v)\)?`;
const COMBINATION = new RegExp(
  `^(?:both |either |neither |only )?${LABEL}(?:,? ?(?:and|or|nor|&|,) ?${LABEL}){1,5}(?: only)?\\.?$`,
  'iu',
);
const ONE_ONLY = new RegExp(`^(?:${LABEL} only|only ${LABEL})\\.?$`, 'iu');

/** Complex or K-type (Tarrant et al., 2006): options that combine other options, by letter ("A and C only") or by words. */
export function findCombinedOptions(question: CheckedQuestion): Flaw | null {
  const texts = question.options.map((option) => option.text.trim());
  const others = texts.map((text) => bare(text));
  const index = texts.findIndex(
    (text) =>
      // That flaw has its own code.
      !ALL.test(text) &&
      (COMBINATION.test(text) ||
        ONE_ONLY.test(text) ||
        /\b(?:both|two|all|any) of the (?:above|first)\b/iu.test(text) ||
        combinesWords(text, others)),
  );
  const found = question.options[index]?.text;
  return found === undefined
    ? null
    : optionFlaw(
        'k_type',
        index,
        [found],
        `${quoteText(found)} combines other options. Let every option be one answer, and ask for one thing.`,
      );
}

/** "Oxygen and nitrogen" beside "Oxygen" and "Nitrogen". */
function combinesWords(text: string, others: readonly string[]): boolean {
  const parts = bare(text)
    .replace(/^both /u, '')
    .split(/ and | & |, /u);
  return parts.length === 2 && parts.every((part) => part !== '' && others.includes(part));
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(?:an?|the) /u, '')
    .replace(/ (?:an?|the) /gu, ' ')
    .replace(/[.!]$/u, '')
    .trim();
}

const ABSOLUTE =
  /(?<!\b(?:not|first of|after|at|above|if|who|who ha(?:s|d|ve)) )\b(?:always|never|impossible|absolutely|entirely|completely|totally|nobody|everyone|everybody|everything|invariably|without exception)\b(?!-)/iu;

/**
 * Absolute terms (Tarrant et al., 2006), which test-wise students cross out. No cue where the key and half of the
 * distractors have one.
 */
export function findAbsoluteTerm(question: CheckedQuestion): Flaw | null {
  const found = question.options.map((option) => ABSOLUTE.exec(option.text)?.[0]);
  const parts = partsOf(question);
  const inDistractors = found.filter((word, index) => word !== undefined && index !== parts?.keyIndex).length;
  if (
    parts !== null &&
    found[parts.keyIndex] !== undefined &&
    inDistractors > 0 &&
    inDistractors * 2 >= parts.distractors.length
  )
    return null;
  const index = found.findIndex((word) => word !== undefined);
  const [word, option] = [found[index], question.options[index]];
  if (word === undefined || !option) return null;
  return optionFlaw(
    'absolute_term',
    index,
    [word],
    `The option ${quoteText(option.text)} says ${quoteText(word)}, which test-wise students ${
      option.is_correct ? 'notice' : 'cross out'
    }. Soften the wording.`,
  );
}

/** More than one correct answer (Tarrant et al., 2006), by the marks; or none. */
export function findWrongKeyCount(question: CheckedQuestion): Flaw | null {
  if (question.type === 'essay') return null;
  const keys = question.options.filter((option) => option.is_correct);
  return keys.length === 1
    ? null
    : optionFlaw(
        'key_count',
        null,
        keys.map((option) => option.text).filter((text) => text !== ''),
        keys.length === 0
          ? 'No option is marked correct. Mark the one that is.'
          : `${keys.length} options are marked correct. Mark one, and make the others wrong.`,
      );
}

/** Fewer than three options: guessing pays too well (three are enough: Rodriguez, 2005). */
export function findTooFewOptions(question: CheckedQuestion): Flaw | null {
  return question.type === 'essay' || question.options.length >= 3
    ? null
    : optionFlaw(
        'option_count',
        null,
        [],
        `There ${question.options.length === 1 ? 'is one option' : `are ${question.options.length === 0 ? 'no' : 'two'} options`}. Add believable wrong answers until there are three or four.`,
      );
}

const NO_ANSWER =
  /^(?:i (?:do not|don['’]t) (?:know|care)|(?:not sure|no idea|who (?:cares|knows)|unknown|not applicable|n\/?a|lorem ipsum|wrong answer|option \w|answer \w|distractor \w|todo|tbd|x{2,}|\?+|\.+|-+))\W{0,3}$/iu;

/**
 * Implausible distractor (Tarrant et al., 2006): no one chooses it. As a rule: empty or no answer at all, of another kind
 * than the key (a word among numbers, a number among words), or only a repetition of what the stem asks about.
 */
export function findImplausibleDistractor(question: CheckedQuestion): Flaw | null {
  const parts = partsOf(question);
  for (const [index, option] of question.options.entries()) {
    if (option.is_correct) continue;
    const text = option.text.trim();
    if (text === '' || NO_ANSWER.test(text) || !/[\p{L}\p{N}\p{S}]/u.test(text))
      return optionFlaw(
        'implausible_distractor',
        index,
        text === '' ? [] : [text],
        text === ''
          ? `Option ${index + 1} is empty. Write a wrong answer that a half-prepared student would believe.`
          : `${quoteText(text)} is no answer. Write a wrong one that a half-prepared student would believe.`,
      );
    if (parts === null) continue;
    if (isOfOtherKind(text, parts.key.text, parts.distractors))
      return optionFlaw(
        'implausible_distractor',
        index,
        [text],
        `${quoteText(text)} is not of the same kind as the correct option ${quoteText(parts.key.text)}. Give a wrong answer of that kind.`,
      );
    if (repeatsStem(text, question, parts.key.text))
      return optionFlaw(
        'implausible_distractor',
        index,
        [text],
        `${quoteText(text)} only repeats what the question asks about. Write a real wrong answer.`,
      );
  }
  return null;
}

const NUMBER_WORD =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|third|quarter|once|twice|double|infinite|infinity|no|none)\b/iu;

function isOfOtherKind(text: string, key: string, distractors: readonly { text: string }[]): boolean {
  const hasNumber = (value: string): boolean => /\p{N}/u.test(value) || NUMBER_WORD.test(value);
  const isShort = (value: string): boolean => listWords(value).length <= 3;
  if (/\p{N}/u.test(key) && isShort(key)) return !hasNumber(text) && /\p{L}{3}/u.test(text);
  // A lone number among words; where several options are numbers, they are of one kind.
  return (
    /^\p{N}[\p{N}.,\s%]*$/u.test(text) &&
    !/\p{N}/u.test(key) &&
    distractors.filter((option) => /\p{N}/u.test(option.text)).length === 1
  );
}

function repeatsStem(text: string, question: CheckedQuestion, key: string): boolean {
  const stems = contentStems(text);
  const asked = contentStems(question.text);
  return (
    stems.size > 0 &&
    stems.size <= 3 &&
    !/\d|^(?:it|they|he|she|because|to|by|that)\b/iu.test(text) &&
    !saysChange(text) &&
    containment(stems, asked) === 1 &&
    containment(contentStems(key), asked) < 0.5 &&
    listSentences(question.text).length === 1 &&
    !/\b(?:or|than|versus|vs|compared|between|differs?|unlike|example)\b/iu.test(question.text)
  );
}

const CHANGES = new Set(
  `increase rise rose risen raise grow grew grown gain climb higher more greater larger expand strengthen accelerate lengthen
  double decrease fall fell fallen lower drop decline shrink shrank reduce less fewer smaller contract weaken slow diminish
  shorten halve`
    .split(/\s+/u)
    .map(stemWord),
);

const saysChange = (text: string): boolean => listWords(text).some((word) => CHANGES.has(stemWord(word)));
