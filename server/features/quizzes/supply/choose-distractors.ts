import { checkItem } from '../../../../items/checks/check-item.ts';
import { findNumber } from '../../../../items/checks/number-values.ts';
import { contentStems } from '../../../../items/words.ts';
import { upperInitial } from '../../../language/clean-sentence.ts';
import type { ComposedOption, ComposedQuestion } from '../compose/composed-question.ts';
import { MAXIMUM_OPTION, rateItem, trimOption } from './check-stem.ts';
import type { Bench, SoundStem, Verdict } from './check-stem.ts';
import { findForeignMatter } from '../../../language-model/plain-text.ts';
import type { Task } from './plan-tasks.ts';

/** More are not looked at. */
const MOST_CANDIDATES = 6;

export interface KeyLengthWish {
  /** The key may be (nearly) the longest option: only in a quarter of a set. */
  readonly mayBeLongest: boolean;
  /** And it should be, where that can be had: a key that is never the longest gives itself away as well. */
  readonly shouldBeLongest: boolean;
}

/** Whether a test-wise student would pick the key for its length. */
export function isKeyLongest(options: readonly ComposedOption[]): boolean {
  const key = options.find((option) => option.is_correct)?.text.length ?? 0;
  return options.every((option) => option.is_correct || option.text.length < key);
}

/**
 * Three wrong answers (two, where no three will do) out of the model's, so that the whole item passes the checker with the
 * lesson as its source. The options come with the key first; numbers come in order.
 */
export function chooseDistractors(
  stem: SoundStem,
  offered: readonly string[],
  task: Task,
  wish: KeyLengthWish,
  bench: Bench,
): Verdict<ComposedQuestion> {
  const problems: string[] = [];
  const candidates = listCandidates(stem, offered, bench, problems);
  const complaints = new Map<string, number>();
  let fallback: ComposedQuestion | undefined;
  for (const wrong of [...choose(candidates, 3), ...choose(candidates, 2)]) {
    const verdict = judge(stem, wrong, task, bench);
    if (!verdict.sound) {
      for (const problem of verdict.problems) complaints.set(problem, (complaints.get(problem) ?? 0) + 1);
      continue;
    }
    const longest = isKeyLongest(verdict.value.options);
    if (longest === wish.shouldBeLongest) return verdict;
    if (!longest || wish.mayBeLongest) fallback ??= verdict.value;
    else
      complaints.set(
        'The right answer is the longest option. Make at least two wrong ones longer than it.',
        99,
      );
  }
  if (fallback !== undefined) return { sound: true, value: fallback };
  if (candidates.length < 2) problems.push('Fewer than two wrong answers can be used.');
  const commonest = [...complaints].toSorted(([, one], [, other]) => other - one).map(([problem]) => problem);
  return { sound: false, problems: [...problems, ...commonest].slice(0, 5) };
}

function listCandidates(
  { stem, key }: SoundStem,
  offered: readonly string[],
  { source }: Bench,
  problems: string[],
): string[] {
  const seen = new Set([wordsOf(key)]);
  const candidates: string[] = [];
  for (const text of offered.slice(0, MOST_CANDIDATES).map(trimOption)) {
    const foreign = findForeignMatter(text, MAXIMUM_OPTION);
    if (foreign !== null) problems.push(`A wrong answer: ${foreign}`);
    else if (seen.has(wordsOf(text))) problems.push(`"${text}" says what another option says.`);
    else if (source.support?.supports(stem, text))
      problems.push(`The lesson makes "${text}" a right answer too.`);
    else candidates.push(text);
    seen.add(wordsOf(text));
  }
  return candidates;
}

const wordsOf = (text: string): string => [...contentStems(text)].toSorted().join(' ') || text.toLowerCase();

function judge(
  { stem, key, evidence }: SoundStem,
  wrong: readonly string[],
  task: Task,
  bench: Bench,
): Verdict<ComposedQuestion> {
  const texts = alikeInitials([key, ...wrong]);
  const options = inNumericOrder(texts.map((text, index) => ({ text, is_correct: index === 0 })));
  const item = { text: stem, type: 'multiple_choice' as const, options, quote: evidence.quote };
  const flaws = checkItem(item, bench.source);
  if (flaws.length > 0) return { sound: false, problems: flaws.map(({ message }) => message) };
  const rating = rateItem(item, task, bench);
  if (!rating.sound) return rating;
  return {
    sound: true,
    value: {
      text: stem,
      type: 'multiple_choice',
      blooms_taxonomy: rating.value.level,
      difficulty: rating.value.difficulty,
      outcome: null,
      explanation: evidence.quote,
      evidence,
      options,
      key_points: [],
      rubric: null,
      flaws: [],
    },
  };
}

/** All with a capital, where one has: else the odd one out stands out. */
const alikeInitials = (texts: readonly string[]): string[] =>
  texts.some((text) => /^\p{Lu}/u.test(text)) ? texts.map(upperInitial) : [...texts];

/** Numbers, days or months: they stand in order and are not shuffled. */
export const isNumeric = (options: readonly ComposedOption[]): boolean =>
  options.every(({ text }) => findNumber(text) !== undefined);

const inNumericOrder = (options: readonly ComposedOption[]): readonly ComposedOption[] =>
  isNumeric(options)
    ? options.toSorted(
        (one, other) => (findNumber(one.text)?.value ?? 0) - (findNumber(other.text)?.value ?? 0),
      )
    : options;

/** Every choice of so many, those of the first ones first. */
function choose(texts: readonly string[], count: number): string[][] {
  if (count === 0) return [[]];
  return texts.flatMap((text, index) =>
    choose(texts.slice(index + 1), count - 1).map((others) => [text, ...others]),
  );
}
