import type { ModelOverview } from '#contract/administration.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Administrator } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { fetchModelsJob } from './administration.jobs.ts';

/** The models with their states, and which of them write and transcribe. */
export async function describeModels({
  config,
  jobs,
  readModelStates,
  languageModels,
}: Pick<Dependencies, 'config' | 'jobs' | 'readModelStates' | 'languageModels'>): Promise<ModelOverview> {
  const [models, unfinished] = await Promise.all([
    readModelStates(),
    jobs.listUnfinished(fetchModelsJob.name),
  ]);
  return {
    models,
    writer: languageModels.current().writerName,
    has_transcription_service: config.transcriptionService !== undefined,
    is_downloading: unfinished.length > 0,
  };
}

/** Has a worker fetch the models that are missing. Returns false, and changes nothing, when one is already asked to. */
export async function startModelDownload(
  { database, jobs }: Pick<Dependencies, 'database' | 'jobs'>,
  administrator: Administrator,
): Promise<boolean> {
  if ((await jobs.listUnfinished(fetchModelsJob.name)).length > 0) return false;
  await inTransaction(database, async (transaction) => {
    const id = await jobs.enqueue(transaction, fetchModelsJob, {});
    await recordAudit(transaction, 'models_download_started', { by: administrator.userId, on: ['job', id] });
  });
  return true;
}
