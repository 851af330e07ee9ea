import { z } from 'zod';
import { entityId, opaqueId, requiredText } from './fields.ts';
import { SUMMARY_LENGTHS, type SummaryLength } from './lessons.ts';
import { fieldText } from './messages/field-messages.ts';
import { fromWire } from './wire-names.ts';

export const DEFAULT_SUMMARY_LENGTH: SummaryLength = 'medium';

const length = z.enum(SUMMARY_LENGTHS, fieldText('summary_length')).nullish().meta({
  description: 'About 5, 10 or 20 percent of the words of the lesson; medium unless given.',
});

const replacesEdits = z.boolean().optional().meta({
  description:
    'Whether to replace a summary of this length that an instructor edited. By default it is kept and returned.',
});

export const summarizeVideoRequest = z.object({
  lesson_id: entityId,
  length,
  replaces_edits: replacesEdits,
});

export const summarizeFileRequest = z
  .object({
    lesson_id: entityId,
    docsource_id: z.union([opaqueId, z.literal('')]).nullish(),
    length,
    replaces_edits: replacesEdits,
  })
  .transform(fromWire);

const citedEvidence = z.object(
  { quote: requiredText(4_000, fieldText('evidence_missing')), passage_id: z.string().max(64) },
  fieldText('evidence_missing'),
);

/** `PUT`: an instructor's version of one length, and of the key terms that all lengths share. */
export const summaryRequest = z.object({
  length: z.enum(SUMMARY_LENGTHS, fieldText('summary_length')),
  points: z
    .array(
      z.object({
        text: requiredText(2_000, fieldText('point_missing')),
        evidence: citedEvidence,
        further_evidence: z
          .array(citedEvidence)
          .max(10, fieldText('items_too_many', { maximum: 10 }))
          .optional(),
      }),
    )
    .min(1, fieldText('points_missing'))
    .max(200, fieldText('items_too_many', { maximum: 200 })),
  key_terms: z
    .array(
      z.object({
        term: requiredText(200, fieldText('term_missing')),
        definition: requiredText(2_000, fieldText('definition_missing')),
        evidence: citedEvidence,
      }),
    )
    .max(200, fieldText('items_too_many', { maximum: 200 })),
});
export type SummaryRequest = z.infer<typeof summaryRequest>;
