import type { Dashboard } from '#contract/dashboard.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { countBelongings, type InstructorCounts } from './dashboard.store.ts';

/** What a new user sees: examples of what the page will show. */
const SAMPLE: Dashboard = {
  total_courses: 5,
  uploaded_lessons: 12,
  quizzes_generated: 4,
  ai_chats: 27,
  is_sample: true,
};

/** How much of each the actor has. */
export const readBelongings = (
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<InstructorCounts> => countBelongings(database, actor.instructorId);

/** One's own figures; sample figures, marked as such, for an account without courses and conversations. */
export async function readDashboard(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<Dashboard> {
  const counts = await readBelongings(dependencies, actor);
  if (counts.courses === 0 && counts.conversations === 0) return SAMPLE;
  return {
    total_courses: counts.courses,
    uploaded_lessons: counts.lessons,
    quizzes_generated: counts.question_sets,
    ai_chats: counts.conversations,
    is_sample: false,
  };
}
