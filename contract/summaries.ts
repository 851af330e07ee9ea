import { z } from 'zod';
import { entityId, opaqueId } from './fields.ts';
import { SUMMARY_LENGTHS, type SummaryLength } from './lessons.ts';

export const DEFAULT_SUMMARY_LENGTH: SummaryLength = 'medium';

const length = z.enum(SUMMARY_LENGTHS, 'Choose short, medium or long.').nullish().meta({
  description: 'About 5, 10 or 20 percent of the words of the lesson; medium unless given.',
});

export const summarizeVideoRequest = z.object({ lesson_id: entityId, length });

export const summarizeFileRequest = z.object({
  lesson_id: entityId,
  docsource_id: z.union([opaqueId, z.literal('')]).nullish(),
  length,
});
