import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readUncertainPassages } from '../lessons/uncertain-speech.ts';
import type { FoundPassage } from '../search/found-passage.ts';
import { listNeighbours, searchPassages } from '../search/search-passages.ts';
import { ANSWER_PASSAGES, composeAnswer } from './compose/compose-answer.ts';
import { embedOf } from './compose/embed-of.ts';
import { standaloneQuestion } from './compose/read-question.ts';
import type { ComposedAnswer } from './composed-answer.ts';
import type { KeptQuestion } from './keep-question.ts';

type Needed = Pick<Dependencies, 'database' | 'semanticSearch' | 'log'>;

/** The passages around these best ones may name what their sentences are about. */
const PASSAGES_WITH_NEIGHBOURS = 8;

interface FoundAnswer {
  readonly composed: ComposedAnswer;
  /** The passages found, best first, without those that the text recognition was unsure of. */
  readonly passages: readonly FoundPassage[];
  /** Whether the speech recognition was too unsure of a sentence for it to be cited. */
  readonly isUncertain: (quote: string) => boolean;
}

/**
 * What one's own lessons answer, in their own words.
 * @throws {ProblemError} not_found when the scope is no longer there; the reason of `signal` when that is aborted.
 */
export async function findAnswer(
  dependencies: Needed,
  actor: Actor,
  { text, scope, previousQuestion }: Pick<KeptQuestion, 'text' | 'scope' | 'previousQuestion'>,
  signal?: AbortSignal,
): Promise<FoundAnswer> {
  const { semanticSearch } = dependencies;
  const found = await searchPassages(dependencies, actor, {
    text: standaloneQuestion(text, previousQuestion),
    scope,
    limit: ANSWER_PASSAGES,
    signal,
  });
  const passages = found.passages.filter(isCertain);
  const neighbours = await listAround(dependencies, passages.slice(0, PASSAGES_WITH_NEIGHBOURS));
  const isUncertain = await readUncertainPassages(dependencies, [...passages, ...neighbours]);
  const composed = await composeAnswer({
    question: text,
    previousQuestion,
    found: { ...found, passages },
    neighbours,
    isUncertain,
    embed: found.byMeaning ? embedOf(semanticSearch) : undefined,
    judge: found.byMeaning ? (...judged) => semanticSearch.judge(...judged) : undefined,
    signal,
  });
  return { composed, passages, isUncertain };
}

/** An answer never rests on words that the text recognition may have got wrong. */
const isCertain = ({ isUnsure = false }: FoundPassage): boolean => !isUnsure;

async function listAround(dependencies: Needed, passages: readonly FoundPassage[]): Promise<FoundPassage[]> {
  const neighbours = await listNeighbours(dependencies, passages);
  const nowhere = { score: 0, wordRank: null, meaningRank: null, similarity: null };
  return neighbours
    .flatMap(({ previous, next }, index) =>
      [previous, next].flatMap((neighbour): FoundPassage[] => {
        const passage = passages[index];
        return neighbour === undefined || passage === undefined
          ? []
          : [{ ...passage, ...neighbour, ...nowhere }];
      }),
    )
    .filter(isCertain);
}

/**
 * Loads what composing needs before the first question, whose answer would otherwise take half a second longer.
 */
export async function warmAnswering(): Promise<void> {
  await composeAnswer({
    question: 'What is a lectern?',
    found: {
      passages: [
        {
          passageId: '0',
          documentSourceId: '0',
          position: 0,
          section: 0,
          heading: null,
          text: 'A lectern is a stand for the notes of somebody who speaks.',
          kind: 'prose',
          page: null,
          pageEnd: null,
          startSecond: null,
          endSecond: null,
          lessonId: 0,
          lessonTitle: 'Lecterns',
          courseId: 0,
          courseTitle: 'Furniture',
          transcriptionId: null,
          score: 1,
          wordRank: 1,
          meaningRank: null,
          similarity: null,
        },
      ],
      byMeaning: false,
    },
    embed: undefined,
  });
}
