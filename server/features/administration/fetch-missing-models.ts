import type { WorkerDependencies } from '#server/worker-dependencies.ts';

/**
 * Fetches the models that are missing, in the worker.
 * @throws {Error} that says which could not be fetched, and why.
 */
export async function fetchMissingModels(
  { fetchModels }: Pick<WorkerDependencies, 'fetchModels'>,
  signal: AbortSignal,
): Promise<void> {
  const states = Object.values(await fetchModels(signal));
  const reasons = states.flatMap(({ status, reason = '' }) => (status === 'unavailable' ? [reason] : []));
  if (reasons.length > 0) throw new Error(reasons.join(' '));
}
