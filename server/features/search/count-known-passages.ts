import type { Dependencies } from '../../ports.ts';
import { countPassages } from './search.store.ts';

/** Of a few numbers each; more sources than this belong to more people than one process serves in a day. */
const MAXIMUM_REMEMBERED = 100_000;

/** A document source is kept together with its passages and never changes, so its number of them stays. */
const known = new Map<string, number>();

/** How many passages the document sources have all together; each source is counted once. */
export async function countKnownPassages(
  database: Dependencies['database'],
  docsourceIds: readonly string[],
): Promise<number> {
  const missing = docsourceIds.filter((id) => !known.has(id));
  const counted = missing.length === 0 ? new Map<string, number>() : await countPassages(database, missing);
  let sum = 0;
  for (const id of docsourceIds) sum += known.get(id) ?? counted.get(id) ?? 0;
  for (const [id, passages] of counted) {
    if (known.size >= MAXIMUM_REMEMBERED) known.clear();
    known.set(id, passages);
  }
  return sum;
}
