import { z } from 'zod';
import { entityId, opaqueId, requiredText, timestamp } from './fields.ts';
import { fieldText } from './messages/field-messages.ts';

export const GLOSSARY_TERMS_MAXIMUM = 500;
export const GLOSSARY_TERM_MAXIMUM_LENGTH = 100;
export const MISHEARD_MAXIMUM = 10;

const term = requiredText(GLOSSARY_TERM_MAXIMUM_LENGTH, fieldText('glossary_term_missing'))
  .refine((text) => /[\p{L}\p{N}]/u.test(text), fieldText('glossary_term_without_letters'))
  .meta({ maxLength: GLOSSARY_TERM_MAXIMUM_LENGTH });
const misheardAs = z
  .array(term)
  .max(MISHEARD_MAXIMUM, fieldText('items_too_many', { maximum: MISHEARD_MAXIMUM }))
  .meta({ description: 'What the term is often misheard as. New transcripts get the term instead.' });

export const glossaryTermRequest = z.object({ term, misheard_as: misheardAs.optional() });
export type GlossaryTermRequest = z.infer<typeof glossaryTermRequest>;

export const dismissSuggestionRequest = z.object({ term });

export const glossaryTerm = z.object({
  id: entityId,
  course_id: entityId,
  term: z.string(),
  misheard_as: z.array(z.string()),
  created_at: timestamp,
});
export type GlossaryTerm = z.infer<typeof glossaryTerm>;

export const SUGGESTION_SOURCES = ['correction', 'key_term', 'document'] as const;

/** A name or term that the course's material suggests. */
export const termSuggestion = z.object({
  term: z.string(),
  source: z.enum(SUGGESTION_SOURCES),
  count: z.int().meta({ description: 'How often it was corrected, or occurs in the documents.' }),
  misheard_as: z.array(z.string()),
});
export type TermSuggestion = z.infer<typeof termSuggestion>;

/** A replacement in the transcripts of a course, and whether it was undone. */
export const transcriptReplacement = z.object({
  id: entityId,
  course_id: entityId,
  find: z.array(z.string()),
  replacement: z.string(),
  count: z.int().meta({ description: 'Words or phrases that were replaced.' }),
  lesson_count: z.int(),
  is_undone: z.boolean(),
  created_at: timestamp,
});
export type TranscriptReplacement = z.infer<typeof transcriptReplacement>;

export const glossary = z.object({
  terms: z.array(glossaryTerm),
  suggestions: z.array(termSuggestion),
  replacements: z.array(transcriptReplacement).meta({ description: 'The latest ones, newest first.' }),
});
export type Glossary = z.infer<typeof glossary>;

const find = z
  .array(term)
  .min(1, fieldText('find_text_missing'))
  .max(MISHEARD_MAXIMUM, fieldText('items_too_many', { maximum: MISHEARD_MAXIMUM }))
  .meta({ description: 'Words or phrases; upper and lower case make no difference.' });

export const previewReplacementRequest = z.object({ find, replacement: term });
export type PreviewReplacementRequest = z.infer<typeof previewReplacementRequest>;

export const REPLACEMENT_LINES_MAXIMUM = 200;

export const replacementPreview = z.object({
  count: z.int(),
  lessons: z.array(
    z.object({
      lesson_id: entityId,
      title: z.string(),
      video_id: z.string().meta({ description: 'The transcript that was searched.' }),
      count: z.int(),
      lines: z
        .array(z.object({ start_second: z.number().nullable(), before: z.string(), after: z.string() }))
        .meta({ description: `The first ones, ${REPLACEMENT_LINES_MAXIMUM} over all lessons.` }),
    }),
  ),
});
export type ReplacementPreview = z.infer<typeof replacementPreview>;

/** Replaces in the transcripts that the preview showed. A transcript that changed since stays as it is. */
export const replacementRequest = previewReplacementRequest.extend({
  lessons: z
    .array(z.object({ lesson_id: entityId, video_id: opaqueId }))
    .min(1, fieldText('replacement_lessons_missing'))
    .max(1_000, fieldText('items_too_many', { maximum: 1_000 })),
});
export type ReplacementRequest = z.infer<typeof replacementRequest>;

/** Also of an undoing: how many transcripts were changed, and which were not because someone changed them in between. */
export const replacementOutcome = z.object({
  replacement: transcriptReplacement,
  changed_count: z.int(),
  skipped_lesson_ids: z.array(entityId),
});
export type ReplacementOutcome = z.infer<typeof replacementOutcome>;

/** With what was refused, for the account export. */
export const exportedGlossaryTerm = glossaryTerm.extend({ is_dismissed: z.boolean() });
export type ExportedGlossaryTerm = z.infer<typeof exportedGlossaryTerm>;

/** What a transcript said before a correction and what it says since. */
export const exportedCorrection = z.object({
  lesson_id: entityId,
  heard: z.string(),
  corrected: z.string(),
  count: z.int(),
});
export type ExportedCorrection = z.infer<typeof exportedCorrection>;
