import { z } from 'zod';
import { entityId, timestamp } from './fields.ts';

/** At most this many are listed, the latest first. */
export const TRASH_LIST_LIMIT = 500;

export const TRASH_KINDS = ['course', 'lesson', 'question_set'] as const;
export type TrashKind = (typeof TRASH_KINDS)[number];

/** A deleted course, lesson or quiz, or an unused quiz, that can still be restored. */
export const trashItem = z.object({
  kind: z.enum(TRASH_KINDS),
  id: entityId,
  title: z.string(),
  course_id: entityId.meta({ description: 'Of a course, its own id.' }),
  course_title: z.string(),
  course_in_trash: z
    .boolean()
    .meta({ description: 'Of a lesson: restoring it restores its course and the lessons deleted with it.' }),
  lesson_count: z.int().min(0).meta({ description: 'Of a course: the lessons that are restored with it.' }),
  size_bytes: z.int().min(0).meta({ description: 'Of its files, which count towards the storage quota.' }),
  deleted_at: timestamp,
  removed_at: timestamp.meta({ description: 'When it is deleted for good.' }),
});
export type TrashItem = z.infer<typeof trashItem>;

export const trash = z.object({
  items: z.array(trashItem),
  total: z
    .int()
    .min(0)
    .meta({ description: `More than \`items\` when there are over ${TRASH_LIST_LIMIT}.` }),
  retention_days: z.int().min(1),
});
export type Trash = z.infer<typeof trash>;

export const restored = z.object({
  course_id: entityId,
  lesson_id: entityId
    .nullable()
    .meta({ description: 'For a quiz, its lesson. Null when a course was restored.' }),
  course_restored: z.boolean().meta({ description: 'The course was in the trash and was restored.' }),
});
export type Restored = z.infer<typeof restored>;
