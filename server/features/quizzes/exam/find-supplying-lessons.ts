import { keyOfCell, type CellKind } from '#contract/exam-cells.ts';
import type { Outcome } from '#contract/courses.ts';
import { contentStems, listWords, isStopWord } from '#contract/question-rules/words.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { LessonRow } from '#server/features/lessons/lesson.store.ts';
import { listLessonsWithWords, type ReadyCount } from './exam.store.ts';

/** Of an outcome's words, that a lesson must say to have material for it. */
const WORDS_SHARE = 0.6;
const MOST_LESSONS = 5;
const MOST_WORDS = 12;

/**
 * For cells that lack questions, the lessons that have material for more: for an outcome, those whose bank tests it already, and
 * those whose text says most of its words; for no outcome, every one. The most fitting come first.
 * @param lessons that have text
 */
export async function findSupplyingLessons(
  { database }: Pick<Dependencies, 'database'>,
  cells: readonly CellKind[],
  material: {
    readonly lessons: readonly Pick<LessonRow, 'id'>[];
    readonly outcomes: readonly Outcome[];
    readonly ready: readonly ReadyCount[];
  },
): Promise<ReadonlyMap<string, number[]>> {
  const lessonIds = material.lessons.map(({ id }) => id);
  const names = new Set(cells.flatMap(({ outcome }) => outcome ?? []));
  const wanted = material.outcomes
    .filter(({ short_name: name }) => names.has(name))
    .map(({ short_name: name, description }) => ({ name, words: wordsOf(description) }));
  const allWords = [...new Set(wanted.flatMap(({ words }) => words))];
  const lessonsOf = Map.groupBy(
    await listLessonsWithWords(database, lessonIds, allWords),
    ({ word }) => word,
  );
  const worthOf = (lessonId: number, outcome: string | null): number => {
    const inBank = material.ready
      .filter((each) => each.lesson_id === lessonId && (outcome === null || each.outcome === outcome))
      .reduce((sum, { count }) => sum + count, 0);
    if (outcome === null) return 1 + inBank;
    const words = wanted.find(({ name }) => name === outcome)?.words ?? [];
    const said = words.filter((word) => lessonsOf.get(word)?.some(({ lesson_id: id }) => id === lessonId));
    const share = words.length === 0 ? 0 : said.length / words.length;
    return inBank + (share >= WORDS_SHARE ? share : 0);
  };
  return new Map(
    cells.map((cell) => [
      keyOfCell(cell),
      lessonIds
        .map((id) => ({ id, worth: worthOf(id, cell.outcome) }))
        .filter(({ worth }) => worth > 0)
        .toSorted((one, other) => other.worth - one.worth)
        .slice(0, MOST_LESSONS)
        .map(({ id }) => id),
    ]),
  );
}

/** The words that carry meaning, each once, without those that say what a student does with them. */
function wordsOf(description: string): string[] {
  const words = listWords(description).filter(
    (word) => !isStopWord(word) && !TASK_STEMS.has([...contentStems(word)][0] ?? ''),
  );
  return [...new Set(words)].slice(0, MOST_WORDS);
}

const TASK_STEMS = contentStems(
  'explain explains describe compare analyze analyse evaluate apply applies identify define list name state discuss use uses understand know recognize recognise calculate student students able create design',
);
