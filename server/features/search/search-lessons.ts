import {
  SEARCH_LIMIT_DEFAULT,
  type SearchHit,
  type SearchResults,
  type SearchScope,
} from '#contract/search.ts';
import { splitSentences } from '#server/documents/sentences.ts';
import { evidenceOfPassage } from '#server/language/evidence-of-passage.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createTimeEvidence } from '../lessons/lesson-text.ts';
import { chooseEvidence, type WeighedSentence } from './fuse-ranks.ts';
import type { FoundPassage } from './found-passage.ts';
import { searchableText, sortStems } from './question-words.ts';
import { searchPassages } from './search-passages.ts';
import { listLessonKinds, listStemsOfEach } from './search.store.ts';

type Needed = Pick<Dependencies, 'database' | 'semanticSearch' | 'log'>;

export interface LessonSearch {
  readonly text: string;
  readonly scope: SearchScope;
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Without a word in common and further away than this, a passage has nothing to do with what was looked for. */
const NEAR_IN_MEANING = 0.2;
/** Sentences that are compared by meaning, some 3 ms each: of the passages whose words do not tell, the best first. */
const COMPARED_SENTENCES = 24;

/**
 * Searches one's own lessons for the search box: by course and lesson, each with its best passage first.
 * @throws {ProblemError} as {@link searchPassages}.
 */
export async function searchLessons(
  dependencies: Needed,
  actor: Actor,
  { text, scope, limit = SEARCH_LIMIT_DEFAULT, signal }: LessonSearch,
): Promise<SearchResults> {
  const found = await searchPassages(dependencies, actor, { text, scope, limit, signal });
  const passages = found.passages.filter(
    ({ wordRank, similarity }) => wordRank !== null || (similarity ?? 0) >= NEAR_IN_MEANING,
  );
  const [quotes, kinds] = await Promise.all([
    quoteEach(dependencies, text, passages, signal),
    listLessonKinds(
      dependencies.database,
      passages.map(({ lessonId }) => lessonId),
    ),
  ]);
  const presentHit = async (passage: FoundPassage): Promise<SearchHit> => {
    const timeEvidence = createTimeEvidence(dependencies, passage.transcriptionId);
    const quote = quotes.get(passage.passageId) ?? passage.text;
    const evidence = evidenceOfPassage({ ...passage, id: passage.passageId }, quote);
    return { heading: passage.heading, evidence: await timeEvidence(evidence) };
  };
  const courses = await Promise.all(
    group(passages, ({ courseId }) => courseId).map(async (ofCourse) => ({
      course_id: ofCourse.first.courseId,
      course_title: ofCourse.first.courseTitle,
      lessons: await Promise.all(
        group(ofCourse.all, ({ lessonId }) => lessonId).map(async ({ first, all }) => ({
          lesson_id: first.lessonId,
          lesson_title: first.lessonTitle,
          kind: kinds.get(first.lessonId) ?? 'document',
          hits: await Promise.all(all.map(presentHit)),
        })),
      ),
    })),
  );
  return { courses, hit_count: passages.length, by_meaning: found.byMeaning };
}

/** In the order of each group's first, which is its best. */
function group<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => number,
): { readonly first: Item; readonly all: readonly Item[] }[] {
  return [...Map.groupBy(items, keyOf).values()].flatMap((all) => {
    const [first] = all;
    return first === undefined ? [] : [{ first, all }];
  });
}

/** The words of each passage that are shown, by its id. */
async function quoteEach(
  dependencies: Needed,
  text: string,
  passages: readonly FoundPassage[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> {
  if (passages.length === 0) return new Map();
  const split = passages.map((passage) => ({ passage, sentences: splitSentences(passage.text) }));
  const texts = split.flatMap(({ sentences }) => sentences.map((sentence) => searchableText(sentence.text)));
  const [asked = [], ...stemsOfSentences] = await listStemsOfEach(dependencies.database, [
    searchableText(text),
    ...texts,
  ]);
  const wanted = new Set(sortStems(asked).content);
  let at = 0;
  const weighed = split.map(({ passage, sentences }) => ({
    passage,
    sentences: sentences.map((sentence): WeighedSentence => {
      const stems = stemsOfSentences[at++] ?? [];
      return { ...sentence, stems: stems.filter((stem) => wanted.has(stem)), similarity: null };
    }),
  }));
  const rarity = weighStems(wanted, weighed);
  const compared = await compareWordless(dependencies, text, weighed, signal);
  return new Map(
    compared.map(({ passage, sentences }) => [
      passage.passageId,
      chooseEvidence(passage.text, sentences, rarity),
    ]),
  );
}

interface WeighedPassage {
  readonly passage: FoundPassage;
  readonly sentences: readonly WeighedSentence[];
}

/** The fewer of the found passages contain a word, the more it counts. */
function weighStems(
  wanted: ReadonlySet<string>,
  passages: readonly WeighedPassage[],
): ReadonlyMap<string, number> {
  return new Map(
    [...wanted].map((stem) => {
      const holding = passages.filter(({ sentences }) =>
        sentences.some(({ stems }) => stems.includes(stem)),
      ).length;
      return [stem, Math.log(1 + (passages.length + 1) / (holding + 0.5))];
    }),
  );
}

/** Where no sentence holds a word of the question, meaning has to tell which one it is. */
async function compareWordless(
  { semanticSearch, log }: Needed,
  text: string,
  passages: readonly WeighedPassage[],
  signal: AbortSignal | undefined,
): Promise<readonly WeighedPassage[]> {
  let left = COMPARED_SENTENCES;
  const chosen = passages.filter(({ passage, sentences }) => {
    if (passage.similarity === null || sentences.some(({ stems }) => stems.length > 0)) return false;
    left -= sentences.length;
    return left >= 0 && sentences.length > 1;
  });
  if (chosen.length === 0) return passages;
  try {
    const [question, ...vectors] = await semanticSearch.embed(
      [text, ...chosen.flatMap(({ sentences }) => sentences.map((sentence) => sentence.text))],
      signal,
    );
    let at = 0;
    const compared = new Map(
      chosen.map(({ passage, sentences }) => [
        passage,
        sentences.map((sentence) => ({ ...sentence, similarity: cosine(question, vectors[at++]) })),
      ]),
    );
    return passages.map(({ passage, sentences }) => ({
      passage,
      sentences: compared.get(passage) ?? sentences,
    }));
  } catch (error) {
    signal?.throwIfAborted();
    log.warn({ err: error }, 'Search by meaning failed; some passages are shown by their first sentence.');
    return passages;
  }
}

/** Of unit vectors. */
const cosine = (one: Float32Array | undefined, other: Float32Array | undefined): number =>
  one?.reduce((sum, value, index) => sum + value * (other?.[index] ?? 0), 0) ?? 0;
