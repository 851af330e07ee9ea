import { z } from 'zod';
import { entityId, opaqueId } from './fields.ts';

export const summarizeFileRequest = z.object({
  lesson_id: entityId,
  docsource_id: z.union([opaqueId, z.literal('')]).nullish(),
});
