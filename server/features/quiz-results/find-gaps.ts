import type { OutcomeResult, QuestionResult, SectionResult } from '#contract/quiz-results.ts';
import { listSections, sectionOfPassages, type LessonSection } from '#server/language/list-sections.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/problem-error.ts';
import { getLessonText } from '../lessons/lesson-text.ts';
import { sizeOfSample } from './statistics/judge-question.ts';

/** Where the class won less of the points, the lesson is to be revisited. */
const UNDERSTOOD_SHARE = 0.6;
const MOST_PLACES = 5;

/** A question with a facility: at least one student's answer is graded. */
type Graded = QuestionResult & { facility: number };
const isGraded = (question: QuestionResult): question is Graded => question.facility !== null;

type Understanding = Omit<OutcomeResult, 'outcome'>;

function measureUnderstanding(questions: readonly Graded[]): Understanding {
  const answers = questions.reduce((total, { answer_count: count }) => total + count, 0);
  const points = questions.reduce((total, each) => total + each.facility * each.answer_count, 0);
  const mean = points / answers;
  return {
    mean,
    answer_count: answers,
    // The same students answer several questions: they are as many as answered the most answered one.
    sample: sizeOfSample(Math.max(...questions.map(({ answer_count: count }) => count))),
    is_understood: mean >= UNDERSTOOD_SHARE,
    question_keys: questions.map(({ key }) => key),
    revisit: questions
      .toSorted((one, other) => one.facility - other.facility)
      .flatMap(({ evidence, lesson_id: lessonId }) =>
        evidence === null ? [] : [{ lesson_id: lessonId, evidence }],
      )
      .slice(0, MOST_PLACES),
  };
}

const leastUnderstoodFirst = (one: Understanding, other: Understanding): number => one.mean - other.mean;

export function listOutcomeResults(questions: readonly QuestionResult[]): OutcomeResult[] {
  const byOutcome = Map.groupBy(questions.filter(isGraded), ({ outcome }) => outcome);
  return [...byOutcome]
    .flatMap(([outcome, own]) => (outcome === null ? [] : [{ outcome, ...measureUnderstanding(own) }]))
    .toSorted(leastUnderstoodFirst);
}

/** Questions whose passage is not in the lesson's text as it is now belong to no section. */
export async function listSectionResults(
  { database }: Pick<Dependencies, 'database'>,
  questions: readonly QuestionResult[],
): Promise<SectionResult[]> {
  const results: SectionResult[] = [];
  for (const [lessonId, own] of Map.groupBy(questions.filter(isGraded), (each) => each.lesson_id)) {
    const { title, sections } = await findSections({ database }, lessonId);
    const sectionOf = sectionOfPassages(sections);
    const bySection = Map.groupBy(own, ({ evidence }) => sectionOf.get(evidence?.passage_id ?? ''));
    for (const [number, asked] of bySection) {
      const section = number === undefined ? undefined : sections[number];
      if (section === undefined) continue;
      results.push({
        lesson_id: lessonId,
        lesson_title: title,
        title: section.title,
        page: section.page,
        start_second: section.startSecond,
        ...measureUnderstanding(asked),
      });
    }
  }
  return results.toSorted(leastUnderstoodFirst);
}

/** Results outlive the lesson that a question was about, and its text. */
async function findSections(
  dependencies: Pick<Dependencies, 'database'>,
  lessonId: number,
): Promise<{ title: string; sections: readonly LessonSection[] }> {
  try {
    const { lesson, text } = await getLessonText(dependencies, lessonId);
    return { title: lesson.title, sections: listSections(text.passages) };
  } catch (error) {
    if (error instanceof ProblemError) return { title: '', sections: [] };
    throw error;
  }
}
