import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { embedMissingPassages } from '../lessons/embed-missing-passages.ts';

/**
 * Fetches missing models in the worker, and then embeds the texts that waited for them.
 * @throws {Error} that says which could not be fetched, and why.
 */
export async function fetchMissingModels(
  dependencies: Pick<WorkerDependencies, 'fetchModels' | 'database' | 'jobs' | 'textEmbedder'>,
  signal: AbortSignal,
): Promise<void> {
  const states = Object.values(await dependencies.fetchModels(signal));
  await embedMissingPassages(dependencies);
  const reasons = states.flatMap(({ status, reason = '' }) => (status === 'unavailable' ? [reason] : []));
  if (reasons.length > 0) throw new Error(reasons.join(' '));
}
