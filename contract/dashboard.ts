import { z } from 'zod';

/** The dashboard's four figures. An account with nothing in it is shown sample figures, marked as such. */
export const dashboard = z.object({
  total_courses: z.int(),
  uploaded_lessons: z.int(),
  quizzes_generated: z.int().meta({ description: 'Question sets with questions, saved or not.' }),
  ai_chats: z.int().meta({ description: 'Conversations with the assistant.' }),
  is_sample: z.boolean(),
});
export type Dashboard = z.infer<typeof dashboard>;
