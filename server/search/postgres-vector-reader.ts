import type pg from 'pg';
import { z } from 'zod';
import type { PassageVectors } from './nearest.ts';
import type { SourceSize, VectorReader } from './vector-cache.ts';

const sizes = z.array(z.object({ document_source_id: z.string(), passages: z.number() }));
const sources = z.array(
  z.object({ document_source_id: z.string(), passage_ids: z.string(), vectors: z.instanceof(Buffer) }),
);

/** Reads the vectors that one model made. */
export class PostgresVectorReader implements VectorReader {
  readonly #pool: Pick<pg.Pool, 'query'>;
  readonly #model: { readonly name: string; readonly dimensions: number };

  constructor(pool: Pick<pg.Pool, 'query'>, model: { readonly name: string; readonly dimensions: number }) {
    this.#pool = pool;
    this.#model = model;
  }

  async measure(documentSourceIds: readonly string[]): Promise<SourceSize[]> {
    const { rows } = await this.#pool.query<Record<string, unknown>>(
      `select document_sources.id as document_source_id,
              (select count(*) from passages where passages.docsource_id = document_sources.id)::integer as passages
       from document_sources
       where document_sources.id = any ($1::text[]) and document_sources.embedded_by = $2`,
      [documentSourceIds, this.#model.name],
    );
    return sizes
      .parse(rows)
      .map(({ document_source_id: documentSourceId, passages }) => ({ documentSourceId, passages }));
  }

  async read(documentSourceIds: readonly string[]): Promise<Map<string, PassageVectors>> {
    const { dimensions } = this.#model;
    // One row per source: one row per passage would take twice as long.
    const { rows } = await this.#pool.query<Record<string, unknown>>(
      `select docsource_id as document_source_id, string_agg(passages.id::text, ',' order by position) as passage_ids,
              string_agg(passages.embedding, ''::bytea order by position) as vectors
       from passages join document_sources on document_sources.id = passages.docsource_id
       where passages.docsource_id = any ($1::text[]) and document_sources.embedded_by = $2
         and octet_length(passages.embedding) = $3
       group by docsource_id`,
      [documentSourceIds, this.#model.name, dimensions * Float32Array.BYTES_PER_ELEMENT],
    );
    return new Map(
      sources.parse(rows).map((row) => [
        row.document_source_id,
        {
          passageIds: Float64Array.from(row.passage_ids.split(','), Number),
          rows: toFloats(row.vectors),
        },
      ]),
    );
  }
}

/** A copy: floats must begin at a multiple of four, and received bytes may not. */
function toFloats(bytes: Buffer): Float32Array {
  const floats = new Float32Array(bytes.length / Float32Array.BYTES_PER_ELEMENT);
  bytes.copy(new Uint8Array(floats.buffer));
  return floats;
}
