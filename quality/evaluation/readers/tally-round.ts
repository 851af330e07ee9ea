import { findKappa } from '../measures/kappa.ts';
import { listBrokenCriteria } from '../measures/nineteen-criteria.ts';
import { VERDICTS } from './reader-instructions.ts';
import type { ReaderVerdict } from './reader-verdicts.ts';
import type { JudgedQuestion, VerdictRound } from './verdict-round.ts';
import type { WrittenQuestion } from './written-set.ts';

/** How many questions a reader judged so; in a mean over readers, not a whole number. */
export interface VerdictCounts {
  readonly kept: number;
  /** Kept, or good after one small change. */
  readonly usable: number;
  readonly discarded: number;
  readonly wrongKeys: number;
  readonly secondRightAnswers: number;
  /** The level found is the one that was requested. */
  readonly levelFound: number;
}

/** Of two readers; the mean over all pairs of more (Light, 1971). Undefined where it has no value. */
export interface Agreement {
  /** Share of the questions on which they agree whether to keep them, 0 to 1. */
  readonly keepShare: number | undefined;
  /** Cohen's kappa of keeping or not. */
  readonly keepKappa: number | undefined;
  /** Cohen's weighted kappa of discard, edit, keep. */
  readonly gradeKappa: number | undefined;
}

/** The questions of one level or form. */
export interface GroupTally {
  readonly name: string;
  readonly generated: number;
  readonly mean: VerdictCounts;
}

export interface WriterTally {
  readonly writer: string;
  readonly lessons: number;
  readonly requested: number;
  readonly generated: number;
  readonly byReader: ReadonlyMap<string, VerdictCounts>;
  /** Over the readers. */
  readonly mean: VerdictCounts;
  readonly agreement: Agreement;
  /** Kept per ten requested that this writer must reach, if the round sets a goal. */
  readonly goal: number | undefined;
  /** Questions that break at most one of the 19 criteria of the second ruler. */
  readonly atMostOneFlaw: number;
  /** Questions whose key is longer than every other option. */
  readonly keyLongest: number;
  /** By the level requested. */
  readonly levels: readonly GroupTally[];
  /** Empty where the writer names no forms. */
  readonly forms: readonly GroupTally[];
}

export interface RoundTally {
  /** Most kept first. */
  readonly writers: readonly WriterTally[];
  /** Over the questions of all writers. */
  readonly agreement: Agreement;
}

/** The figures of a round. They do not depend on the order of its questions, sets or readers. */
export function tallyRound(round: VerdictRound): RoundTally {
  const writers = [...Map.groupBy(round.sets, ({ writer }) => writer)].map(([writer, sets]): WriterTally => {
    const own = round.items.filter((item) => item.writer === writer);
    return {
      writer,
      lessons: new Set(sets.map(({ lesson }) => lesson)).size,
      requested: sets.reduce((sum, { requested }) => sum + requested, 0),
      generated: own.length,
      byReader: new Map(
        round.readers.toSorted().map((reader) => [reader, countVerdicts(own, [reader])] as const),
      ),
      mean: countVerdicts(own, round.readers),
      agreement: findAgreement(own, round.readers),
      goal: round.goals?.[writer],
      atMostOneFlaw: own.filter((item) => countFlaws(item) <= 1).length,
      keyLongest: own.filter(isKeyLongest).length,
      levels: tallyGroups(own, round.readers, ({ level }) => level),
      forms: tallyGroups(own, round.readers, ({ form }) => form),
    };
  });
  return {
    writers: writers.toSorted(
      (one, other) => keptPerTen(other) - keptPerTen(one) || one.writer.localeCompare(other.writer, 'en'),
    ),
    agreement: findAgreement(round.items, round.readers),
  };
}

/** The headline: of ten questions requested, how many a reader keeps unchanged. */
export const keptPerTen = ({ requested, mean }: WriterTally, counts = mean): number =>
  (10 * counts.kept) / requested;

const verdictOf = ({ verdicts, lesson, item }: JudgedQuestion, reader: string): ReaderVerdict => {
  const verdict = verdicts[reader];
  if (verdict === undefined) throw new Error(`${lesson}, item ${item}: no verdict of ${reader}.`);
  return verdict;
};

/** The mean over the readers. */
function countVerdicts(items: readonly JudgedQuestion[], readers: readonly string[]): VerdictCounts {
  const count = (holds: (verdict: ReaderVerdict, item: JudgedQuestion) => boolean): number =>
    items.flatMap((item) => readers.filter((reader) => holds(verdictOf(item, reader), item))).length /
    readers.length;
  return {
    kept: count(({ verdict }) => verdict === 'keep'),
    usable: count(({ verdict }) => verdict !== 'discard'),
    discarded: count(({ verdict }) => verdict === 'discard'),
    wrongKeys: count(({ key }) => key === 'wrong'),
    secondRightAnswers: count(({ key }) => key === 'second_right_answer'),
    levelFound: count(({ level }, item) => level === item.level),
  };
}

function findAgreement(items: readonly JudgedQuestion[], readers: readonly string[]): Agreement {
  const grades = readers
    .toSorted()
    .map((reader) => items.map((item) => VERDICTS.indexOf(verdictOf(item, reader).verdict)));
  const keep = VERDICTS.indexOf('keep');
  const keeps = grades.map((own) => own.map((grade) => (grade === keep ? 1 : 0)));
  return {
    keepShare: meanOfPairs(keeps, (one, other) =>
      one.length === 0 ? undefined : one.filter((kept, index) => kept === other[index]).length / one.length,
    ),
    keepKappa: meanOfPairs(keeps, findKappa),
    gradeKappa: meanOfPairs(grades, findKappa),
  };
}

function meanOfPairs(
  grades: readonly number[][],
  measure: (one: readonly number[], other: readonly number[]) => number | undefined,
): number | undefined {
  const values = grades
    .flatMap((one, index) => grades.slice(index + 1).map((other) => measure(one, other)))
    .filter((value) => value !== undefined);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

const tallyGroups = (
  items: readonly JudgedQuestion[],
  readers: readonly string[],
  nameOf: (item: JudgedQuestion) => string | undefined,
): GroupTally[] =>
  [...Map.groupBy(items, nameOf)]
    .flatMap(([name, own]) =>
      name === undefined ? [] : [{ name, generated: own.length, mean: countVerdicts(own, readers) }],
    )
    .toSorted((one, other) => other.generated - one.generated || one.name.localeCompare(other.name, 'en'));

const countFlaws = ({ stem, options }: WrittenQuestion): number =>
  listBrokenCriteria({ text: stem, type: 'multiple_choice', options }).length;

function isKeyLongest({ options }: WrittenQuestion): boolean {
  const key = options.find((option) => option.is_correct)?.text ?? '';
  return options.every((option) => option.is_correct || option.text.length < key.length);
}
