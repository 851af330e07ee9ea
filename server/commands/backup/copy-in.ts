import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Rows on their way into one table. The client can do nothing else until the end. */
export class CopyIn {
  readonly #stream;
  readonly #done: Promise<void>;

  /** @param copy a `copy … from stdin`. */
  constructor(client: pg.Client, copy: string) {
    this.#stream = client.query(copyFrom(copy));
    this.#done = finished(this.#stream);
    // Thrown by the step that meets it.
    this.#done.catch(() => undefined);
  }

  /** @throws what the database says of the rows. */
  async write(content: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of content) {
      if (!this.#stream.write(chunk)) await Promise.race([once(this.#stream, 'drain'), this.#done]);
    }
  }

  /** Waits until the database has taken every row. @throws what it says of them. */
  async end(): Promise<void> {
    this.#stream.end();
    await this.#done;
  }

  /** Gives up: the database refuses the whole copy. */
  abandon(): void {
    this.#stream.destroy();
  }
}
