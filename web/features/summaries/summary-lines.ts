import type { Evidence } from '#contract/evidence.ts';
import type { KeptSummary, Lesson } from '#contract/lessons.ts';
import type { SummaryRequest } from '#contract/summaries.ts';

/** A point, or a key term with its definition, while it is edited. */
export interface SummaryLine {
  readonly key: number;
  /** Of a key term; empty for a point. */
  readonly term: string;
  readonly text: string;
  readonly evidence: Evidence | null;
  /** Of a point that combines several statements. */
  readonly furtherEvidence?: readonly Evidence[];
}

export interface SummaryLines {
  readonly points: readonly SummaryLine[];
  readonly terms: readonly SummaryLine[];
}

let lastKey = 0;
export const newLine = (): SummaryLine => ({ key: (lastKey += 1), term: '', text: '', evidence: null });

export const readLines = (
  summary: KeptSummary,
  { key_terms: terms }: Pick<Lesson, 'key_terms'>,
): SummaryLines => ({
  points: summary.points.map(({ text, evidence, further_evidence: furtherEvidence = [] }) => ({
    ...newLine(),
    text,
    evidence,
    furtherEvidence,
  })),
  terms: terms.map(({ term, definition, evidence }) => ({ ...newLine(), term, text: definition, evidence })),
});

/** Lines of an earlier page, whose keys lines of this one may have. */
export const withNewKeys = ({ points, terms }: SummaryLines): SummaryLines => {
  const renew = (line: SummaryLine): SummaryLine => ({ ...line, key: newLine().key });
  return { points: points.map(renew), terms: terms.map(renew) };
};

/** The lines with one of them a place further up (-1) or down (1); as they are where it has no further to go. */
export function moveLine(lines: readonly SummaryLine[], at: number, step: 1 | -1): readonly SummaryLine[] {
  const [line, other] = [lines[at], lines[at + step]];
  return line === undefined || other === undefined ? lines : lines.with(at, other).with(at + step, line);
}

/** What is still missing: the key of the first line without its words or its evidence. */
export function findIncomplete({ points, terms }: SummaryLines): number | undefined {
  const lacksWords = ({ text, evidence }: SummaryLine): boolean => text.trim() === '' || evidence === null;
  return (points.find(lacksWords) ?? terms.find((line) => lacksWords(line) || line.term.trim() === ''))?.key;
}

/** @param lines without incomplete ones */
export function writeLines(
  { points, terms }: SummaryLines,
  length: SummaryRequest['length'],
): SummaryRequest {
  const cite = (evidence: Evidence | null) => ({
    quote: evidence?.quote ?? '',
    passage_id: evidence?.passage_id ?? '',
  });
  return {
    length,
    points: points.map(({ text, evidence, furtherEvidence = [] }) => ({
      text,
      evidence: cite(evidence),
      ...(furtherEvidence.length === 0 ? {} : { further_evidence: furtherEvidence.map(cite) }),
    })),
    key_terms: terms.map(({ term, text, evidence }) => ({
      term,
      definition: text,
      evidence: cite(evidence),
    })),
  };
}
