import { testUniform } from '../measures/chi-square.ts';
import { AMBIGUOUS, CRITERIA_COUNT, UNFOCUSED } from '../measures/nineteen-criteria.ts';
import type { SummaryFigures } from '../measures/measure-summary.ts';
import { addTallies, type QuestionTally } from '../measures/question-tally.ts';
import type { LessonFigures } from '../run/evaluate-lesson.ts';
import type { SpeedFigures } from '../run/evaluate-speed.ts';

/** A line of the report: one bar of quality, and whether it is met. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
  readonly met: boolean;
  /** Whether `--gate` fails on it. Times are not: the machine is shared. */
  readonly gate: boolean;
}

export const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

/** The bars on questions, over all lessons of one writer. */
export function listQuestionFigures(lessons: readonly LessonFigures[]): Figure[] {
  const choice = addTallies(lessons.flatMap(({ ten, thirty, levels }) => [ten, thirty, ...levels.values()]));
  const essays = addTallies(lessons.flatMap(({ essaysTen, essaysThirty }) => [essaysTen, essaysThirty]));
  const ten = addTallies(lessons.map((figures) => figures.ten));
  const all = addTallies([choice, essays]);
  const levels = addTallies(lessons.flatMap((figures) => [...figures.levels.values()]));
  const { chiSquare, p } = testUniform(choice.positions, choice.expected);
  const none = (name: string, count: number): Figure => ({
    name,
    value: `${count} of ${all.made}`,
    goal: '0',
    met: count === 0,
    gate: true,
  });
  const atLeast = (name: string, part: number, whole: number, goal: number): Figure => ({
    name,
    value: `${percent(part, whole)} of ${whole}`,
    goal: goal === 1 ? '100 %' : `≥ ${(goal * 100).toFixed(0)} %`,
    met: share(part, whole) >= goal,
    gate: true,
  });
  return [
    // Not a bar of the project's list, but without it every other could be met by writing next to nothing.
    atLeast('Made of 10 multiple choice asked (bar of this evaluation)', ten.made, ten.asked, 0.9),
    atLeast('Quote verbatim and supports the key', all.cited, all.made, 1),
    atLeast('At most one flaw, by the product’s checker', all.atMostOneFlaw, all.made, 0.95),
    atLeast(`At most one of ${CRITERIA_COUNT} criteria, second ruler`, all.atMostOneBroken, all.made, 0.95),
    {
      // One of the nineteen may be broken in a valid question; a broken sentence may not. Of this evaluation, not of the list.
      name: 'Broken or ambiguous wording, second ruler (bar of this evaluation)',
      value: `${all.broken.get(AMBIGUOUS) ?? 0} of ${all.made}`,
      goal: '0',
      met: !all.broken.has(AMBIGUOUS),
      gate: true,
    },
    {
      name: 'Stems that ask nothing definite, second ruler (bar of this evaluation)',
      value: `${percent(all.broken.get(UNFOCUSED) ?? 0, all.made)} of ${all.made}`,
      goal: '≤ 5 %',
      met: (all.broken.get(UNFOCUSED) ?? 0) <= 0.05 * all.made,
      gate: true,
    },
    {
      name: 'Key is the longest option',
      value: `${percent(choice.keyLongest, choice.worded)} of ${choice.worded}`,
      goal: '20–30 %',
      met: choice.keyLongest >= choice.worded * 0.2 && choice.keyLongest <= choice.worded * 0.3,
      gate: true,
    },
    {
      name: 'Key’s position is uniform',
      value: `${choice.positions.join('/')}, χ² ${chiSquare.toFixed(2)}, p ${p.toFixed(3)}`,
      goal: 'p > 0.05',
      met: p > 0.05,
      gate: true,
    },
    none('Duplicate stems', all.duplicateStems),
    none('Duplicate or overlapping options', choice.overlappingOptions),
    none('Wrong answers that the lesson makes true', choice.supportedDistractors),
    atLeast('Level asked for is found, each level alone', levels.levelFound, levels.made, 0.85),
    atLeast('Level claimed is found, levels mixed', ten.levelFound, ten.made, 0.85),
    {
      name: 'Sections that 10 questions touch, mean',
      value: percent(ten.sectionShare, ten.sets),
      goal: '≥ 70 %',
      met: share(ten.sectionShare, ten.sets) >= 0.7,
      gate: true,
    },
  ];
}

