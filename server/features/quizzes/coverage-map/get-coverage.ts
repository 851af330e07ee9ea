import type { Coverage, LevelCounts } from '#contract/coverage.ts';
import {
  sectionOfPassages,
  type LessonSection,
  type SectionedPassage,
} from '#server/language/list-sections.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listLessonSections } from '#server/features/lessons/lesson-text.ts';
import { getOwnLesson } from '#server/features/lessons/lessons.ts';
import { getOwnQuestionSetRow } from '../question-sets.ts';
import { listQuestions, type QuestionRow } from '../question-set.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/**
 * What the published questions of a set ask about, by section and Bloom level. A question counts where the passage is that it
 * cites; while the lesson has no text there are no sections.
 * @throws {ProblemError} not_found.
 */
export async function getCoverage(
  dependencies: Needed,
  actor: Actor,
  questionSetId: number,
): Promise<Coverage> {
  const set = await getOwnQuestionSetRow(dependencies, actor, questionSetId);
  const questions = await listQuestions(dependencies.database, questionSetId);
  const lesson = await getOwnLesson(dependencies, actor, set.lesson_id);
  return mapCoverage(await listLessonSections(dependencies, lesson), questions);
}

function mapCoverage(
  listed: readonly LessonSection<SectionedPassage>[],
  questions: readonly Pick<QuestionRow, 'id' | 'blooms_taxonomy' | 'evidence'>[],
): Coverage {
  const sectionOf = sectionOfPassages(listed);
  const sections = listed.map((section) => ({
    section: section.section,
    heading: section.heading,
    title: section.title,
    page: section.page,
    start_second: section.startSecond,
    word_count: section.wordCount,
    passage_ids: section.passages.map(({ id }) => id),
    counts: noQuestions(),
    question_ids: new Array<number>(),
  }));
  const unplaced: number[] = [];
  for (const { id, evidence, blooms_taxonomy: level } of questions) {
    const number = evidence === null ? undefined : sectionOf.get(evidence.passage_id);
    const section = number === undefined ? undefined : sections[number];
    if (section === undefined) {
      unplaced.push(id);
      continue;
    }
    section.counts[level] += 1;
    section.question_ids.push(id);
  }
  return {
    sections,
    uncovered: sections.filter((section) => section.question_ids.length === 0).length,
    unplaced_question_ids: unplaced,
  };
}

const noQuestions = (): LevelCounts => ({
  remember: 0,
  understand: 0,
  apply: 0,
  analyze: 0,
  evaluate: 0,
  create: 0,
});
