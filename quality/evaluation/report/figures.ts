import type { SummaryFigures } from '../measures/measure-summary.ts';

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
