import type { Evidence } from '#contract/evidence.ts';
import type { SummaryPoint } from '#contract/lessons.ts';

/** Evidence of a point, one per passage: chips of the same passage would look alike. Evidence that changed is always shown. */
export const listEvidence = ({
  evidence,
  further_evidence: further = [],
}: Omit<SummaryPoint, 'text'>): Evidence[] =>
  [evidence, ...further].filter(
    ({ passage_id: id, changed }, at, all) =>
      changed !== undefined || !all.slice(0, at).some((before) => before.passage_id === id),
  );
