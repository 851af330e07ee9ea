import type { SummaryFigures } from '../measures/measure-summary.ts';
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
