import { listBrokenCriteria } from '../measures/nineteen-criteria.ts';
import { makeTable, percent, type Report } from '../report.ts';
import type { JudgedQuestion, ReaderVerdict, VerdictRound, WrittenQuestion } from './rounds.ts';

interface WriterTally {
  readonly writer: string;
  readonly requested: number;
  readonly generated: number;
  /** Of ten questions requested, how many a reader keeps unchanged: each reader's, in order, and the mean. */
  readonly keptByReader: readonly number[];
  readonly kept: number;
  readonly usable: number;
  /** Means over the readers, of the questions generated. */
  readonly discarded: number;
  readonly wrongKeys: number;
  readonly secondRightAnswers: number;
  readonly levelFound: number;
  /** Share of the questions on which two readers agree whether to keep them, mean over all pairs (Light, 1971). */
  readonly agreement: number | undefined;
  readonly keepKappa: number | undefined;
  readonly goal: number | undefined;
  /** Questions that break at most one of the 19 criteria of the second ruler. */
  readonly atMostOneFlaw: number;
  /** Questions whose key is longer than every other option. */
  readonly keyLongest: number;
}

/** The figures of a round, most kept first. They do not depend on the order of its questions, sets or readers. */
export function tallyRound(round: VerdictRound): WriterTally[] {
  const readers = round.readers.toSorted();
  const writers = [...Map.groupBy(round.sets, ({ writer }) => writer)].map(([writer, sets]): WriterTally => {
    const own = round.items.filter((item) => item.writer === writer);
    const requested = sets.reduce((sum, set) => sum + set.requested, 0);
    const count = (holds: (verdict: ReaderVerdict, item: JudgedQuestion) => boolean): number[] =>
      readers.map((reader) => own.filter((item) => holds(verdictOf(item, reader), item)).length);
    const kept = count(({ verdict }) => verdict === 'keep');
    const keeps = readers.map((reader) => own.map((item) => verdictOf(item, reader).verdict === 'keep'));
    return {
      writer,
      requested,
      generated: own.length,
      keptByReader: kept.map((of) => (10 * of) / requested),
      kept: (10 * mean(kept)) / requested,
      usable: (10 * mean(count(({ verdict }) => verdict !== 'discard'))) / requested,
      discarded: mean(count(({ verdict }) => verdict === 'discard')),
      wrongKeys: mean(count(({ key }) => key === 'wrong')),
      secondRightAnswers: mean(count(({ key }) => key === 'second_right_answer')),
      levelFound: mean(count(({ level }, item) => level === item.level)),
      agreement: own.length === 0 ? undefined : meanOfPairs(keeps, agree),
      keepKappa: meanOfPairs(keeps, findKappa),
      goal: round.goals?.[writer],
      atMostOneFlaw: own.filter((item) => listBrokenCriteria(item).length <= 1).length,
      keyLongest: own.filter(isKeyLongest).length,
    };
  });
  return writers.toSorted(
    (one, other) => other.kept - one.kept || one.writer.localeCompare(other.writer, 'en'),
  );
}

const verdictOf = ({ verdicts, lesson, item }: JudgedQuestion, reader: string): ReaderVerdict => {
  const verdict = verdicts[reader];
  if (verdict === undefined) throw new Error(`${lesson}, item ${item}: no verdict of ${reader}.`);
  return verdict;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const agree = (one: readonly boolean[], other: readonly boolean[]): number =>
  one.filter((kept, index) => kept === other[index]).length / one.length;

/** Cohen's kappa (1960); undefined where both readers give every question the same grade. */
function findKappa(one: readonly boolean[], other: readonly boolean[]): number | undefined {
  const [first, second] = [one, other].map((kept) => kept.filter(Boolean).length / kept.length);
  if (first === undefined || second === undefined) return undefined;
  const byChance = first * second + (1 - first) * (1 - second);
  return byChance < 1 ? (agree(one, other) - byChance) / (1 - byChance) : undefined;
}

function meanOfPairs(
  keeps: readonly boolean[][],
  measure: (one: readonly boolean[], other: readonly boolean[]) => number | undefined,
): number | undefined {
  const values = keeps
    .flatMap((one, index) => keeps.slice(index + 1).map((other) => measure(one, other)))
    .filter((value) => value !== undefined);
  return values.length === 0 ? undefined : mean(values);
}

function isKeyLongest({ options }: WrittenQuestion): boolean {
  const key = options.find((option) => option.is_correct)?.text ?? '';
  return options.every((option) => option.is_correct || option.text.length < key.length);
}

/**
 * Reports the rounds of the latest day that have goals; a round without any is about a writer that is not shipped.
 * @param rounds latest first
 */
export function reportReaders(rounds: readonly VerdictRound[]): Report {
  const hasGoals = ({ goals = {} }: VerdictRound): boolean => Object.keys(goals).length > 0;
  const latest = rounds.find(hasGoals)?.date;
  const reported = rounds.filter((round) => hasGoals(round) && round.date === latest);
  const others = rounds
    .filter((round) => !reported.includes(round))
    .flatMap((round) =>
      tallyRound(round).map(({ writer, kept }) => [round.round, round.date, writer, kept.toFixed(1)]),
    );
  return {
    text: [
      '#### Readers’ verdicts',
      ...reported.map(reportRound),
      ...(others.length === 0 ? [] : [makeTable(['Other round', 'Date', 'Writer', 'Kept per ten'], others)]),
    ].join('\n\n'),
    // Stored verdicts are about the prompts of their day, so they cannot fail a later version.
    missedGates: [],
  };
}

/** The headline of each writer, then its figures, as Markdown. */
export function reportRound(round: VerdictRound): string {
  const writers = tallyRound(round);
  const lessons = new Set(round.sets.map(({ lesson }) => lesson)).size;
  const ofGenerated = ({ generated }: WriterTally, ...counts: number[]): string[] =>
    counts.map((count) => percent(count, generated));
  return [
    `**Round ${round.round} of ${round.date}**: ${lessons} lessons, ${round.items.length} questions, ${round.readers.length} readers`,
    ...(round.note === undefined ? [] : [round.note]),
    writers.map(writeHeadline).join('\n'),
    makeTable(
      [
        'Writer',
        'Requested',
        'Generated',
        'Kept per ten',
        ...round.readers.toSorted(),
        'Usable per ten',
        'Discarded',
        'Wrong key',
        'Second right answer',
        'Level found',
        '≤ 1 of 19 flaws',
        'Key longest',
        'Agreement',
        'Cohen’s κ',
      ],
      writers.map((tally) => [
        tally.writer,
        String(tally.requested),
        String(tally.generated),
        ...[tally.kept, ...tally.keptByReader, tally.usable].map((value) => value.toFixed(1)),
        ...ofGenerated(tally, tally.discarded, tally.wrongKeys, tally.secondRightAnswers, tally.levelFound),
        ...ofGenerated(tally, tally.atMostOneFlaw, tally.keyLongest),
        tally.agreement === undefined ? '–' : percent(tally.agreement, 1),
        tally.keepKappa?.toFixed(2) ?? '–',
      ]),
    ),
  ].join('\n\n');
}

function writeHeadline({ writer, kept, goal }: WriterTally): string {
  const verdict =
    goal === undefined ? '' : ` Goal: at least ${goal}, ${kept >= goal ? 'met' : '**MISSED**'}.`;
  return `- **${writer}**: Of ten questions requested, a strict instructor keeps ${kept.toFixed(1)}.${verdict}`;
}
