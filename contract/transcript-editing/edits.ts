import { z } from 'zod';
import { entityIdText, opaqueId, requiredText, timestamp } from '../fields.ts';
import { cue } from '../lessons.ts';
import { CUE_CHARACTERS } from '../text-limits.ts';
import { fieldText } from '../messages/field-messages.ts';
import { fromWire, type FromWire } from '../wire-names.ts';
import { MOST_EDITS_AT_ONCE, MOST_STEPS } from './edit-limits.ts';

/** A hundred hours. */
const LATEST_SECOND = 360_000;
/** Each may move every cue. */
const MOST_SHIFTS = 20;

const index = z.int().min(0).max(1_000_000);

const editedCue = z.object({
  start_second: z.number().min(0).max(LATEST_SECOND),
  end_second: z.number().min(0).max(LATEST_SECOND),
  text: requiredText(CUE_CHARACTERS, fieldText('cue_text_missing')),
  word_confidences: cue.shape.word_confidences,
});

const splice = z.object({
  kind: z.literal('splice'),
  at: index.meta({
    description: 'From 0: the first cue that is replaced, or before which cues are inserted.',
  }),
  remove: index.meta({ description: 'How many cues are removed.' }),
  insert: z.array(editedCue).max(MOST_STEPS),
});

const shift = z.object({
  kind: z.literal('shift'),
  from: index.meta({ description: 'From 0: the first cue whose times change.' }),
  count: index.min(1),
  seconds: z.number().min(-LATEST_SECOND).max(LATEST_SECOND),
});

export const transcriptEdit = z.object({
  id: z.uuid().meta({ description: 'Chosen by the client: an edit that is sent again is stored once.' }),
  steps: z
    .array(z.discriminatedUnion('kind', [splice, shift]))
    .min(1)
    .max(MOST_STEPS),
});
export type TranscriptEdit = z.infer<typeof transcriptEdit>;
export type EditStep = TranscriptEdit['steps'][number];

const isShort = (edits: readonly TranscriptEdit[]): boolean => {
  const steps = edits.flatMap((edit) => edit.steps);
  return steps.length <= MOST_STEPS && steps.filter(({ kind }) => kind === 'shift').length <= MOST_SHIFTS;
};

const version = z.int().min(0).max(2_147_483_647);

const wireEditsRequest = z.object({
  video_id: opaqueId.meta({ description: 'The transcript that is edited: another one is a conflict.' }),
  base_version: version.meta({ description: 'The version that the first edit changes.' }),
  edits: z
    .array(transcriptEdit)
    .min(1)
    .max(MOST_EDITS_AT_ONCE)
    .refine(isShort, fieldText('edits_too_many', { maximum: MOST_STEPS })),
});
export const transcriptEditsRequest = wireEditsRequest.transform(fromWire);
export type TranscriptEditsRequest = z.output<typeof transcriptEditsRequest>;

const wireRestoreRequest = z.object({
  video_id: opaqueId,
  base_version: version,
  id: z.uuid().meta({ description: 'Chosen by the client, as for an edit.' }),
});
export const transcriptRestoreRequest = wireRestoreRequest.transform(fromWire);
export type TranscriptRestoreRequest = z.output<typeof transcriptRestoreRequest>;

export const savedTranscript = z.object({
  version: version.meta({ description: 'The version that the last edit made.' }),
});
export type SavedTranscript = z.infer<typeof savedTranscript>;

/** What the studio edits. */
export const editableTranscript = z.object({ video_id: z.string(), version, cues: z.array(cue) });
export type WireEditableTranscript = z.infer<typeof editableTranscript>;
export type EditableTranscript = FromWire<WireEditableTranscript>;

export const transcriptVersion = z.object({
  version,
  saved_at: timestamp.meta({ description: 'When it was made.' }),
  cue_count: z.int().min(0),
});
export type TranscriptVersion = z.infer<typeof transcriptVersion>;

/** Newest first. */
export const transcriptVersionList = z.array(transcriptVersion);

export const transcriptVersionParameters = z.object({
  id: entityIdText,
  version: z
    .string()
    .regex(/^\d{1,9}$/u, fieldText('whole_number_from', { minimum: 0 }))
    .transform(Number)
    .meta({ type: 'integer', minimum: 0 }),
});
