import { addTallies } from '../measures/question-tally.ts';
import type { SummaryFigures } from '../measures/measure-summary.ts';
import type { HardOutcome } from '../run/evaluate-hard-lessons.ts';
import type { LessonFigures } from '../run/evaluate-lesson.ts';
import { percent, type Figure } from './figures.ts';

/** A Markdown table whose columns are as wide as their widest cell, so that it reads well in a terminal too. */
export function makeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  );
}

export const tabulateFigures = (figures: readonly Figure[]): string =>
  makeTable(
    ['Figure', 'Measured', 'Goal', ''],
    figures.map(({ name, value, goal, met }) => [name, value, goal, met ? 'met' : '**MISSED**']),
  );

/** One line a lesson; shares over its sets of 10 and 30 and those of one level. */
export const tabulateLessons = (lessons: readonly LessonFigures[]): string =>
  makeTable(
    [
      'Lesson',
      'Words',
      'Made of 10',
      'of 30',
      'Essays of 10',
      'of 30',
      'Cited',
      '≤ 1 flaw',
      '≤ 1 of 19',
      'Key longest',
      'Overlap',
      'Supported',
      'Level',
      'Sections',
      'Key/wrong',
    ],
    lessons.map(({ lesson, ten, thirty, essaysTen, essaysThirty, levels }) => {
      const choice = addTallies([ten, thirty, ...levels.values()]);
      const all = addTallies([choice, essaysTen, essaysThirty]);
      const level = addTallies([...levels.values()]);
      const perSet = (tally: typeof ten): string => (tally.made / tally.sets).toFixed(1);
      return [
        lesson.heldBack ? `${lesson.name} (held back)` : lesson.name,
        String(lesson.words),
        perSet(ten),
        perSet(thirty),
        perSet(essaysTen),
        perSet(essaysThirty),
        percent(all.cited, all.made),
        percent(all.atMostOneFlaw, all.made),
        percent(all.atMostOneBroken, all.made),
        percent(choice.keyLongest, choice.worded),
        String(choice.overlappingOptions),
        String(choice.supportedDistractors),
        percent(level.levelFound, level.made),
        percent(ten.sectionShare, ten.sets),
        (choice.lengthRatios / Math.max(1, choice.worded)).toFixed(2),
      ];
    }),
  );

export const tabulateSummaries = (
  rows: readonly { readonly lesson: string; readonly length: string; readonly figures: SummaryFigures }[],
): string =>
  makeTable(
    [
      'Lesson',
      'Length',
      'Words',
      'Share',
      'Points',
      'Key facts',
      'by words',
      'in reach',
      'Supported',
      'Sections',
      'Untidy',
    ],
    rows.map(({ lesson, length, figures }) => [
      lesson,
      length,
      String(figures.words),
      percent(figures.shareOfLesson, 1),
      String(figures.points),
      `${figures.factsCovered}/${figures.facts}`,
      String(figures.factsCoveredByWords),
      String(figures.factsWithinReach),
      percent(figures.supported, figures.points),
      percent(figures.sectionShare, 1),
      String(figures.untidy.length),
    ]),
  );

export const tabulateHardLessons = (outcomes: readonly HardOutcome[]): string =>
  makeTable(
    ['Bad input', 'Asked', 'Made', 'Essays', '', 'Why'],
    outcomes.map(({ name, asked, made, essays, problems, reason }) => [
      name,
      String(asked),
      String(made),
      String(essays),
      problems.length === 0 ? 'pass' : '**FAIL**',
      problems.join(' ') || reason,
    ]),
  );
