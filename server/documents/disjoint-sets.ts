/** Numbers from 0 in sets that are joined pair by pair (union-find; Galler and Fischer 1964). */
export class DisjointSets {
  readonly #parents: number[];

  constructor(count: number) {
    this.#parents = Array.from({ length: count }, (_, index) => index);
  }

  /** A number that stands for the whole set of a number. */
  find(index: number): number {
    const parents = this.#parents;
    let at = index;
    while (parents[at] !== at) at = parents[at] = parents[parents[at] ?? at] ?? at;
    return at;
  }

  join(one: number, other: number): void {
    this.#parents[this.find(one)] = this.find(other);
  }
}
