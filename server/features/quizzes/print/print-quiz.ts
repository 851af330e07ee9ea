import type { PrintQuizRequest } from '#contract/quiz-print.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getOwnCourse } from '#server/features/courses/courses.ts';
import { getOwnLesson } from '#server/features/lessons/lessons.ts';
import type { SetDocument } from '#server/printing/printed-document.ts';
import { setDocument } from '#server/printing/set-document.ts';
import { invalidField } from '#server/problem-error.ts';
import { getOwnQuestionSet } from '../question-sets.ts';
import { arrangeVersions } from './arrange-versions.ts';
import { composeExam } from './compose-exam.ts';

/**
 * One part of an exam made of a quiz's published questions, as a PDF or Word file.
 * @throws {ProblemError} not_found; validation_failed for a quiz without questions; payload_too_large.
 */
export async function printQuiz(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  id: number,
  request: PrintQuizRequest,
): Promise<SetDocument & { name: string }> {
  const { question_set: set, questions } = await getOwnQuestionSet(dependencies, actor, id);
  if (questions.length === 0) throw invalidField('id', 'quiz_without_questions');
  const lesson = await getOwnLesson(dependencies, actor, set.lesson_id);
  const course = await getOwnCourse(dependencies, actor, lesson.course_id);
  const { course: courseTitle = course.title, seed = id, part, format } = request;
  const title = request.title === undefined || request.title === '' ? set.name : request.title;
  const exam = {
    title,
    course: courseTitle,
    lessonTitles: new Map(
      set.lessons.length > 1 ? set.lessons.map(({ id: of, title: name }) => [of, name]) : [],
    ),
    versions: arrangeVersions(questions, { ...request, seed }),
    settings: request,
  };
  const { file, missing } = await setDocument(composeExam(exam, part), format);
  return { file, missing, name: `${title} ${part.replace('_', ' ')}` };
}
