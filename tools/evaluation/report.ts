/** A line of the report: one goal, and whether it is met. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
  readonly met: boolean;
  /** Whether `--gate` fails if it is missed. Times never do, because the machine is shared. */
  readonly gate: boolean;
}

/** What one part of the evaluation found, as Markdown below a heading of the fourth level. */
export interface Report {
  readonly text: string;
  readonly missedGates: readonly string[];
}

/** A figure without a goal. */
export const plainFigure = (name: string, value: string): Figure => ({
  name,
  value,
  goal: '–',
  met: true,
  gate: false,
});

export const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

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

/** The figures in a table, then the other parts that have text. */
export function reportFigures(title: string, figures: readonly Figure[], ...others: string[]): Report {
  const table = makeTable(
    ['Figure', 'Measured', 'Goal', ''],
    figures.map(({ name, value, goal, met }) => [name, value, goal, met ? 'met' : '**MISSED**']),
  );
  return {
    text: [`#### ${title}`, ...(figures.length === 0 ? [] : [table]), ...others]
      .filter((part) => part !== '')
      .join('\n\n'),
    missedGates: figures.filter(({ gate, met }) => gate && !met).map(({ name }) => name),
  };
}

export const listLines = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
