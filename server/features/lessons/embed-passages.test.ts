import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { TextEmbedderUnavailableError, type TextEmbedder } from '#server/ai/text-embedder.ts';
import { splitDocument } from '#server/documents/split-document.ts';
import { buildTextBlocks } from '#server/documents/text-blocks.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import { embedMissingPassages } from './embed-missing-passages.ts';
import { embedPassagesOf } from './embed-passages.ts';
import { embedPassages } from './embedding.jobs.ts';
import { keepText } from './keep-text.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication();

/** Answers like a model that arrives after `absences` tries. */
function embedderAfter(absences: number): TextEmbedder & { tries: number } {
  return {
    name: 'arriving@1',
    dimensions: 2,
    tries: 0,
    embed(texts) {
      this.tries += 1;
      return this.tries <= absences
        ? Promise.reject(new TextEmbedderUnavailableError('The model is on its way.'))
        : Promise.resolve(texts.map(() => Float32Array.of(0.6, 0.8)));
    },
    close: () => Promise.resolve(),
  };
}

/** A text whose passages have no vectors yet. */
async function keepSource(id: string): Promise<void> {
  const { id: instructorId } = await application.register();
  const blocks = buildTextBlocks(
    'Light drives the first reactions. The dark ones follow them in the stroma.',
  );
  await keepText(
    application.dependencies,
    { id, instructorId, fileKey: null, pageCount: null, spoken: false },
    splitDocument([{ page: null, blocks }]),
  );
}

test('passages wait for a model that is still downloading, and are embedded once it is available', async () => {
  const { dependencies } = application;
  const id = 'ds_waiting';
  await keepSource(id);

  const textEmbedder = embedderAfter(1);
  const clock = new ManualClock();
  const embedding = embedPassagesOf(
    { ...dependencies, textEmbedder, clock },
    id,
    new AbortController().signal,
  );
  await clock.untilWaiting();
  await clock.advance(2_000);
  await embedding;

  expect(textEmbedder.tries).toBe(2);
  const rows = await dependencies.database
    .selectFrom('passages')
    .select('embedding')
    .where('docsource_id', '=', id)
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { embedding } of rows) {
    expect([embedding?.readFloatLE(0), embedding?.readFloatLE(4)]).toEqual([
      Math.fround(0.6),
      Math.fround(0.8),
    ]);
  }
  const { embedded_by: embeddedBy } = await dependencies.database
    .selectFrom('document_sources')
    .select('embedded_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(embeddedBy).toBe('arriving@1');
});

test('a worker that stops does not wait for the model', async () => {
  const { dependencies } = application;
  const id = 'ds_stopping';
  await keepSource(id);
  const stop = new AbortController();
  const clock = new ManualClock();
  const embedding = embedPassagesOf(
    { ...dependencies, textEmbedder: embedderAfter(Number.POSITIVE_INFINITY), clock },
    id,
    stop.signal,
  );
  await clock.untilWaiting();
  stop.abort(new Error('stopping'));
  await expect(embedding).rejects.toThrow();
});

test('embeds passages whose job died while the model was missing, once it is available', async () => {
  const { dependencies } = application;
  const { database, jobs } = dependencies;
  const id = 'ds_died';
  await keepSource(id);
  const listWaiting = async () =>
    (await jobs.listUnfinished(embedPassages.name)).filter(
      (job) => 'docsource_id' in job && job.docsource_id === id,
    );
  const reconcile = (textEmbedder: TextEmbedder) => embedMissingPassages({ database, jobs, textEmbedder });

  // Its job still waits for a worker.
  await reconcile(embedderAfter(0));
  expect(await listWaiting()).toHaveLength(1);
  await sql`update pgboss.job set state = 'failed' where data ->> 'docsource_id' = ${id}`.execute(database);
  await reconcile(embedderAfter(Number.POSITIVE_INFINITY));
  expect(await listWaiting()).toEqual([]);
  await reconcile(embedderAfter(0));
  expect(await listWaiting()).toHaveLength(1);
});
