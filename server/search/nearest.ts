/** The vectors of one text's passages, ready to be compared. */
export interface PassageVectors {
  /** In the order of the text. */
  readonly passageIds: Float64Array;
  /** One row a passage, each of unit length. */
  readonly rows: Float32Array;
}

interface Near {
  readonly passageId: number;
  readonly similarity: number;
}

/** Keeps the best of many candidates. One comparison rejects most of them; of equal ones, the first stays. */
export class Nearest {
  readonly #limit: number;
  #near: Near[] = [];
  /** What a candidate has to beat. */
  #threshold = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Compares every row with the query, both of unit length, and keeps what is among the nearest so far. */
  consider(query: Float32Array, { passageIds, rows }: PassageVectors): void {
    const dimensions = query.length;
    for (let row = 0; row < passageIds.length; row += 1) {
      const similarity = dot(query, rows, row * dimensions);
      if (similarity <= this.#threshold) continue;
      this.#near.push({ passageId: passageIds[row] ?? 0, similarity });
      // Sorting only now and then costs next to nothing.
      if (this.#near.length > 2 * this.#limit) this.#cut();
    }
  }

  /** The nearest first; of equals the lower id, so that the same question has the same answer. */
  list(): { readonly passageIds: Float64Array; readonly similarities: Float32Array } {
    this.#cut();
    const near = this.#near.toSorted(
      (one, other) => other.similarity - one.similarity || one.passageId - other.passageId,
    );
    return {
      passageIds: Float64Array.from(near, ({ passageId }) => passageId),
      similarities: Float32Array.from(near, ({ similarity }) => similarity),
    };
  }

  #cut(): void {
    this.#near.sort((one, other) => other.similarity - one.similarity);
    this.#near.length = Math.min(this.#near.length, this.#limit);
    if (this.#near.length === this.#limit)
      this.#threshold = this.#near.at(-1)?.similarity ?? Number.POSITIVE_INFINITY;
  }
}

/**
 * The dot product of a query with the row that begins at `start`. Eight products a turn in four sums, so that none waits
 * for the one before; lengths are multiples of eight.
 */
export function dot(query: Float32Array, rows: Float32Array, start: number): number {
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let index = 0, at = start; index < query.length; index += 8, at += 8) {
    one += (query[index] ?? 0) * (rows[at] ?? 0) + (query[index + 4] ?? 0) * (rows[at + 4] ?? 0);
    two += (query[index + 1] ?? 0) * (rows[at + 1] ?? 0) + (query[index + 5] ?? 0) * (rows[at + 5] ?? 0);
    three += (query[index + 2] ?? 0) * (rows[at + 2] ?? 0) + (query[index + 6] ?? 0) * (rows[at + 6] ?? 0);
    four += (query[index + 3] ?? 0) * (rows[at + 3] ?? 0) + (query[index + 7] ?? 0) * (rows[at + 7] ?? 0);
  }
  return one + two + three + four;
}
