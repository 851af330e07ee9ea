/** The vectors of one text's passages, ready to be compared. */
export interface PassageVectors {
  /** In the order of the text. */
  readonly passageIds: Float64Array;
  /** One row a passage, each of unit length. */
  readonly rows: Float32Array;
}

/**
 * Keeps the best of many. A heap with the worst of them on top: most candidates are turned away by one comparison.
 * Of equals, whichever came first stays.
 */
export class Nearest {
  readonly #limit: number;
  readonly #passageIds: Float64Array;
  readonly #similarities: Float32Array;
  #size = 0;
  /** What a candidate has to beat. */
  #threshold = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
    this.#passageIds = new Float64Array(limit);
    this.#similarities = new Float32Array(limit);
  }

  /** Compares every row with the query, both of unit length, and keeps what is among the nearest so far. */
  consider(query: Float32Array, { passageIds, rows }: PassageVectors): void {
    const dimensions = query.length;
    for (let row = 0; row < passageIds.length; row += 1) {
      const similarity = dot(query, rows, row * dimensions);
      if (similarity > this.#threshold) this.#add(passageIds[row] ?? 0, similarity);
    }
  }

  /** The nearest first; of equals the lower id, so that the same question has the same answer. */
  list(): { readonly passageIds: Float64Array; readonly similarities: Float32Array } {
    const order = Array.from({ length: this.#size }, (_, index) => index).sort(
      (one, other) =>
        (this.#similarities[other] ?? 0) - (this.#similarities[one] ?? 0) ||
        (this.#passageIds[one] ?? 0) - (this.#passageIds[other] ?? 0),
    );
    return {
      passageIds: Float64Array.from(order, (index) => this.#passageIds[index] ?? 0),
      similarities: Float32Array.from(order, (index) => this.#similarities[index] ?? 0),
    };
  }

  #add(passageId: number, similarity: number): void {
    if (this.#limit === 0) return;
    if (this.#size < this.#limit) {
      this.#rise(this.#size, passageId, similarity);
      this.#size += 1;
    } else this.#sink(passageId, similarity);
    if (this.#size === this.#limit) this.#threshold = this.#similarities[0] ?? Number.NEGATIVE_INFINITY;
  }

  #put(place: number, passageId: number, similarity: number): void {
    this.#passageIds[place] = passageId;
    this.#similarities[place] = similarity;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#passageIds[from] ?? 0, this.#similarities[from] ?? 0);
  }

  #rise(from: number, passageId: number, similarity: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if ((this.#similarities[parent] ?? 0) <= similarity) break;
      this.#move(parent, place);
      place = parent;
    }
    this.#put(place, passageId, similarity);
  }

  /** Puts it in the place of the worst. */
  #sink(passageId: number, similarity: number): void {
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.#size) break;
      const right = child + 1;
      if (right < this.#size && (this.#similarities[right] ?? 0) < (this.#similarities[child] ?? 0))
        child = right;
      if ((this.#similarities[child] ?? 0) >= similarity) break;
      this.#move(child, place);
      place = child;
    }
    this.#put(place, passageId, similarity);
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
