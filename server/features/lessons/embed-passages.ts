import type { WorkerDependencies } from '../../ports.ts';
import { listPassagesWithoutVector, markEmbedded, updatePassageVectors } from './passage.store.ts';

/** Small enough that stopping loses little, large enough to keep the model busy. */
const BATCH_PASSAGES = 64;

/** Gives each passage of a document source its vector. Goes on where an interrupted run stopped. */
export async function embedPassagesOf(
  dependencies: Pick<WorkerDependencies, 'database' | 'textEmbedder'>,
  docsourceId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const passages = await listPassagesWithoutVector(dependencies.database, docsourceId, BATCH_PASSAGES);
    if (passages.length === 0) break;
    const vectors = await dependencies.textEmbedder.embed(
      passages.map(({ text }) => text),
      signal,
    );
    await updatePassageVectors(
      dependencies.database,
      passages.flatMap(({ id }, index) => {
        const vector = vectors[index];
        return vector === undefined ? [] : [{ id, vector }];
      }),
    );
  }
  await markEmbedded(dependencies.database, docsourceId, dependencies.textEmbedder.name);
}
