import type { Database } from '#server/database/database.ts';
import {
  giveQuizToLesson,
  listHiddenQuizzesAbout,
  listQuizzesWithOtherLesson,
} from './quiz-lessons.store.ts';

/**
 * Gives the quizzes of a lesson that also ask about others of its course to one of those, so that they do not leave with it.
 * Call it in the transaction in which the lesson leaves its course.
 */
export async function handOverQuizzes(
  transaction: Database,
  lesson: { readonly id: number; readonly course_id: number },
): Promise<void> {
  for (const quiz of await listQuizzesWithOtherLesson(transaction, lesson))
    await giveQuizToLesson(transaction, quiz.id, quiz.other_lesson_id);
}

/**
 * Gives quizzes that ask about a lesson, and that no one can see because their own lesson is in the trash, to it. Call it in
 * the transaction that restores the lesson.
 */
export async function takeBackQuizzes(transaction: Database, lessonId: number): Promise<void> {
  for (const id of await listHiddenQuizzesAbout(transaction, lessonId))
    await giveQuizToLesson(transaction, id, lessonId);
}
