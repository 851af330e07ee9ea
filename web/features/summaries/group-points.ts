import type { SummaryPoint } from '#contract/lessons.ts';

interface PointGroup {
  readonly section: string | undefined;
  /** The number of its first point, from 1. */
  readonly first: number;
  readonly points: readonly SummaryPoint[];
}

/** Groups consecutive points of the same section. Returns one group without a heading if no two points would share a section. */
export function groupPoints(points: readonly SummaryPoint[]): readonly PointGroup[] {
  const groups: { section: string | undefined; first: number; points: SummaryPoint[] }[] = [];
  for (const [index, point] of points.entries()) {
    const { section } = point.evidence;
    const last = groups.at(-1);
    if (last !== undefined && last.section === section) last.points.push(point);
    else groups.push({ section, first: index + 1, points: [point] });
  }
  return groups.length > 1 && groups.length < points.length
    ? groups
    : [{ section: undefined, first: 1, points }];
}
