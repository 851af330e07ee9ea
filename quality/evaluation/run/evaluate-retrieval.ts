import type { SearchScope } from '#contract/search.ts';
import type { FoundPassage } from '#server/features/search/found-passage.ts';
import { searchPassages } from '#server/features/search/search-passages.ts';
import {
  averageScores,
  locateQuotes,
  scoreRanking,
  type RetrievalScore,
} from '../measures/measure-retrieval.ts';
import type { Library, LibraryLesson } from './open-library.ts';

/** A question and where its answer stands. */
export interface RetrievalQuestion {
  readonly question: string;
  readonly lesson: string;
  readonly kind: string;
  readonly needs: 'any' | 'all';
  readonly quotes: readonly string[];
}

export const ARMS = ['words', 'meaning', 'fused'] as const;
export type Arm = (typeof ARMS)[number];

/** How each way of searching did on one question. */
export interface RetrievalOutcome {
  readonly question: RetrievalQuestion;
  readonly scores: Readonly<Record<Arm, RetrievalScore>>;
}

/** Enough that the ten best of each way are among the passages found by both together. */
const LIMIT = 100;

/** Asks every question, over all lessons at once or over the one that answers it. */
export async function evaluateRetrieval(
  library: Library,
  lessons: readonly LibraryLesson[],
  questions: readonly RetrievalQuestion[],
  scope: 'all' | 'lesson',
): Promise<RetrievalOutcome[]> {
  const outcomes: RetrievalOutcome[] = [];
  for (const question of questions) {
    const lesson = lessons.find(({ name }) => name === question.lesson);
    const kept = library.lessons.get(question.lesson);
    if (lesson === undefined || kept === undefined)
      throw new Error(`The library has no lesson ${question.lesson}.`);
    const right = locateQuotes(lesson.text.passages, question.quotes).map(
      (positions) => new Set([...positions].map((position) => nameOf(kept.documentSourceId, position))),
    );
    const searched: SearchScope = scope === 'lesson' ? { lesson_id: kept.lessonId } : {};
    const { passages, byMeaning } = await searchPassages(library.dependencies, library.actor, {
      text: question.question,
      scope: searched,
      limit: LIMIT,
    });
    if (!byMeaning) throw new Error('The model that compares meanings is not there.');
    const score = (found: readonly FoundPassage[]): RetrievalScore =>
      scoreRanking(
        found.map(({ documentSourceId, position }) => nameOf(documentSourceId, position)),
        right,
        question.needs,
      );
    outcomes.push({
      question,
      scores: {
        words: score(inOrderOf(passages, ({ wordRank }) => wordRank)),
        meaning: score(inOrderOf(passages, ({ meaningRank }) => meaningRank)),
        fused: score(passages),
      },
    });
  }
  return outcomes;
}

/** The mean of every figure for one way of searching. */
export const averageOf = (outcomes: readonly RetrievalOutcome[], arm: Arm): RetrievalScore =>
  averageScores(outcomes.map(({ scores }) => scores[arm]));

const nameOf = (documentSourceId: string, position: number): string => `${documentSourceId} ${position}`;

const inOrderOf = (
  passages: readonly FoundPassage[],
  rankOf: (passage: FoundPassage) => number | null,
): FoundPassage[] =>
  passages
    .filter((passage) => rankOf(passage) !== null)
    .toSorted((one, other) => (rankOf(one) ?? 0) - (rankOf(other) ?? 0));
