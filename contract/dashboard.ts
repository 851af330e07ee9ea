import { z } from 'zod';
import { entityId, timestamp } from './fields.ts';
import { WEAKNESS_CODES } from './quiz-results.ts';

/** The dashboard's four figures. An account with nothing in it is shown sample figures, marked as such. */
export const dashboard = z.object({
  total_courses: z.int(),
  uploaded_lessons: z.int(),
  quizzes_generated: z.int().meta({ description: 'Question sets with questions, saved or not.' }),
  ai_chats: z.int().meta({ description: 'Conversations with the assistant.' }),
  is_sample: z.boolean(),
});
export type Dashboard = z.infer<typeof dashboard>;

/** What students do now, and where classes struggle in the quizzes that were answered last. */
export const classOverview = z.object({
  open_quizzes: z.array(
    z.object({
      shared_quiz_id: entityId,
      name: z.string(),
      attempt_count: z.int(),
      open_attempt_count: z.int(),
      closes_at: timestamp.nullable(),
    }),
  ),
  attempts_this_week: z.int().meta({ description: 'Started in the last seven days.' }),
  weakest_questions: z.array(
    z.object({
      shared_quiz_id: entityId,
      quiz_name: z.string(),
      key: z.int(),
      text: z.string(),
      facility: z.number(),
      weaknesses: z.array(z.enum(WEAKNESS_CODES)),
    }),
  ),
  outcomes_not_reached: z.array(
    z.object({ shared_quiz_id: entityId, quiz_name: z.string(), outcome: z.string(), mean: z.number() }),
  ),
});
export type ClassOverview = z.infer<typeof classOverview>;
