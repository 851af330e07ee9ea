import type { FoundPassage } from './found-passage.ts';
import type { PassageRow } from './search.store.ts';

/** What a passage is by itself, whichever lesson it was found in. */
export type PlacedPassage = Pick<
  FoundPassage,
  | 'passageId'
  | 'docsourceId'
  | 'position'
  | 'section'
  | 'heading'
  | 'text'
  | 'kind'
  | 'page'
  | 'pageEnd'
  | 'startSecond'
  | 'endSecond'
>;

export const presentPassage = (row: PassageRow): PlacedPassage => ({
  passageId: row.id,
  docsourceId: row.docsource_id,
  position: row.position,
  section: row.section,
  heading: row.heading,
  text: row.text,
  kind: row.kind,
  page: row.page,
  pageEnd: row.page_end ?? row.page,
  startSecond: row.start_second,
  endSecond: row.end_second,
});
