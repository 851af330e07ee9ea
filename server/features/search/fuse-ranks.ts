import type { RankedByMeaning } from '../../search/semantic-search.ts';

/** What fusing has to know of a passage. */
export interface Fusible {
  readonly id: string;
  readonly docsource_id: string;
  readonly position: number;
  readonly section: number;
}

export interface FusedPassage<Row> {
  readonly row: Row;
  readonly score: number;
  readonly wordRank: number | null;
  readonly meaningRank: number | null;
  readonly similarity: number | null;
}

/** Chosen on the tuning questions, never on the test set. */
export interface FusingWeights {
  /** The larger, the less the first places count against the later ones. */
  readonly flatness: number;
  readonly words: number;
  /** How steeply the words' weight falls with what they leave out of the question; 0: not at all. */
  readonly coverage: number;
  readonly meaning: number;
  /** How much of the score of the passage before or after it counts for a passage. */
  readonly neighbour: number;
}

export const FUSING_WEIGHTS: FusingWeights = {
  flatness: 5,
  words: 1,
  coverage: 1,
  meaning: 1,
  neighbour: 0.1,
};

/**
 * Reciprocal rank fusion: a passage that both ways find stands before one that only one of them finds. What surrounds it
 * in its section counts too, since a sentence that answers may leave its noun in the passage before.
 * @param rows of every passage in the two lists; others are left out.
 * @returns the best first; of equals the one in order of document and place.
 */
export function fuseRanks<Row extends Fusible>(
  rows: readonly Row[],
  found: {
    readonly byWords: readonly { readonly id: string; readonly coverage: number }[];
    readonly byMeaning: readonly RankedByMeaning[];
  },
  weights: FusingWeights = FUSING_WEIGHTS,
): FusedPassage<Row>[] {
  const byWords = new Map(
    found.byWords.map(({ id, coverage }, index) => [id, { rank: index + 1, coverage }]),
  );
  const meanings = new Map(
    found.byMeaning.map(({ passageId, similarity }, index) => [passageId, { rank: index + 1, similarity }]),
  );
  const reciprocal = (rank: number | undefined, weight: number): number =>
    rank === undefined ? 0 : weight / (weights.flatness + rank);
  const own = rows.map((row) => ({
    row,
    score:
      reciprocal(byWords.get(row.id)?.rank, weights.words) *
        (byWords.get(row.id)?.coverage ?? 0) ** weights.coverage +
      reciprocal(meanings.get(row.id)?.rank, weights.meaning),
  }));
  const placeOf = (docsourceId: string, position: number): string => `${position} ${docsourceId}`;
  const byPlace = new Map(
    own.map((passage) => [placeOf(passage.row.docsource_id, passage.row.position), passage]),
  );
  return own
    .map(({ row, score }) => {
      const beside = [row.position - 1, row.position + 1].map((position) => {
        const neighbour = byPlace.get(placeOf(row.docsource_id, position));
        return neighbour?.row.section === row.section ? neighbour.score : 0;
      });
      return {
        row,
        score: score + weights.neighbour * Math.max(...beside),
        wordRank: byWords.get(row.id)?.rank ?? null,
        meaningRank: meanings.get(row.id)?.rank ?? null,
        similarity: meanings.get(row.id)?.similarity ?? null,
      };
    })
    .sort(
      (one, other) =>
        other.score - one.score ||
        (one.row.docsource_id < other.row.docsource_id
          ? -1
          : Number(one.row.docsource_id > other.row.docsource_id)) ||
        one.row.position - other.row.position,
    );
}
