import { z } from 'zod';
import { lessonEvent } from './events.ts';
import { timestamp } from './fields.ts';

export const ACTIVITY_LIMIT = 50;
export const ACTIVITY_HOURS = 24;

/** Work on one of your lessons: in progress, or ended within the last day. */
export const activity = lessonEvent.omit({ type: true }).extend({
  lesson_title: z.string(),
  started_at: timestamp.meta({ description: 'When it was asked for.' }),
  ended_at: timestamp.nullable(),
});
export type Activity = z.infer<typeof activity>;

/** Newest first. */
export const activityList = z.array(activity);