/** What has no bar but is worth knowing. */
export function listSideFigures(lessons: readonly LessonFigures[]): string[] {
  const made = (name: string, pick: (figures: LessonFigures) => QuestionTally): string => {
    const all = addTallies(lessons.map(pick));
    return `${name}: made ${all.made} of ${all.asked}`;
  };
  const choice = addTallies(lessons.flatMap(({ ten, thirty }) => [ten, thirty]));
  const broken = [...choice.broken].toSorted(([, one], [, other]) => other - one);
  return [
    made('10 multiple choice', (figures) => figures.ten),
    made('30 multiple choice', (figures) => figures.thirty),
    made('10 essays', (figures) => figures.essaysTen),
    made('30 essays', (figures) => figures.essaysThirty),
    ...[...(lessons[0]?.levels.keys() ?? [])].map((level) => {
      const all = addTallies(
        lessons.map((figures) => figures.levels.get(level)).filter((tally) => tally !== undefined),
      );
      return `5 at "${level}": made ${all.made} of ${all.asked}, level found in ${percent(all.levelFound, all.made)}`;
    }),
    ...tellHeldBack(lessons),
    `length of the key to the mean wrong answer: ${(choice.lengthRatios / Math.max(1, choice.worded)).toFixed(2)}`,
    `one fact asked twice in a set: ${choice.sameFacts} of ${choice.made}`,
    `wrong answers that a blunter search finds stated, to be read: ${choice.suspectDistractors} of ${choice.worded}`,
    `criteria broken, second ruler: ${broken.map(([name, count]) => `${name} ${count}`).join(', ') || 'none'}`,
  ];
}

/** What holds for lessons that nobody has read with an eye on the composer. */
function tellHeldBack(lessons: readonly LessonFigures[]): string[] {
  const heldBack = lessons.filter(({ lesson }) => lesson.heldBack);
  if (heldBack.length === 0) return [];
  const ten = addTallies(heldBack.map((figures) => figures.ten));
  const levels = addTallies(heldBack.flatMap((figures) => [...figures.levels.values()]));
  return [
    `held-back lessons alone: made ${ten.made} of ${ten.asked}, level found in ${percent(levels.levelFound, levels.made)}, ` +
      `sections ${percent(ten.sectionShare, ten.sets)}`,
  ];
}

/** The bars on summaries of one length, over all lessons. */
export function listSummaryFigures(
  length: string,
  figures: readonly SummaryFigures[],
  goals: { readonly share: readonly [number, number]; readonly facts: number | null },
): Figure[] {
  const sum = (pick: (summary: SummaryFigures) => number): number =>
    figures.reduce((total, summary) => total + pick(summary), 0);
  const mean = sum((summary) => summary.shareOfLesson) / figures.length;
  const [least, most] = goals.share;
  const [facts, covered, points, supported] = [
    sum((summary) => summary.facts),
    sum((summary) => summary.factsCovered),
    sum((summary) => summary.points),
    sum((summary) => summary.supported),
  ];
  const named = (name: string): string => `${name} (${length})`;
  const untidy = sum((summary) => summary.untidy.length);
  return [
    ...(goals.facts === null
      ? []
      : [
          {
            name: named('Key facts covered'),
            value: `${percent(covered, facts)} of ${facts}; by words alone ${percent(
              sum((summary) => summary.factsCoveredByWords),
              facts,
            )}; whole sentences reach ${percent(
              sum((summary) => summary.factsWithinReach),
              facts,
            )}`,
            goal: `≥ ${(goals.facts * 100).toFixed(0)} %`,
            met: share(covered, facts) >= goals.facts,
            gate: true,
          },
        ]),
    {
      name: named('Length, share of the lesson'),
      value: `${(mean * 100).toFixed(1)} %`,
      goal: `${(least * 100).toFixed(0)}–${(most * 100).toFixed(0)} %`,
      met: mean >= least && mean <= most,
      gate: true,
    },
    {
      name: named('Points supported by their passage'),
      value: `${percent(supported, points)} of ${points}`,
      goal: '100 %',
      met: supported === points,
      gate: true,
    },
    {
      name: named('Points in the lesson’s order'),
      value: `${figures.filter((summary) => summary.inOrder).length} of ${figures.length} lessons`,
      goal: 'all',
      met: figures.every((summary) => summary.inOrder),
      gate: true,
    },
    {
      name: named('Sections with a point, mean'),
      value: percent(
        sum((summary) => summary.sectionShare),
        figures.length,
      ),
      goal: '≥ 70 %',
      met: sum((summary) => summary.sectionShare) >= 0.7 * figures.length,
      gate: true,
    },
    {
      name: named('Points with fillers, breaks or loose pronouns'),
      value: `${untidy} of ${points}`,
      goal: '0',
      met: untidy === 0,
      gate: true,
    },
  ];
}

export function listSpeedFigures({
  words,
  secondsForTen,
  secondsForFifty,
  madeOfFifty,
}: SpeedFigures): Figure[] {
  return [
    {
      name: `10 questions on a transcript of ${words} words`,
      value: `${secondsForTen.toFixed(1)} s`,
      goal: '≤ 3 s',
      met: secondsForTen <= 3,
      gate: false,
    },
    {
      name: `50 questions on it (made ${madeOfFifty})`,
      value: `${secondsForFifty.toFixed(1)} s, ratio ${(secondsForFifty / secondsForTen).toFixed(2)}`,
      goal: '≤ 2×',
      met: secondsForFifty <= 2 * secondsForTen,
      gate: false,
    },
  ];
}
