import type { BankCandidate } from '#contract/question-bank.ts';
import type { AnswerStyle, BloomLevel, Difficulty } from '#contract/quizzes.ts';

/** By what candidates are filtered. The values are as in the page's address. */
export const FACETS = ['style', 'level', 'difficulty', 'section', 'outcome'] as const;
export type Facet = (typeof FACETS)[number];
export type CandidateFilter = Readonly<Partial<Record<Facet, string | undefined>>>;

export interface FacetChoice {
  readonly value: string;
  /** Candidates that remain when this is chosen and the other filters stay. */
  readonly count: number;
}

/** In the order in which choices are listed, rather than that of the alphabet. */
const ORDERS: Partial<Record<Facet, readonly string[]>> = {
  style: ['multiple_choice', 'essay'] satisfies AnswerStyle[],
  level: ['remember', 'understand', 'apply', 'analyze', 'evaluate', 'create'] satisfies BloomLevel[],
  difficulty: ['easy', 'medium', 'hard'] satisfies Difficulty[],
};

function valueOf(candidate: BankCandidate, facet: Facet): string | undefined {
  switch (facet) {
    case 'style':
      return candidate.type;
    case 'level':
      return candidate.blooms_taxonomy;
    case 'difficulty':
      return candidate.difficulty;
    case 'section':
      return String(candidate.section);
    case 'outcome':
      return candidate.outcome?.short_name;
  }
}

const matches = (candidate: BankCandidate, filter: CandidateFilter, except?: Facet): boolean =>
  FACETS.every(
    (facet) => facet === except || filter[facet] === undefined || filter[facet] === valueOf(candidate, facet),
  );

export const filterCandidates = (
  candidates: readonly BankCandidate[],
  filter: CandidateFilter,
): BankCandidate[] => candidates.filter((candidate) => matches(candidate, filter));

/** The values of a facet that occur, and how many candidates each would leave. The chosen value is always listed. */
export function listChoices(
  candidates: readonly BankCandidate[],
  filter: CandidateFilter,
  facet: Facet,
): FacetChoice[] {
  const counts = new Map<string, number>();
  for (const candidate of candidates) {
    const value = valueOf(candidate, facet);
    if (value === undefined) continue;
    counts.set(value, (counts.get(value) ?? 0) + (matches(candidate, filter, facet) ? 1 : 0));
  }
  const chosen = filter[facet];
  if (chosen !== undefined && !counts.has(chosen)) counts.set(chosen, 0);
  const order = ORDERS[facet];
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) =>
      order === undefined
        ? one.value.localeCompare(other.value, undefined, { numeric: true })
        : order.indexOf(one.value) - order.indexOf(other.value),
    );
}

export const isFiltering = (filter: CandidateFilter): boolean =>
  FACETS.some((facet) => filter[facet] !== undefined);

/** The filter in the address, where going back and reloading find it. */
export function readFilter(parameters: URLSearchParams): CandidateFilter {
  const filter: Partial<Record<Facet, string>> = {};
  for (const facet of FACETS) {
    const value = parameters.get(facet);
    if (value !== null && value !== '') filter[facet] = value;
  }
  return filter;
}

export function writeFilter(parameters: URLSearchParams, filter: CandidateFilter): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  for (const facet of FACETS) {
    const value = filter[facet];
    if (value === undefined) changed.delete(facet);
    else changed.set(facet, value);
  }
  return changed;
}
