import type { PassageVectors } from './nearest.ts';

/** How much a document source holds, before it is read. */
export interface SourceSize {
  readonly documentSourceId: string;
  readonly passages: number;
}

/** Where vectors come from; passages of a source that is embedded never change, so what was read once stays true. */
export interface VectorReader {
  /** Those of the sources whose every passage has its vector; the others are left out. */
  measure(documentSourceIds: readonly string[]): Promise<SourceSize[]>;
  /** The vectors of each of these sources; deleted ones are left out. */
  read(documentSourceIds: readonly string[]): Promise<Map<string, PassageVectors>>;
}

interface Entry {
  readonly vectors: PassageVectors;
  lastPass: number;
}

/** Read at once: large enough that few questions are asked, small enough to be nothing beside the cache. */
const READ_BYTES = 8 * 1024 * 1024;

/**
 * Holds the vectors of the document sources that were searched last, as many as fit. A source whose passages have no
 * vectors yet is not remembered, so it is found by the first search after it was embedded.
 */
export class VectorCache {
  readonly #reader: VectorReader;
  readonly #memoryBytes: number;
  readonly #bytesPerPassage: number;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #usedBytes = 0;
  #pass = 0;

  constructor(reader: VectorReader, options: { memoryBytes: number; dimensions: number }) {
    this.#reader = reader;
    this.#memoryBytes = options.memoryBytes;
    // A float each, and the passage's id.
    this.#bytesPerPassage = options.dimensions * 4 + 8;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /**
   * Shows `visit` the vectors of each of the sources once, those in memory first. Sources that are larger than the memory
   * all together are read again each time, except for those that fitted.
   */
  async forEach(
    documentSourceIds: readonly string[],
    visit: (vectors: PassageVectors) => void,
  ): Promise<void> {
    this.#pass += 1;
    const missing: string[] = [];
    for (const id of new Set(documentSourceIds)) {
      const entry = this.#entries.get(id);
      if (entry === undefined) {
        missing.push(id);
        continue;
      }
      this.#entries.delete(id);
      this.#entries.set(id, entry);
      entry.lastPass = this.#pass;
      visit(entry.vectors);
    }
    if (missing.length === 0) return;
    for (const ids of this.#portion(await this.#reader.measure(missing))) {
      for (const [id, vectors] of await this.#reader.read(ids)) {
        visit(vectors);
        this.#keep(id, vectors);
      }
    }
  }

  *#portion(sizes: readonly SourceSize[]): Generator<string[]> {
    let ids: string[] = [];
    let bytes = 0;
    for (const { documentSourceId, passages } of sizes) {
      ids.push(documentSourceId);
      bytes += passages * this.#bytesPerPassage;
      if (bytes < READ_BYTES) continue;
      yield ids;
      ids = [];
      bytes = 0;
    }
    if (ids.length > 0) yield ids;
  }

  #keep(id: string, vectors: PassageVectors): void {
    const bytes = this.#sizeOf(vectors);
    for (const [oldId, old] of this.#entries) {
      if (this.#usedBytes + bytes <= this.#memoryBytes) break;
      // Of this very search: to drop them for the rest would leave nothing for the next one.
      if (old.lastPass === this.#pass) break;
      this.#entries.delete(oldId);
      this.#usedBytes -= this.#sizeOf(old.vectors);
    }
    if (this.#usedBytes + bytes > this.#memoryBytes) return;
    this.#entries.set(id, { vectors, lastPass: this.#pass });
    this.#usedBytes += bytes;
  }

  #sizeOf({ passageIds }: PassageVectors): number {
    return passageIds.length * this.#bytesPerPassage;
  }
}
