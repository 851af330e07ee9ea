import type { Dependencies } from '../../ports.ts';
import type { FoundPassage } from './found-passage.ts';
import { listPassagesAt } from './search.store.ts';

/** The passages before and after a passage in its text. */
export interface Neighbours {
  readonly previous: NeighbourPassage | undefined;
  readonly next: NeighbourPassage | undefined;
}

export type NeighbourPassage = Pick<
  FoundPassage,
  | 'passageId'
  | 'docsourceId'
  | 'position'
  | 'section'
  | 'heading'
  | 'text'
  | 'page'
  | 'startSecond'
  | 'endSecond'
>;

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
  const byPlace = new Map(
    rows.map((row) => [
      placeOf(row.docsource_id, row.position),
      {
        passageId: row.id,
        docsourceId: row.docsource_id,
        position: row.position,
        section: row.section,
        heading: row.heading,
        text: row.text,
        page: row.page,
        startSecond: row.start_second,
        endSecond: row.end_second,
      },
    ]),
  );
  return passages.map(({ docsourceId, position }) => ({
    previous: byPlace.get(placeOf(docsourceId, position - 1)),
    next: byPlace.get(placeOf(docsourceId, position + 1)),
  }));
}
