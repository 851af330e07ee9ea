import type { QuestionSet } from '../questions/read-questions.ts';
import type { AnswerOutcome } from '../run/evaluate-answers.ts';
import { percent, type Figure } from './figures.ts';
import { makeTable, tabulateFigures } from './tables.ts';

const RECOGNISED_GOAL = 0.85;
const REFUSED_GOAL = 0.08;

export interface AnswerReport {
  readonly text: string;
  readonly missedGates: readonly string[];
}

export function tellAnswers(outcomes: readonly AnswerOutcome[], set: QuestionSet): AnswerReport {
  const figures = listFigures(outcomes);
  const answerable = outcomes.filter(({ lesson }) => lesson !== undefined);
  const unanswerable = outcomes.filter(({ lesson }) => lesson === undefined);
  return {
    text: [
      `#### Answers, ${set} set, ${answerable.length} questions with an answer and ${unanswerable.length} without`,
      tabulateFigures(figures),
      tabulateUnanswerable(unanswerable),
      tabulateAnswerable('Kind', answerable, ({ kind }) => kind),
      tabulateAnswerable('Lesson', answerable, ({ lesson }) => lesson ?? ''),
    ].join('\n\n'),
    missedGates: figures.filter(({ gate, met }) => gate && !met).map(({ name }) => name),
  };
}

function listFigures(outcomes: readonly AnswerOutcome[]): Figure[] {
  const answerable = outcomes.filter(({ lesson }) => lesson !== undefined);
  const unanswerable = outcomes.filter(({ lesson }) => lesson === undefined);
  const answered = outcomes.filter(({ score }) => score.answered);
  const sum = (of: readonly AnswerOutcome[], pick: (outcome: AnswerOutcome) => number): number =>
    of.reduce((total, outcome) => total + pick(outcome), 0);
  const recognised = unanswerable.filter(({ score }) => !score.answered).length;
  const refused = answerable.filter(({ score }) => !score.answered).length;
  const citations = sum(answered, ({ score }) => score.citations);
  const verbatim = sum(answered, ({ score }) => score.verbatim);
  const supporting = sum(answered, ({ score }) => score.supporting);
  const right = answerable.filter(isRight).length;
  const times = outcomes.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  const timeAt = (share: number): string =>
    `${(times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0)} ms`;
  const kept = answerable.filter(({ score }) => score.answered);
  const noBar = (name: string, value: string): Figure => ({ name, value, goal: '–', met: true, gate: false });
  return [
    {
      name: 'Recognised as without an answer',
      value: `${percent(recognised, unanswerable.length)} of ${unanswerable.length}`,
      goal: `≥ ${RECOGNISED_GOAL * 100} %`,
      met: recognised >= RECOGNISED_GOAL * unanswerable.length,
      gate: true,
    },
    {
      name: 'Refused though there is an answer',
      value: `${percent(refused, answerable.length)} of ${answerable.length}`,
      goal: `≤ ${REFUSED_GOAL * 100} %`,
      met: refused <= REFUSED_GOAL * answerable.length,
      gate: true,
    },
    {
      name: 'Citations verbatim in their passage',
      value: `${percent(verbatim, citations)} of ${citations}`,
      goal: '100 %',
      met: verbatim === citations,
      gate: true,
    },
    {
      name: 'Citations about what was asked',
      value: percent(
        sum(kept, ({ score }) => score.supporting),
        sum(kept, ({ score }) => score.citations),
      ),
      goal: '≥ 95 % (bar of this evaluation)',
      met: supporting >= 0.95 * citations,
      gate: false,
    },
    noBar('Right quote in the answer, of all with an answer', percent(right, answerable.length)),
    noBar('Right quote in the answer, of those answered', percent(kept.filter(isRight).length, kept.length)),
    noBar(
      'Sentences an answer, mean',
      (sum(kept, ({ score }) => score.sentences) / Math.max(1, kept.length)).toFixed(1),
    ),
    {
      name: 'Search and answer, half within',
      value: timeAt(0.5),
      goal: '≤ 300 ms',
      met: (times[Math.floor(0.5 * (times.length - 1))] ?? 0) <= 300,
      gate: false,
    },
    noBar('Search and answer, 95 % within', timeAt(0.95)),
  ];
}

/** Holds a right quote; where all are needed, all. */
const isRight = ({ needs, score }: AnswerOutcome): boolean =>
  needs === 'all' ? score.holdsAll : score.holdsAny;

const tabulateUnanswerable = (outcomes: readonly AnswerOutcome[]): string =>
  makeTable(
    ['Without an answer', 'Questions', 'Recognised'],
    groupsOf(outcomes, ({ kind }) => kind).map(([kind, of]) => [
      kind,
      String(of.length),
      percent(of.filter(({ score }) => !score.answered).length, of.length),
    ]),
  );

const tabulateAnswerable = (
  head: string,
  outcomes: readonly AnswerOutcome[],
  groupOf: (outcome: AnswerOutcome) => string,
): string =>
  makeTable(
    [head, 'Questions', 'Refused', 'Right', 'A right quote', 'Sentences'],
    groupsOf(outcomes, groupOf).map(([name, of]) => {
      const answered = of.filter(({ score }) => score.answered);
      return [
        name,
        String(of.length),
        percent(of.length - answered.length, of.length),
        percent(of.filter(isRight).length, of.length),
        percent(of.filter(({ score }) => score.holdsAny).length, of.length),
        (
          answered.reduce((total, { score }) => total + score.sentences, 0) / Math.max(1, answered.length)
        ).toFixed(1),
      ];
    }),
  );

const groupsOf = (
  outcomes: readonly AnswerOutcome[],
  groupOf: (outcome: AnswerOutcome) => string,
): [string, AnswerOutcome[]][] =>
  [...Map.groupBy(outcomes, groupOf)].toSorted(([one], [other]) => one.localeCompare(other));
