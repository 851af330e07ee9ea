import { z } from 'zod';
import { TextEmbedderUnavailableError } from '#server/ai/text-embedder.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { embedPassages } from './embedding.jobs.ts';
import { listSourcesWithoutVectors } from './missing-vectors.store.ts';

/** A few at a time: an installation may have gained thousands of texts while the model was missing. */
const MOST_AT_ONCE = 100;

const payload = z.object({ docsource_id: z.string() });

/**
 * Queues the embedding of passages whose job died, for example while the model was missing. Does nothing until the model is available.
 * Returns the number of texts.
 */
export async function embedMissingPassages({
  database,
  jobs,
  textEmbedder,
}: Pick<WorkerDependencies, 'database' | 'jobs' | 'textEmbedder'>): Promise<number> {
  const unfinished = (await jobs.listUnfinished(embedPassages.name)).map(
    (job) => payload.parse(job).docsource_id,
  );
  const ids = await listSourcesWithoutVectors(database, unfinished, MOST_AT_ONCE);
  if (ids.length === 0 || !(await isThere(textEmbedder))) return 0;
  await inTransaction(database, async (transaction) => {
    for (const id of ids) await jobs.enqueue(transaction, embedPassages, { docsource_id: id });
  });
  return ids.length;
}

async function isThere(textEmbedder: WorkerDependencies['textEmbedder']): Promise<boolean> {
  try {
    await textEmbedder.embed(['Good morning.']);
    return true;
  } catch (error) {
    if (error instanceof TextEmbedderUnavailableError) return false;
    throw error;
  }
}
