import type { SearchScope } from '#contract/search.ts';
import type { FoundPassage } from '#server/features/search/found-passage.ts';
import { searchPassages } from '#server/features/search/search-passages.ts';
import {
  averageScores,
  locateQuotes,
  scoreRanking,
  type RetrievalScore,
} from './measures/measure-retrieval.ts';
import { readQuestions } from './questions/read-questions.ts';
import { makeTable, reportFigures, type Figure, type Report } from './report.ts';
import type { Library, LibraryLesson } from './open-library.ts';

const RECALL_GOAL = 0.9;
/** Enough that the ten best of each search method are among the passages found by both together. */
const LIMIT = 100;
const ARMS = ['words', 'meaning', 'both'] as const;
type Scores = Readonly<Record<(typeof ARMS)[number], RetrievalScore>>;

/** Asks the questions of the named lessons, over all lessons at once and over the lesson that answers. */
export async function evaluateRetrieval(
  library: Library,
  lessons: readonly LibraryLesson[],
  names: readonly string[],
): Promise<Report> {
  const { answerable } = await readQuestions();
  const scores: Record<'all lessons' | 'one lesson', Scores[]> = { 'all lessons': [], 'one lesson': [] };
  for (const question of answerable.filter(({ lesson }) => names.includes(lesson))) {
    const lesson = lessons.find(({ name }) => name === question.lesson);
    const kept = library.lessons.get(question.lesson);
    if (lesson === undefined || kept === undefined)
      throw new Error(`The library has no lesson ${question.lesson}.`);
    const right = locateQuotes(lesson.text.passages, question.quotes).map(
      (positions) => new Set([...positions].map((position) => nameOf(kept.documentSourceId, position))),
    );
    const ask = (scope: SearchScope): Promise<Scores> =>
      search(library, question.question, scope, (found) => scoreRanking(found, right, question.needs));
    scores['all lessons'].push(await ask({}));
    scores['one lesson'].push(await ask({ lesson_id: kept.lessonId }));
  }
  const arms = Object.entries(scores).flatMap(([scope, of]) =>
    ARMS.map((arm) => ({ scope, arm, ...averageScores(of.map((score) => score[arm])) })),
  );
  return reportFigures(
    `Retrieval, ${scores['all lessons'].length} questions`,
    Object.keys(scores).flatMap((scope) =>
      listFigures(
        scope,
        arms.filter((arm) => arm.scope === scope),
      ),
    ),
    makeTable(
      ['Searched in', 'By', 'Recall@5', 'nDCG@10', 'MRR'],
      arms.map(({ scope, arm, recallAt5, ndcgAt10, reciprocalRank }) => [
        scope,
        arm,
        ...[recallAt5, ndcgAt10, reciprocalRank].map((value) => value.toFixed(3)),
      ]),
    ),
  );
}

async function search(
  { dependencies, actor }: Library,
  text: string,
  scope: SearchScope,
  score: (found: string[]) => RetrievalScore,
): Promise<Scores> {
  const { passages, byMeaning } = await searchPassages(dependencies, actor, { text, scope, limit: LIMIT });
  if (!byMeaning) throw new Error('The model that compares meanings is missing.');
  const scoreBy = (rankOf: (passage: FoundPassage) => number | null): RetrievalScore =>
    score(
      passages
        .filter((passage) => rankOf(passage) !== null)
        .toSorted((one, other) => (rankOf(one) ?? 0) - (rankOf(other) ?? 0))
        .map(({ documentSourceId, position }) => nameOf(documentSourceId, position)),
    );
  return {
    words: scoreBy(({ wordRank }) => wordRank),
    meaning: scoreBy(({ meaningRank }) => meaningRank),
    both: scoreBy((passage) => passages.indexOf(passage)),
  };
}

const nameOf = (documentSourceId: string, position: number): string => `${documentSourceId} ${position}`;

function listFigures(
  scope: string,
  arms: readonly (RetrievalScore & { readonly arm: (typeof ARMS)[number] })[],
): Figure[] {
  const both = arms.find(({ arm }) => arm === 'both');
  if (both === undefined) return [];
  return [
    {
      name: `Recall@5 of both, ${scope}`,
      value: both.recallAt5.toFixed(3),
      goal: `≥ ${RECALL_GOAL}`,
      met: both.recallAt5 >= RECALL_GOAL,
      gate: true,
    },
    ...arms
      .filter(({ arm }) => arm !== 'both')
      .map(({ arm, ndcgAt10 }) => ({
        name: `nDCG@10 of both, ${scope}`,
        value: both.ndcgAt10.toFixed(3),
        goal: `above ${arm} alone, ${ndcgAt10.toFixed(3)}`,
        met: both.ndcgAt10 > ndcgAt10,
        gate: true,
      })),
  ];
}
