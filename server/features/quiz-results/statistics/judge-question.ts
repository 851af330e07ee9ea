import type { SampleSize } from '#contract/quiz-results.ts';
import type { Difficulty } from '#contract/quizzes.ts';
import type { OptionAnalysis } from './option-shares.ts';

/** Fewer answers say nothing about a question. */
export const JUDGED_ANSWERS_MINIMUM = 10;
/**
 * From this many answers on a result is not called a small sample: the standard error of a correlation of 0.2 is then 0.18
 * (Fisher, 1921), about as much as the correlation itself.
 */
export const LARGE_SAMPLE_MINIMUM = 30;

export const sizeOfSample = (answers: number): SampleSize =>
  answers < JUDGED_ANSWERS_MINIMUM ? 'too_few' : answers < LARGE_SAMPLE_MINIMUM ? 'small' : 'sufficient';

/** Why a question does not measure what it should. `option` is its number, from 0. */
export type Weakness =
  | { readonly code: 'key_rejected' | 'distractor_preferred'; readonly option: number }
  | { readonly code: 'discriminates_negatively' | 'discriminates_little' | 'too_easy' | 'too_hard' };

/** Below, a question should be revised (Ebel and Frisbie, 1991, "Essentials of Educational Measurement", table 13.2: 0.19). */
const LITTLE_DISCRIMINATION = 0.1;
const TOO_EASY = 0.95;
const TOO_HARD = 0.2;
/** A difference that a single student could make is no reason to distrust a question. */
const STUDENTS_OF_DIFFERENCE = 2;

interface QuestionFigures {
  readonly answers: number;
  readonly facility: number | null;
  readonly discrimination: number | null;
  /** Null for an essay. */
  readonly options: OptionAnalysis | null;
  /** The number of the right option; null for an essay, or where several are right. */
  readonly key: number | null;
}

/** The reasons to look at a question again, the gravest first; none from fewer than ten answers. */
export function findWeaknesses(question: QuestionFigures): Weakness[] {
  const { answers, facility } = question;
  if (sizeOfSample(answers) === 'too_few' || facility === null) return [];
  const weaknesses = findSuspectOptions(question);
  const negative = question.discrimination !== null && question.discrimination < 0;
  if (negative && !weaknesses.some(({ code }) => code === 'key_rejected')) {
    weaknesses.push({ code: 'discriminates_negatively' });
  }
  // A question that all solve cannot tell students apart; that is not a second weakness.
  if (facility >= TOO_EASY) weaknesses.push({ code: 'too_easy' });
  else if (!negative && question.discrimination !== null && question.discrimination < LITTLE_DISCRIMINATION) {
    weaknesses.push({ code: 'discriminates_little' });
  }
  if (facility < TOO_HARD) weaknesses.push({ code: 'too_hard' });
  return weaknesses;
}

/** A right answer that the weaker choose more often, and wrong ones that the stronger choose more often. */
function findSuspectOptions({ options, key }: QuestionFigures): Weakness[] {
  if (options === null || key === null) return [];
  const differs = (one: number | null, other: number | null): boolean =>
    one !== null && other !== null && (one - other) * options.groupSize >= STUDENTS_OF_DIFFERENCE;
  return options.options
    .flatMap<Weakness>(({ stronger, weaker }, option) => {
      if (option === key) return differs(weaker, stronger) ? [{ code: 'key_rejected', option }] : [];
      return differs(stronger, weaker) ? [{ code: 'distractor_preferred', option }] : [];
    })
    .toSorted((one, other) => Number(other.code === 'key_rejected') - Number(one.code === 'key_rejected'));
}

/**
 * How hard a question was: easy from 85 % right answers on, hard up to 50 % (the classes of the University of Washington's
 * ScorePak item analysis).
 */
export const observedDifficulty = (facility: number): Difficulty =>
  facility >= 0.85 ? 'easy' : facility > 0.5 ? 'medium' : 'hard';
