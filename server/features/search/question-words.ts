import type { Dependencies } from '#server/dependencies.ts';
import { listCommonStems } from './search.store.ts';

/** What a question is about, as stems. */
interface QuestionStems {
  /** At least one when there is anything to look for. */
  readonly content: readonly string[];
  /** Words found in any lesson, or that only ask: they help to choose a sentence, and prove nothing. */
  readonly weak: readonly string[];
}

/** Longer questions are about no more than this; a query of thousands of words is not a question. */
const MAXIMUM_STEMS = 40;

/** Stems (English Snowball) of words that ask rather than name, or that occur in any lesson. */
const WEAK = new Set(
  `according actual answer anyth ask becaus call case caus chapter class cours could course defin definit describ detail
  differ discuss document everyth exampl explain expand find first general get give happen help import inform involv
  know learn lectur lesson like list main make mani may mean mention much must name need one outlin part passag peopl
  person pleas possibl purpos question quick quot reason relat role said say see short show someth speak state summar
  summari take talk teach tell term text thing think topic two type understand use us video want way what's word work
  would write year`.split(/\s+/),
);

/** Only letters and digits are looked for; whatever else a person types has no meaning to the search. */
export const searchableText = (question: string): string => question.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');

/** Sorts out what the question is about. When every word is weak, all of them count. */
export function sortStems(stems: readonly string[]): QuestionStems {
  const usable = stems.filter((stem) => /^[\p{L}\p{M}\p{N}]+$/u.test(stem)).slice(0, MAXIMUM_STEMS);
  const content = usable.filter((stem) => !WEAK.has(stem));
  return content.length === 0
    ? { content: usable, weak: [] }
    : { content, weak: usable.filter((stem) => WEAK.has(stem)) };
}

/** So many passages are weighed in some 50 ms. */
const MOST_PASSAGES = 8_000;
const REMEMBERED_MILLISECONDS = 10 * 60_000;

let remembered: { readonly until: number; readonly shares: Promise<ReadonlyMap<string, number>> } | undefined;

/**
 * Words that occur in most of many passages would select most of them, and distinguish nothing: then only the rarer
 * words of a question are looked for. In a library of ordinary size all are.
 */
export async function spareCommonWords(
  database: Dependencies['database'],
  stems: readonly string[],
  passageCount: number,
): Promise<string[]> {
  if (passageCount <= MOST_PASSAGES) return [...stems];
  const now = performance.now();
  if (remembered === undefined || remembered.until < now) {
    const shares = listCommonStems(database);
    remembered = { until: now + REMEMBERED_MILLISECONDS, shares };
    // What failed is asked again the next time.
    shares.catch(() => (remembered = undefined));
  }
  return chooseRareStems(stems, await remembered.shares, passageCount);
}

/**
 * The rarest of the stems, as many as occur in few enough passages together, and at least one; in their order.
 * @param shares of the passages that hold a stem; one that is not named is rare
 */
export function chooseRareStems(
  stems: readonly string[],
  shares: ReadonlyMap<string, number>,
  passageCount: number,
): string[] {
  const shareOf = (stem: string): number => shares.get(stem) ?? 0;
  const chosen = new Set<string>();
  let passages = 0;
  for (const stem of stems.toSorted((one, other) => shareOf(one) - shareOf(other))) {
    passages += shareOf(stem) * passageCount;
    if (chosen.size > 0 && passages > MOST_PASSAGES) break;
    chosen.add(stem);
  }
  return stems.filter((stem) => chosen.has(stem));
}

/** Shorter words have too many neighbours to guess which one was meant. */
const SHORTEST = 5;
/** From this length on, two slips are forgiven. */
const LONG = 8;

/** Whether a stem that nothing holds may be a slip: a longer word of letters alone. */
export const maySlip = (stem: string): boolean => stem.length >= SHORTEST && /^\p{L}+$/u.test(stem);

/** The letters that are taken for right; people rarely mistype the first ones. */
export const surePrefix = (stem: string): string => stem.slice(0, stem.length >= LONG ? 4 : 3);

/**
 * The stem that was most likely meant: the nearest, and of those the one that most passages hold.
 * @param known stems of what is searched, with the number of passages that hold each
 */
export function correctStem(
  stem: string,
  known: readonly { readonly stem: string; readonly passages: number }[],
): string | undefined {
  const allowed = stem.length >= LONG ? 2 : 1;
  const [best] = known
    .filter((candidate) => Math.abs(candidate.stem.length - stem.length) <= allowed)
    .map((candidate) => ({ ...candidate, slips: countSlips(stem, candidate.stem) }))
    .filter(({ slips }) => slips <= allowed)
    .sort(
      (one, other) =>
        one.slips - other.slips || other.passages - one.passages || (one.stem < other.stem ? -1 : 1),
    );
  return best?.stem;
}

/** Letters left out, put in, exchanged or swapped with their neighbour (optimal string alignment). */
export function countSlips(one: string, other: string): number {
  const width = other.length + 1;
  const rows: number[][] = [Array.from({ length: width }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const [before, above] = [rows[row - 2], rows[row - 1] ?? []];
    const current = [row];
    for (let column = 1; column < width; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + same,
      );
      const isSwap = column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwap && before !== undefined) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      current.push(least);
    }
    rows.push(current);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
