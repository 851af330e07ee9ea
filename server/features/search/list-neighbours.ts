import type { Dependencies } from '../../ports.ts';
import type { FoundPassage } from './found-passage.ts';
import { presentPassage, type PlacedPassage } from './present-passage.ts';
import { listPassagesAt } from './search.store.ts';

/** The passages before and after a passage in its text. */
export interface Neighbours {
  readonly previous: PlacedPassage | undefined;
  readonly next: PlacedPassage | undefined;
}

/**
 * What stands around found passages, which were found in one's own lessons: nobody is asked again whose they are.
 * @returns one for each, in their order.
 */
export async function listNeighbours(
  dependencies: Pick<Dependencies, 'database'>,
  passages: readonly Pick<FoundPassage, 'docsourceId' | 'position'>[],
): Promise<Neighbours[]> {
  const rows = await listPassagesAt(
    dependencies.database,
    passages.flatMap(({ docsourceId, position }) => [
      { docsourceId, position: position - 1 },
      { docsourceId, position: position + 1 },
    ]),
  );
  const placeOf = (docsourceId: string, position: number): string => `${position} ${docsourceId}`;
  const byPlace = new Map(rows.map((row) => [placeOf(row.docsource_id, row.position), presentPassage(row)]));
  return passages.map(({ docsourceId, position }) => ({
    previous: byPlace.get(placeOf(docsourceId, position - 1)),
    next: byPlace.get(placeOf(docsourceId, position + 1)),
  }));
}
