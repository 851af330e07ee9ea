import type { StudyGuideQuery } from '#contract/lesson-exports.ts';
import type { Question } from '#contract/quizzes.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getOwnCourse } from '../courses/courses.ts';
import { readSummary, hasSummary } from '../lessons/export/lesson-summary.ts';
import type { LessonFile } from '../lessons/export/export-transcript.ts';
import { getOwnLesson, listLessons } from '../lessons/lessons.ts';
import { getOwnQuestionSet, listQuestionSetsOfLesson } from '../quizzes/question-sets.ts';
import { setDocument } from '#server/printing/set-document.ts';
import { ProblemError } from '#server/problem-error.ts';
import { composeGuide } from './compose-guide.ts';
import { GUIDE_WORDS } from './guide-words.ts';
import type { GuideLesson, StudyGuide } from './study-guide.ts';
import { writeGuideMarkdown } from './write-guide-markdown.ts';

type Needed = Pick<Dependencies, 'database'>;

/** @throws {ProblemError} not_found; nothing_to_work_with; payload_too_large. */
export async function exportLessonGuide(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
  query: StudyGuideQuery,
): Promise<LessonFile> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  const course = await getOwnCourse(dependencies, actor, lesson.course_id);
  const read = await readLesson(dependencies, actor, lesson, query);
  if (read === undefined) throw new ProblemError('lesson_without_study_guide');
  return writeGuide({ title: lesson.title, course: course.title, lessons: [read] }, query);
}

/** The lessons of a course in its order; those with nothing to learn from yet are left out. @throws as {@link exportLessonGuide}. */
export async function exportCourseGuide(
  dependencies: Needed,
  actor: Actor,
  courseId: number,
  query: StudyGuideQuery,
): Promise<LessonFile> {
  const course = await getOwnCourse(dependencies, actor, courseId);
  const lessons: GuideLesson[] = [];
  for (const lesson of await listLessons(dependencies, actor, courseId)) {
    const read = await readLesson(dependencies, actor, lesson, query);
    if (read !== undefined) lessons.push(read);
  }
  if (lessons.length === 0) throw new ProblemError('course_without_study_guide');
  return writeGuide({ title: course.title, course: '', lessons }, query);
}

async function readLesson(
  dependencies: Needed,
  actor: Actor,
  { id, title }: { id: number; title: string },
  query: StudyGuideQuery,
): Promise<GuideLesson | undefined> {
  const summary = await readSummary(dependencies, id);
  const questions = query.questions === 'true' ? await readQuestions(dependencies, actor, id) : [];
  const isEmpty =
    questions.length === 0 &&
    (summary === undefined || (!hasSummary(summary) && summary.keyTerms.length === 0));
  return isEmpty ? undefined : { title, summary, questions };
}

/** The published questions about the lesson in saved quizzes, oldest quiz first. One that is in two quizzes comes once. */
async function readQuestions(dependencies: Needed, actor: Actor, lessonId: number): Promise<Question[]> {
  const byText = new Map<string, Question>();
  const sets = await listQuestionSetsOfLesson(dependencies, actor, lessonId);
  for (const { id } of sets.toReversed()) {
    const { questions } = await getOwnQuestionSet(dependencies, actor, id);
    for (const question of questions)
      if (question.lesson_id === lessonId && !byText.has(question.text)) byText.set(question.text, question);
  }
  return [...byText.values()];
}

async function writeGuide(
  content: Omit<StudyGuide, 'hasAnswers'>,
  query: StudyGuideQuery,
): Promise<LessonFile> {
  const guide = { ...content, hasAnswers: query.answers === 'true' };
  const name = `${guide.title} ${GUIDE_WORDS[query.language].studyGuide.toLowerCase()}`;
  if (query.format === 'md') return { name, pieces: writeGuideMarkdown(guide, query.language) };
  return { name, print: await setDocument(composeGuide(guide, query), 'pdf') };
}
