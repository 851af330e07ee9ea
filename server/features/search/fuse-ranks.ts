import type { Sentence } from '#server/documents/sentences.ts';
import type { RankedByMeaning } from '#server/search/semantic-search.ts';

/** What fusing has to know of a passage. */
export interface Fusible {
  readonly id: string;
  readonly document_source_id: string;
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
 * Reciprocal rank fusion: a passage that both ways find comes before one that only one of them finds. What surrounds it
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
  const placeOf = (documentSourceId: string, position: number): string => `${position} ${documentSourceId}`;
  const byPlace = new Map(
    own.map((passage) => [placeOf(passage.row.document_source_id, passage.row.position), passage]),
  );
  return own
    .map(({ row, score }) => {
      const beside = [row.position - 1, row.position + 1].map((position) => {
        const neighbour = byPlace.get(placeOf(row.document_source_id, position));
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
        (one.row.document_source_id < other.row.document_source_id
          ? -1
          : Number(one.row.document_source_id > other.row.document_source_id)) ||
        one.row.position - other.row.position,
    );
}

/** A sentence of a passage, with what it has to do with what was looked for. */
export interface WeighedSentence extends Sentence {
  /** Of the stems looked for, those that it holds. */
  readonly stems: readonly string[];
  /** Cosine to what was looked for; null where it was not asked for. */
  readonly similarity: number | null;
}

/** Longer than this, a quotation in a list of results is a page. */
const MAXIMUM_CHARACTERS = 400;
/** A sentence this near to the question in meaning is worth as much as one with this share of its words. */
const MEANING_WEIGHT = 1;
/** "It lowers the uptake" says nothing without the sentence before it. */
const POINTS_BACK =
  /^(?:(?:and|but|so|or|then|also|now|um|uh|well|okay),?\s+)*(?:it|its|they|their|them|this|that|these|those|he|she|his|her|such|both|neither|the (?:former|latter))\b/iu;

/**
 * The best sentence of a passage, word for word; with the previous sentence when it points back to that one, or with a
 * neighbour that contains words which it lacks.
 * @param text of the passage, which the sentences are cut from
 * @param rarity of each stem looked for
 */
export function chooseEvidence(
  text: string,
  sentences: readonly WeighedSentence[],
  rarity: ReadonlyMap<string, number>,
): string {
  const all = [...rarity.values()].reduce((sum, weight) => sum + weight, 0);
  const worth = (stems: Iterable<string>): number =>
    all === 0 ? 0 : [...new Set(stems)].reduce((sum, stem) => sum + (rarity.get(stem) ?? 0), 0) / all;
  const scores = sentences.map(
    ({ stems, similarity, text: words }) =>
      (worth(stems) + MEANING_WEIGHT * Math.max(0, similarity ?? 0)) *
      // A lesson's own question repeats the words and answers nothing.
      (words.endsWith('?') ? 0.3 : 1),
  );
  const best = scores.indexOf(Math.max(...scores));
  const sentence = sentences[best];
  if (sentence === undefined) return cut(text);
  const previous = sentences[best - 1];
  const next = sentences[best + 1];
  const fits = (first: Sentence, last: Sentence): boolean =>
    last.endOffset - first.startOffset <= MAXIMUM_CHARACTERS;
  if (previous !== undefined && POINTS_BACK.test(sentence.text) && fits(previous, sentence))
    return text.slice(previous.startOffset, sentence.endOffset);
  const gains = (other: WeighedSentence | undefined): number =>
    other === undefined ? 0 : worth([...sentence.stems, ...other.stems]) - worth(sentence.stems);
  const [before, after] = [gains(previous), gains(next)];
  if (next !== undefined && after > 0 && after >= before && fits(sentence, next))
    return text.slice(sentence.startOffset, next.endOffset);
  if (previous !== undefined && before > 0 && fits(previous, sentence))
    return text.slice(previous.startOffset, sentence.endOffset);
  return cut(sentence.text);
}

/** Speech without punctuation and tables are one sentence for pages. */
function cut(text: string): string {
  if (text.length <= MAXIMUM_CHARACTERS) return text;
  const start = text.slice(0, MAXIMUM_CHARACTERS);
  const end = /\s+\S*$/u.exec(start)?.index ?? 0;
  // Without a space there, between two characters.
  return end > 0 ? start.slice(0, end) : start.replace(/[\uD800-\uDBFF]$/, '');
}
