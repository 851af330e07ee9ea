import type { Evidence } from '#contract/evidence.ts';
import type { CourseContent, ExportedQuestion } from '#contract/quiz-export.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getOwnCourse } from '#server/features/courses/courses.ts';
import { getOwnLesson, listLessons } from '#server/features/lessons/lessons.ts';
import { listCandidateIds, listCandidatesById } from '../bank/candidate.store.ts';
import { listQuestions } from '../question-set.store.ts';
import { getOwnQuestionSetRow, listQuestionSets } from '../question-sets.ts';
import { cleanText } from './export-text.ts';
import type { ExportEntry, ExportGroup, ExportSource } from './format.ts';

type Needed = Pick<Dependencies, 'database'>;

/** What a caller may download: a quiz, the question bank of a lesson, or all of either in a course. */
export type ExportTarget =
  | { readonly kind: 'quiz'; readonly id: number }
  | { readonly kind: 'question_bank'; readonly lessonId: number }
  | { readonly kind: 'course'; readonly courseId: number; readonly content: CourseContent };

/** @throws {ProblemError} not_found, before the first question is read. */
export function openSource(dependencies: Needed, actor: Actor, target: ExportTarget): Promise<ExportSource> {
  switch (target.kind) {
    case 'quiz':
      return openQuiz(dependencies, actor, target.id);
    case 'question_bank':
      return openQuestionBank(dependencies, actor, target.lessonId);
    case 'course':
      return openCourse(dependencies, actor, target.courseId, target.content);
  }
}

async function openQuiz({ database }: Needed, actor: Actor, id: number): Promise<ExportSource> {
  const set = await getOwnQuestionSetRow({ database }, actor, id);
  const createdAt = set.created_at.toISOString();
  const group = groupOf(set.name, set.lesson_title, `quiz ${id} ${createdAt}`);
  return { ...headingOf(group), created_at: createdAt, entries: readQuiz({ database }, set, group) };
}

async function openQuestionBank(dependencies: Needed, actor: Actor, lessonId: number): Promise<ExportSource> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  const group = groupOfBank(lesson);
  return {
    ...headingOf(group),
    created_at: new Date().toISOString(),
    entries: readQuestionBank(dependencies, lessonId, group),
  };
}

async function openCourse(
  dependencies: Needed,
  actor: Actor,
  courseId: number,
  content: CourseContent,
): Promise<ExportSource> {
  const { title } = await getOwnCourse(dependencies, actor, courseId);
  return {
    name: cleanText(title),
    lesson_title: '',
    created_at: new Date().toISOString(),
    course: content,
    entries:
      content === 'quizzes'
        ? readQuizzes(dependencies, actor, courseId)
        : readQuestionBanks(dependencies, actor, courseId),
  };
}

async function* readQuizzes(
  dependencies: Needed,
  actor: Actor,
  courseId: number,
): AsyncGenerator<ExportEntry> {
  const sets = await listQuestionSets(dependencies, actor, { courseId, isSaved: true });
  for (const set of sets)
    yield* readQuiz(
      dependencies,
      set,
      groupOf(set.name, set.lesson_title, `quiz ${set.id} ${set.created_at}`),
    );
}

async function* readQuestionBanks(
  dependencies: Needed,
  actor: Actor,
  courseId: number,
): AsyncGenerator<ExportEntry> {
  const lessons = await listLessons(dependencies, actor, courseId);
  for (const lesson of lessons) yield* readQuestionBank(dependencies, lesson.id, groupOfBank(lesson));
}

/** The questions of a quiz may be about several lessons. */
async function* readQuiz(
  { database }: Needed,
  { id, lessons }: { readonly id: number; readonly lessons: readonly { id: number; title: string }[] },
  group: ExportGroup,
): AsyncGenerator<ExportEntry> {
  const titles = new Map(lessons.map((lesson) => [lesson.id, cleanText(lesson.title)]));
  for (const [index, row] of (await listQuestions(database, id)).entries())
    yield {
      question: presentQuestion({ ...row, outcome: row.outcome_short_name }),
      group,
      lesson_title: titles.get(row.lesson_id) ?? '',
      index,
    };
}

const CANDIDATES_AT_ONCE = 200;

/** Those that can be used, best first. One that is deleted meanwhile is left out. */
async function* readQuestionBank(
  { database }: Needed,
  lessonId: number,
  group: ExportGroup,
): AsyncGenerator<ExportEntry> {
  const ids = await listCandidateIds(database, lessonId);
  let index = 0;
  for (let start = 0; start < ids.length; start += CANDIDATES_AT_ONCE) {
    const batch = ids.slice(start, start + CANDIDATES_AT_ONCE);
    for (const { question } of await listCandidatesById(database, batch)) {
      yield { question: presentQuestion(question), group, lesson_title: group.lesson_title, index };
      index += 1;
    }
  }
}

const groupOf = (name: string, lessonTitle: string, key: string): ExportGroup => ({
  name: cleanText(name),
  lesson_title: cleanText(lessonTitle),
  key,
});

const groupOfBank = ({
  id,
  title,
  created_at: createdAt,
}: Awaited<ReturnType<typeof getOwnLesson>>): ExportGroup =>
  groupOf(title, title, `question bank ${id} ${createdAt.toISOString()}`);

const headingOf = ({
  name,
  lesson_title: title,
}: ExportGroup): Pick<ExportSource, 'name' | 'lesson_title'> => ({
  name,
  lesson_title: title,
});

type StoredQuestion = Omit<ExportedQuestion, 'options' | 'evidence' | 'key_points'> & {
  readonly options: readonly { readonly text: string; readonly is_correct: boolean }[];
  readonly evidence: Evidence | null;
  readonly key_points: readonly string[];
};

const presentQuestion = (question: StoredQuestion): ExportedQuestion => ({
  text: cleanText(question.text),
  type: question.type,
  blooms_taxonomy: question.blooms_taxonomy,
  difficulty: question.difficulty,
  outcome: question.outcome && cleanText(question.outcome),
  options: question.options.map(({ text, is_correct: isCorrect }) => ({
    text: cleanText(text),
    is_correct: isCorrect,
  })),
  explanation: cleanText(question.explanation),
  evidence: question.evidence && presentEvidence(question.evidence),
  key_points: question.key_points.map(cleanText),
  rubric: question.rubric && cleanText(question.rubric),
});

function presentEvidence({ quote, section, ...found }: Evidence): ExportedQuestion['evidence'] {
  const place: Omit<typeof found, 'passage_id'> & { passage_id?: string } = found;
  // Means nothing in another program.
  delete place.passage_id;
  return {
    quote: cleanText(quote),
    ...(section === undefined ? {} : { section: cleanText(section) }),
    ...place,
  };
}
