import { TextEmbedderUnavailableError } from '#server/ai/text-embedder.ts';
import type { PassageKind } from '#server/documents/passage.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { listPassagesWithoutVector, markEmbedded, updatePassageVectors } from './passage.store.ts';

/** Small enough that stopping loses little, large enough to keep the model busy. */
const BATCH_PASSAGES = 64;
/** The model may be on its way, as at the first start. */
const LOOK_AGAIN_MILLISECONDS = 2_000;
const LOOKS_FOR_MODEL = 300;

type Needed = Pick<WorkerDependencies, 'database' | 'textEmbedder' | 'log' | 'clock'>;

/**
 * Gives each passage of a document source its vector. Continues where an interrupted run stopped, and
 * waits for a model that is not there yet.
 * @throws {TextEmbedderUnavailableError} when the model has not come within ten minutes.
 */
export async function embedPassagesOf(
  dependencies: Needed,
  documentSourceId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const passages = await listPassagesWithoutVector(dependencies.database, documentSourceId, BATCH_PASSAGES);
    if (passages.length === 0) break;
    const vectors = await embedWhenPossible(dependencies, passages.map(embeddedText), signal);
    await updatePassageVectors(
      dependencies.database,
      documentSourceId,
      passages.flatMap(({ id }, index) => {
        const vector = vectors[index];
        return vector === undefined ? [] : [{ id, vector }];
      }),
    );
  }
  await markEmbedded(dependencies.database, documentSourceId, dependencies.textEmbedder.name);
}

/** The points of a slide are about what its titles say; prose says itself what it is about. */
const embeddedText = ({
  text,
  kind,
  title_path: titles,
}: {
  text: string;
  kind: PassageKind;
  title_path: string[];
}): string => (kind === 'prose' || titles.length === 0 ? text : `${titles.join(' › ')}\n${text}`);

async function embedWhenPossible(
  { textEmbedder, log, clock }: Needed,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  for (let looks = 1; ; looks += 1) {
    try {
      return await textEmbedder.embed(texts, signal);
    } catch (error) {
      if (!(error instanceof TextEmbedderUnavailableError) || looks >= LOOKS_FOR_MODEL) throw error;
      if (looks === 1) log.info({}, 'Passages wait for the model that embeds them.');
      await clock.sleep(LOOK_AGAIN_MILLISECONDS, { signal });
    }
  }
}
