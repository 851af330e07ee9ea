import { keptPerTen, tallyRound, type Agreement, type WriterTally } from '../readers/tally-round.ts';
import type { VerdictRound } from '../readers/verdict-round.ts';
import { percent } from './figures.ts';
import { makeTable } from './tables.ts';

export interface ReaderReport {
  readonly text: string;
  /** Of the round that is reported alone: others are history. */
  readonly missedGates: readonly string[];
}

/**
 * Reports the latest round that has goals; one without any is about a writer that is not shipped.
 * @param rounds latest first
 */
export function reportReaders(rounds: readonly VerdictRound[]): ReaderReport {
  const reported = rounds.find(({ goals = {} }) => Object.keys(goals).length > 0) ?? rounds[0];
  if (reported === undefined)
    return {
      text: '#### Readers’ verdicts\n\nNo round has been judged yet; quality/evaluation/readers/README.md says how to run one.',
      missedGates: [],
    };
  return {
    text: [reportRound(reported), ...tabulateOthers(rounds.filter((round) => round !== reported))].join(
      '\n\n',
    ),
    missedGates: tallyRound(reported)
      .writers.filter((tally) => meetsGoal(tally) === false)
      .map(({ writer, goal }) => `kept per ten requested, ${writer}: at least ${goal ?? 0}`),
  };
}

/** One row for each writer of another round. */
const tabulateOthers = (rounds: readonly VerdictRound[]): string[] =>
  rounds.length === 0
    ? []
    : [
        makeTable(
          ['Other round', 'Date', 'Writer', 'Kept per ten'],
          rounds.flatMap((round) =>
            tallyRound(round).writers.map((tally) => [
              round.round,
              round.date,
              tally.writer,
              keptPerTen(tally).toFixed(1),
            ]),
          ),
        ),
      ];

/** The headline of each writer, then its figures, as Markdown. */
export function reportRound(round: VerdictRound): string {
  const { writers, agreement } = tallyRound(round);
  const lessons = new Set(round.sets.map(({ lesson }) => lesson)).size;
  return [
    `#### Readers’ verdicts, round ${round.round} of ${round.date}: ` +
      [
        counted(lessons, 'lesson'),
        counted(round.items.length, 'question'),
        counted(round.readers.length, 'reader'),
      ].join(', '),
    ...(round.note === undefined ? [] : [round.note]),
    writers.map((tally) => `- **${tally.writer}**: ${writeHeadline(tally)}`).join('\n'),
    tabulateWriters(writers, round.readers.toSorted()),
    tabulateAgreement([
      ...writers.map((tally) => ({ name: tally.writer, questions: tally.generated, ...tally.agreement })),
      { name: 'all', questions: round.items.length, ...agreement },
    ]),
    tabulateGroups('Level requested', writers, ({ levels }) => levels),
    ...(writers.some(({ forms }) => forms.length > 0)
      ? [tabulateGroups('Form', writers, ({ forms }) => forms)]
      : []),
  ].join('\n\n');
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function writeHeadline(tally: WriterTally): string {
  const readers = [...tally.byReader].map(
    ([reader, counts]) => `reader ${reader} ${keptPerTen(tally, counts).toFixed(1)}`,
  );
  const share = tally.agreement.keepShare;
  const details = [...readers, ...(share === undefined ? [] : [`agreement ${(100 * share).toFixed(0)} %`])];
  const met = meetsGoal(tally);
  const verdict =
    met === undefined ? '' : ` Goal: at least ${tally.goal ?? 0}, ${met ? 'met' : '**MISSED**'}.`;
  return `Of ten questions requested, a strict instructor keeps ${keptPerTen(tally).toFixed(1)} (${details.join(', ')}).${verdict}`;
}

const meetsGoal = (tally: WriterTally): boolean | undefined =>
  tally.goal === undefined ? undefined : keptPerTen(tally) >= tally.goal;

const perTen = (count: number, requested: number): string => ((10 * count) / requested).toFixed(1);

const tabulateWriters = (writers: readonly WriterTally[], readers: readonly string[]): string =>
  makeTable(
    [
      'Writer',
      'Requested',
      'Generated',
      'Kept per ten',
      ...readers,
      'Usable per ten',
      'Discarded',
      'Wrong key',
      'Second right answer',
      'Level found',
      '≤ 1 of 19 flaws',
      'Key longest',
    ],
    writers.map((tally) => {
      const { writer, requested, generated, mean, byReader } = tally;
      return [
        writer,
        String(requested),
        String(generated),
        keptPerTen(tally).toFixed(1),
        ...readers.map((reader) => perTen(byReader.get(reader)?.kept ?? 0, requested)),
        perTen(mean.usable, requested),
        ...[
          mean.discarded,
          mean.wrongKeys,
          mean.secondRightAnswers,
          mean.levelFound,
          tally.atMostOneFlaw,
          tally.keyLongest,
        ].map((count) => percent(count, generated)),
      ];
    }),
  );

const tabulateAgreement = (
  rows: readonly (Agreement & { readonly name: string; readonly questions: number })[],
): string => {
  const decimals = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(2));
  return makeTable(
    ['Agreement', 'Questions', 'Keep or not', 'Cohen’s κ', 'Three grades, weighted κ'],
    rows.map(({ name, questions, keepShare, keepKappa, gradeKappa }) => [
      name,
      String(questions),
      keepShare === undefined ? '–' : percent(keepShare, 1),
      decimals(keepKappa),
      decimals(gradeKappa),
    ]),
  );
};

const tabulateGroups = (
  head: string,
  writers: readonly WriterTally[],
  pick: (tally: WriterTally) => WriterTally['levels'],
): string =>
  makeTable(
    ['Writer', head, 'Generated', 'Kept', 'Usable', 'Wrong key', 'Second right answer', 'Level found'],
    writers.flatMap((tally) =>
      pick(tally).map(({ name, generated, mean }) => [
        tally.writer,
        name,
        String(generated),
        ...[mean.kept, mean.usable, mean.wrongKeys, mean.secondRightAnswers, mean.levelFound].map((count) =>
          percent(count, generated),
        ),
      ]),
    ),
  );
