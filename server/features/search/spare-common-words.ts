import type { Dependencies } from '../../ports.ts';
import { listCommonStems } from './search.store.ts';

/** So many passages are weighed in some 50 ms. */
const MOST_PASSAGES = 8_000;
const REMEMBERED_MILLISECONDS = 10 * 60_000;

let remembered: { readonly until: number; readonly shares: Promise<ReadonlyMap<string, number>> } | undefined;

/**
 * Of many passages, words that stand in most of them would have most of them weighed, and tell nothing: then only the rarer
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
 * The rarest of the stems, as many as stand in few enough passages together, and at least one; in their order.
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
