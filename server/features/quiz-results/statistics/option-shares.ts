/**
 * Kelley (1939), "The selection of upper and lower groups for the validation of test items", Journal of Educational Psychology
 * 30: the highest and lowest 27 % separate a question best.
 */
const KELLEY_SHARE = 0.27;
/** In a smaller class 27 % are too few to compare, and halves are the custom (Ebel and Frisbie, 1991, chapter 13). */
const KELLEY_MINIMUM = 40;

/** How much each student belongs to a group, from 0 to 1. */
interface Groups {
  readonly stronger: readonly number[];
  readonly weaker: readonly number[];
  /** Both groups have so many students. */
  readonly size: number;
  readonly kind: 'halves' | 'upper_and_lower_27_percent';
}

/**
 * The stronger and the weaker students by their scores. Students who tie at a border share its last places equally: which of
 * them counts must not depend on the order in which they arrived.
 */
export function groupByScore(scores: readonly number[]): Groups {
  const kind = scores.length >= KELLEY_MINIMUM ? 'upper_and_lower_27_percent' : 'halves';
  const size = kind === 'halves' ? Math.floor(scores.length / 2) : Math.round(scores.length * KELLEY_SHARE);
  return {
    stronger: memberships(scores, size),
    weaker: memberships(
      scores.map((score) => -score),
      size,
    ),
    size,
    kind,
  };
}

function memberships(scores: readonly number[], size: number): number[] {
  return scores.map((score) => {
    const ahead = scores.filter((other) => other > score).length;
    const tied = scores.filter((other) => other === score).length;
    return Math.min(1, Math.max(0, (size - ahead) / tied));
  });
}

/** A student's answer to one question: the option's number, null where none was chosen. */
export interface ChosenOption {
  readonly option: number | null;
  /** The student's score on the other questions. */
  readonly score: number;
}

export interface OptionShares {
  readonly count: number;
  /** Of the group, from 0 to 1; null for fewer than two students. */
  readonly stronger: number | null;
  readonly weaker: number | null;
}

export interface OptionAnalysis {
  readonly options: readonly OptionShares[];
  readonly noAnswer: OptionShares;
  readonly groupSize: number;
  readonly groups: Groups['kind'];
}

/** Who chose which option. Students are ranked by the *other* questions, as for the corrected discrimination. */
export function analyzeOptions(optionCount: number, answers: readonly ChosenOption[]): OptionAnalysis {
  const groups = groupByScore(answers.map(({ score }) => score));
  const shareIn = (membership: readonly number[], option: number | null): number | null => {
    if (groups.size === 0) return null;
    const weights = membership.filter((_, student) => answers[student]?.option === option);
    return weights.reduce((total, weight) => total + weight, 0) / groups.size;
  };
  const sharesOf = (option: number | null): OptionShares => ({
    count: answers.filter((answer) => answer.option === option).length,
    stronger: shareIn(groups.stronger, option),
    weaker: shareIn(groups.weaker, option),
  });
  return {
    options: Array.from({ length: optionCount }, (_, option) => sharesOf(option)),
    noAnswer: sharesOf(null),
    groupSize: groups.size,
    groups: groups.kind,
  };
}
