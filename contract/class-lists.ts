import { z } from 'zod';
import { entityId, requiredText, storableText, timestamp } from './fields.ts';
import { fieldText } from './messages/field-messages.ts';
import { STUDENT_NAME_MAXIMUM_LENGTH } from './shared-quizzes.ts';

export const CLASS_LIST_MEMBERS_MAXIMUM = 2_000;

const memberName = requiredText(STUDENT_NAME_MAXIMUM_LENGTH, fieldText('class_list_student_missing'));

/** `POST`: the students as an institution lists them. */
export const createClassListRequest = z.object({
  name: requiredText(200, fieldText('class_list_name_missing')),
  members: z
    .array(z.object({ name: memberName, student_number: storableText(40).trim().default('') }))
    .min(1, fieldText('class_list_empty'))
    .max(
      CLASS_LIST_MEMBERS_MAXIMUM,
      fieldText('class_list_too_long', { maximum: CLASS_LIST_MEMBERS_MAXIMUM }),
    ),
});
export type CreateClassListRequest = z.infer<typeof createClassListRequest>;

/** With the personal codes, which are sent this once: only their hashes are stored. */
export const createdClassList = z.object({
  id: entityId,
  name: z.string(),
  created_at: timestamp,
  members: z.array(z.object({ name: z.string(), student_number: z.string(), code: z.string() })),
});
export type CreatedClassList = z.infer<typeof createdClassList>;
