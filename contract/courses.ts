import { z } from 'zod';
import { entityId, entityIdText, requiredText, timestamp } from './fields.ts';
import { isShortened } from './lists.ts';
import { fieldText } from './messages/field-messages.ts';

export const MAXIMUM_OUTCOMES = 10;
export const OUTCOME_SHORT_NAME_MAXIMUM_LENGTH = 5;
const REQUIRED = fieldText('course_fields_missing');

export const outcome = z.object({
  short_name: requiredText(OUTCOME_SHORT_NAME_MAXIMUM_LENGTH, fieldText('outcome_short_name_missing')),
  description: requiredText(2_000, fieldText('outcome_description_missing')),
});
export type Outcome = z.infer<typeof outcome>;

export const courseRequest = z.object({
  title: requiredText(300, REQUIRED),
  description: requiredText(20_000, REQUIRED),
  department: requiredText(200, REQUIRED),
  instructor_id: entityId.optional(),
  outcomes: z
    .array(outcome)
    .max(MAXIMUM_OUTCOMES, fieldText('outcomes_too_many', { maximum: MAXIMUM_OUTCOMES }))
    .refine(
      (outcomes) => new Set(outcomes.map((each) => each.short_name.toLowerCase())).size === outcomes.length,
      fieldText('outcomes_alike'),
    )
    .optional(),
});
export type CourseRequest = z.infer<typeof courseRequest>;

/** `PUT`: replaces the course, unless it was changed since the `updated_at` that the editor saw. */
export const courseUpdateRequest = courseRequest.extend({
  updated_at: timestamp.optional().meta({
    description:
      'The course’s `updated_at` as the editor saw it; without it, the newest version is overwritten.',
  }),
});
export type CourseUpdateRequest = z.infer<typeof courseUpdateRequest>;

/** An account cannot have more courses, nor a course more lessons. */
export const COURSES_MAXIMUM = 1_000;
export const LESSONS_MAXIMUM = 1_000;

export const latestLesson = z.object({ id: entityId, title: z.string(), created_at: timestamp });
export type LatestLesson = z.infer<typeof latestLesson>;

export const course = z.object({
  id: entityId,
  title: z.string(),
  description: z.string(),
  department: z.string(),
  instructor_id: entityId,
  outcomes: z.array(z.object({ short_name: z.string(), description: z.string() })),
  lesson_count: z.int(),
  latest_lesson: latestLesson.nullable(),
  is_shortened: isShortened,
  is_pinned: z.boolean(),
  is_demo: z.boolean().meta({ description: 'The demonstration course, which Lectern added on request.' }),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Course = z.infer<typeof course>;

export const courseList = z.array(course);

export const copyCourseRequest = z.object({ title: requiredText(300, REQUIRED) });

/** The lessons of a course in their new order; those that are left out follow. */
export const lessonOrderRequest = z.object({ lesson_ids: z.array(entityId).max(10_000) });

export const courseIdQuery = z.object({ course_id: entityIdText });
