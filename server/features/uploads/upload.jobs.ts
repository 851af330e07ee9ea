import { z } from 'zod';
import type { JobDefinition } from '#server/platform/jobs/job-definition.ts';

const deleteFilesPayload = z.object({ keys: z.array(z.string()) });

/** Removes files whose rows are gone already. */
export const deleteFiles: JobDefinition<z.infer<typeof deleteFilesPayload>> = {
  name: 'delete-files',
  payload: deleteFilesPayload,
  retryLimit: 20,
  expireInSeconds: 600,
  concurrency: 1,
  answersRequest: false,
  load: async () => {
    const { deleteStoredFiles } = await import('./delete-stored-files.ts');
    return (dependencies, { keys }) => deleteStoredFiles(dependencies, keys);
  },
};
