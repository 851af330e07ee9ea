import { z } from 'zod';
import { evidence } from './evidence.ts';
import { entityId, entityIdText, requiredText } from './fields.ts';
import { LESSON_KINDS } from './lessons.ts';
import { fieldText } from './messages/field-messages.ts';

export const SEARCH_TEXT_MAXIMUM_LENGTH = 400;
export const SEARCH_LIMIT_DEFAULT = 20;
export const SEARCH_LIMIT_MAXIMUM = 50;

/** Where to search: one lesson, one course, or all of yours. A lesson overrides its course. */
export const searchScope = z.object({
  course_id: entityId
    .optional()
    .meta({ description: 'Only in the lessons of this course, which must be yours.' }),
  lesson_id: entityId.optional().meta({ description: 'Only in this lesson, which must be yours.' }),
});
export type SearchScope = z.infer<typeof searchScope>;

export const searchQuery = z.object({
  q: requiredText(SEARCH_TEXT_MAXIMUM_LENGTH, fieldText('search_text_missing')),
  course_id: entityIdText.optional(),
  lesson_id: entityIdText.optional(),
  limit: z
    .string()
    .regex(/^[1-9][0-9]?$/, fieldText('whole_number_between', { minimum: 1, maximum: SEARCH_LIMIT_MAXIMUM }))
    .transform(Number)
    .refine((limit) => limit <= SEARCH_LIMIT_MAXIMUM, fieldText('at_most', { maximum: SEARCH_LIMIT_MAXIMUM }))
    .optional()
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: SEARCH_LIMIT_MAXIMUM,
      description: `How many passages at most; ${SEARCH_LIMIT_DEFAULT} without it.`,
    }),
});

/** A place in a lesson that fits what was looked for. */
export const searchHit = z.object({
  heading: z.string().nullable().meta({ description: 'The heading above the passage, if any.' }),
  evidence: evidence.meta({ description: 'Its best sentence or two, verbatim, and where they stand.' }),
});
export type SearchHit = z.infer<typeof searchHit>;

const lessonHits = z.object({
  lesson_id: entityId,
  lesson_title: z.string(),
  kind: z.enum(LESSON_KINDS),
  hits: z.array(searchHit).meta({ description: 'The best first.' }),
});

const courseHits = z.object({
  course_id: entityId,
  course_title: z.string(),
  lessons: z.array(lessonHits).meta({ description: 'The one with the best passage first.' }),
});

export const searchResults = z.object({
  courses: z.array(courseHits).meta({ description: 'The one with the best passage first.' }),
  hit_count: z.int(),
  by_meaning: z.boolean().meta({
    description:
      'False while the model that compares meanings is not there: then only passages that share words are found.',
  }),
});
export type SearchResults = z.infer<typeof searchResults>;
