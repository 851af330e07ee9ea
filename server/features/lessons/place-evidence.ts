import type { Evidence } from '#contract/evidence.ts';
import type { TimeEvidence } from './lesson-text.ts';

/** Finds the quotes of evidence in a lesson's text, and marks evidence whose quote is gone. */
export type Place = (evidence: Evidence) => Promise<Evidence>;

/** @param anchor of `createQuoteAnchor`. */
export const createPlace =
  (anchor: (evidence: Evidence) => Evidence, timeEvidence: TimeEvidence): Place =>
  async ({ further, ...first }) => {
    const place = async (each: Evidence): Promise<Evidence> => {
      const { changed, ...placed } = anchor(each);
      if (changed === undefined) return timeEvidence(placed);
      return { ...placed, changed: changed === null ? null : await timeEvidence(changed) };
    };
    const placed = await place(first);
    if (further === undefined) return placed;
    const other = await place(further);
    // The changed quote comes first, for the instructor to decide about.
    if (other.changed === undefined) return { ...placed, further: other };
    return placed.changed === undefined ? { ...other, further: placed } : placed;
  };

/** A summary point or key term. */
export interface CitingLine<Cited = Evidence> {
  readonly evidence: Cited;
  readonly further_evidence?: Cited[] | undefined;
}

export const evidenceOf = <Cited>({
  evidence,
  further_evidence: further = [],
}: CitingLine<Cited>): Cited[] => [evidence, ...further];

export async function replaceEvidence<Line extends CitingLine>(line: Line, place: Place): Promise<Line> {
  const [evidence = line.evidence, ...further] = await Promise.all(evidenceOf(line).map(place));
  return { ...line, evidence, ...(further.length === 0 ? {} : { further_evidence: further }) };
}

export const replaceAllEvidence = <Line extends CitingLine>(
  lines: readonly Line[],
  place: Place,
): Promise<Line[]> => Promise.all(lines.map((line) => replaceEvidence(line, place)));
