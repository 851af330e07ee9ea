import { contentStems } from '../words.ts';
import type { CheckedQuestion, Flaw } from './checked-question.ts';
import { listPlacedWords, optionFlaw, partsOf, quoteText } from './question-text.ts';

/**
 * Criteria on cues that give the key away to those who do not know it, after Tarrant et al. (Nurse Education Today 26,
 * 2006) and their making into rules by Moore et al. (EC-TEL 2023, arXiv 2307.08161; SAQUET, AIED 2024).
 */

const LONGEST_RATIO = 1.3;
const LONGEST_LEAD_CHARACTERS = 12;

/**
 * Longest option correct (Tarrant et al., 2006). As a rule: the key is the single longest option, over 1.3 times the mean
 * of the others, and by more than a long word.
 */
export function findLongestKey(question: CheckedQuestion): Flaw | null {
  const parts = partsOf(question);
  if (!parts) return null;
  const length = parts.key.text.trim().length;
  const others = parts.distractors.map((option) => option.text.trim().length);
  const mean = others.reduce((sum, other) => sum + other, 0) / others.length;
  return others.every((other) => other < length) &&
    length > mean * LONGEST_RATIO &&
    length - mean > LONGEST_LEAD_CHARACTERS
    ? optionFlaw(
        'key_longest',
        parts.keyIndex,
        [parts.key.text],
        `The correct option is clearly the longest: ${length} characters beside ${Math.round(mean)} on average. Shorten it, or bring the others to its length.`,
      )
    : null;
}

/** The key findable by length the other way: less than half as long as the shortest of the others. */
export function findShortestKey(question: CheckedQuestion): Flaw | null {
  const parts = partsOf(question);
  if (!parts) return null;
  const length = parts.key.text.trim().length;
  const shortest = Math.min(...parts.distractors.map((option) => option.text.trim().length));
  return length > 0 && length * 2 < shortest && shortest - length > LONGEST_LEAD_CHARACTERS
    ? optionFlaw(
        'key_shortest',
        parts.keyIndex,
        [parts.key.text],
        'The correct option is by far the shortest. Say more in it, or shorten the others.',
      )
    : null;
}

/** Too general to point at anything. */
const GENERAL = new Set(
  `amount answer author based case cause change certain concept correct course different difference effect event factor
  feature following form function general group high important increase kind large level low main measure method new number
  occur order part people person place point possible primary process produce purpose question reason result role second
  set show similar simple single small stage state step structure study system thing time type unit use value various way
  word work year`
    .split(/\s+/u)
    .flatMap((word) => [...contentStems(word)]),
);

/** Words that an option shares with the stem, except general ones. */
const listEchoes = (option: string, stem: ReadonlySet<string>): string[] =>
  [...contentStems(option)].filter((word) => word.length >= 3 && stem.has(word) && !GENERAL.has(word));

/**
 * Word repeats (Tarrant et al., 2006): a word of the stem that is also in the key, and in no distractor. A term that the stem
 * cannot do without is not a cue where a distractor repeats as many words of the stem as the key does.
 */
export function findWordRepeat(question: CheckedQuestion): Flaw | null {
  const parts = partsOf(question);
  if (!parts) return null;
  const stem = contentStems(question.text);
  const echoes = listEchoes(parts.key.text, stem);
  if (parts.distractors.some(({ text }) => listEchoes(text, stem).length >= echoes.length)) return null;
  const others = parts.distractors.map((option) => contentStems(option.text));
  for (const { word } of listPlacedWords(parts.key.text)) {
    const [inKey] = contentStems(word);
    if (inKey === undefined || !echoes.includes(inKey)) continue;
    if (others.some((other) => other.has(inKey))) continue;
    return optionFlaw(
      'word_repeat',
      parts.keyIndex,
      [word],
      `${quoteText(word)} appears in the question and only in the right answer. Reword one of them, or use it in a wrong answer too.`,
    );
  }
  return null;
}

const PREFIX =
  /^(?:anti|auto|bio|contra|counter|electro|geo|hydro|hyper|infra|inter|intra|macro|mega|meta|micro|mono|multi|neuro|over|para|photo|poly|post|proto|pseudo|psycho|semi|socio|sub|super|tele|thermo|trans|ultra|under)/u;
const HEAD_LENGTH = 6;
const GENERAL_HEADS =
  /^(?:differ|import|consid|genera|specif|relati|partic|signif|contai|depend|descri|indivi|charac)/u;

/** What begins a word and carries its meaning: its first six letters, or more after a common prefix. */
function headOf(stem: string): string | undefined {
  if (stem.length < HEAD_LENGTH + 1 || GENERAL_HEADS.test(stem)) return undefined;
  const prefix = PREFIX.exec(stem)?.[0].length ?? 0;
  return stem.slice(0, Math.max(HEAD_LENGTH, prefix + 3));
}

/**
 * Logical cues in the stem (Tarrant et al., 2006): the key rings of the stem. As a rule: a word of one family with a word
 * of the stem ("photosynthesis", "photosynthetic") that no distractor has.
 */
export function findLogicalCue(question: CheckedQuestion): Flaw | null {
  const parts = partsOf(question);
  if (!parts) return null;
  const heads = (text: string): Map<string, string> =>
    new Map([...contentStems(text)].flatMap((stem) => [[headOf(stem), stem] as const].filter(isHeaded)));
  const ofStem = heads(question.text);
  const others = parts.distractors.map((option) => heads(option.text));
  for (const [head, stem] of heads(parts.key.text)) {
    const inStem = ofStem.get(head);
    // The same word is a repeat, not a cue.
    if (inStem === undefined || inStem === stem || others.some((other) => other.has(head))) continue;
    const [word, source] = [wordBeginning(parts.key.text, head), wordBeginning(question.text, head)];
    return optionFlaw(
      'logical_cue',
      parts.keyIndex,
      [word],
      `${quoteText(word)} in the correct option rings of ${quoteText(source)} in the stem, and no wrong option does. Reword one of the two.`,
    );
  }
  return null;
}

const isHeaded = (pair: readonly [string | undefined, string]): pair is readonly [string, string] =>
  pair[0] !== undefined;

function wordBeginning(text: string, head: string): string {
  return listPlacedWords(text).find(({ word }) => word.toLowerCase().startsWith(head))?.word ?? head;
}
