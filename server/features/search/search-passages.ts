import type { SearchScope } from '#contract/search.ts';
import type { Actor } from '#server/actor.ts';
import { TextEmbedderUnavailableError } from '#server/ai/text-embedder.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { RankedByMeaning } from '#server/search/semantic-search.ts';
import { getOwnCourse } from '../courses/courses.ts';
import { getOwnLesson } from '../lessons/lessons.ts';
import {
  presentPassage,
  type FoundPassage,
  type FoundPassages,
  type PlacedPassage,
} from './found-passage.ts';
import { fuseRanks, type FusedPassage } from './fuse-ranks.ts';
import {
  searchableText,
  sortStems,
  spareCommonWords,
  correctStem,
  maySlip,
  surePrefix,
} from './question-words.ts';
import {
  listPassagesById,
  listPassagesByWords,
  listStemsWithPrefix,
  listSearchedLessons,
  listStemsOfEach,
  countPassages,
  listPassagesAt,
  type PassageByWords,
  type PassageRow,
  type SearchedLesson,
} from './search.store.ts';

type Needed = Pick<Dependencies, 'database' | 'semanticSearch' | 'log'>;

interface SearchRequest {
  readonly text: string;
  /** Default: all lessons of the user. A lesson takes precedence over its course. */
  readonly scope?: SearchScope | undefined;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** What each way of searching finds at least, so that the other can confirm it. */
const CANDIDATES = 100;

/**
 * The passages of the user's lessons that fit a text best, by its words and by its meaning. Without the model that compares
 * meanings, or while it fails, by words alone.
 * @throws {ProblemError} not_found when the scope's course or lesson is not there or another's.
 */
export async function searchPassages(
  dependencies: Needed,
  actor: Actor,
  request: SearchRequest,
): Promise<FoundPassages> {
  const { database } = dependencies;
  const { limit, signal } = request;
  signal?.throwIfAborted();
  const lessons = await listLessonsInScope(dependencies, actor, request.scope);
  const documentSourceIds = [...new Set(lessons.map(({ document_source_id: id }) => id))];
  const candidates = Math.max(CANDIDATES, 2 * limit);
  const [byWords, byMeaning] = await Promise.all([
    rankByWords(dependencies, { text: request.text, documentSourceIds, limit: candidates }),
    rankByMeaning(dependencies, { text: request.text, documentSourceIds, limit: candidates }, signal),
  ]);
  signal?.throwIfAborted();
  const ids = new Set([
    ...byWords.map(({ id }) => id),
    ...(byMeaning ?? []).map(({ passageId }) => passageId),
  ]);
  const rows = ids.size === 0 ? [] : await listPassagesById(database, documentSourceIds, [...ids]);
  const fused = withoutCopies(fuseRanks(rows, { byWords, byMeaning: byMeaning ?? [] })).slice(0, limit);
  const passages = present(fused, lessons);
  return {
    passages: byMeaning === undefined ? passages : await addSimilarities(dependencies, request, passages),
    byMeaning: byMeaning !== undefined,
  };
}

async function listLessonsInScope(
  dependencies: Needed,
  actor: Actor,
  scope: SearchScope = {},
): Promise<SearchedLesson[]> {
  const { lesson_id: lessonId, course_id: courseId } = scope;
  if (courseId !== undefined) await getOwnCourse(dependencies, actor, courseId);
  if (lessonId !== undefined) await getOwnLesson(dependencies, actor, lessonId);
  return listSearchedLessons(dependencies.database, actor.instructorId, { lessonId, courseId });
}

async function rankByWords(
  { database }: Needed,
  request: { readonly text: string; readonly documentSourceIds: readonly string[]; readonly limit: number },
): Promise<readonly PassageByWords[]> {
  const [stems = []] = await listStemsOfEach(database, [searchableText(request.text)]);
  const { content } = sortStems(stems);
  if (content.length === 0 || request.documentSourceIds.length === 0) return [];
  const passageCount = await countKnownPassages(database, request.documentSourceIds);
  const telling = await spareCommonWords(database, content, passageCount);
  const found = await listPassagesByWords(database, { ...request, passageCount, stems: telling });
  const corrected = await correctStems(database, request.documentSourceIds, telling, found.unknownStems);
  if (corrected === undefined) return found.passages;
  return (await listPassagesByWords(database, { ...request, passageCount, stems: corrected })).passages;
}

/** More unknown words than this are not typing errors but another subject. */
const MOST_SLIPS = 3;

/** The stems with the misspelt ones corrected; undefined when there is nothing to correct. */
async function correctStems(
  database: Needed['database'],
  documentSourceIds: readonly string[],
  stems: readonly string[],
  unknown: readonly string[],
): Promise<string[] | undefined> {
  const slips = unknown.filter(maySlip);
  if (slips.length === 0 || slips.length > MOST_SLIPS) return undefined;
  const corrections = new Map(
    await Promise.all(
      slips.map(async (stem): Promise<[string, string | undefined]> => {
        const known = await listStemsWithPrefix(database, documentSourceIds, surePrefix(stem));
        return [stem, correctStem(stem, known)];
      }),
    ),
  );
  if ([...corrections.values()].every((correction) => correction === undefined)) return undefined;
  return [...new Set(stems.map((stem) => corrections.get(stem) ?? stem))];
}

/** Undefined while the model is away. */
async function rankByMeaning(
  { semanticSearch, log }: Needed,
  request: Parameters<Needed['semanticSearch']['rank']>[0],
  signal: AbortSignal | undefined,
): Promise<RankedByMeaning[] | undefined> {
  try {
    return await semanticSearch.rank(request, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof TextEmbedderUnavailableError))
      log.warn({ err: error }, 'Search by meaning failed; the words alone were looked for.');
    return undefined;
  }
}

/** The same words may occur in two lessons, or twice in one: the best place counts. */
function withoutCopies(passages: readonly FusedPassage<PassageRow>[]): FusedPassage<PassageRow>[] {
  const seen = new Set<string>();
  return passages.filter(({ row }) => {
    const words =
      row.text
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu)
        ?.join(' ') ?? row.text;
    return seen.size !== seen.add(words).size;
  });
}

function present(
  fused: readonly FusedPassage<PassageRow>[],
  lessons: readonly SearchedLesson[],
): FoundPassage[] {
  // Of several lessons with the same document, the oldest.
  const lessonOf = new Map(lessons.toReversed().map((lesson) => [lesson.document_source_id, lesson]));
  return fused.flatMap(({ row, ...ranks }) => {
    const lesson = lessonOf.get(row.document_source_id);
    return lesson === undefined ? [] : [{ ...toPassage(row, lesson), ...ranks }];
  });
}

const toPassage = (
  row: PassageRow,
  lesson: SearchedLesson,
): Omit<FoundPassage, 'score' | 'wordRank' | 'meaningRank' | 'similarity'> => ({
  ...presentPassage(row),
  lessonId: lesson.lesson_id,
  lessonTitle: lesson.lesson_title,
  courseId: lesson.course_id,
  courseTitle: lesson.course_title,
  transcriptionId: lesson.transcription_id,
});

/** A passage found by its words alone has a meaning too. */
async function addSimilarities(
  { semanticSearch, log }: Needed,
  { text, signal }: SearchRequest,
  passages: readonly FoundPassage[],
): Promise<FoundPassage[]> {
  const missing = passages.filter(({ similarity }) => similarity === null);
  if (missing.length === 0) return [...passages];
  try {
    const compared = await semanticSearch.compare({ text, passages: missing }, signal);
    const similarityOf = new Map(compared.map(({ passageId, similarity }) => [passageId, similarity]));
    return passages.map((passage) => ({
      ...passage,
      similarity: passage.similarity ?? similarityOf.get(passage.passageId) ?? null,
    }));
  } catch (error) {
    signal?.throwIfAborted();
    log.warn({ err: error }, 'Search by meaning failed; some similarities are left out.');
    return [...passages];
  }
}

/** Of a few numbers each. */
const MAXIMUM_REMEMBERED = 100_000;

/** A document source is stored together with its passages and never changes. Counting 200,000 takes 0.1 s. */
const known = new Map<string, number>();

async function countKnownPassages(
  database: Dependencies['database'],
  documentSourceIds: readonly string[],
): Promise<number> {
  if (known.size > MAXIMUM_REMEMBERED) known.clear();
  const missing = documentSourceIds.filter((id) => !known.has(id));
  if (missing.length > 0)
    for (const { id, count } of await countPassages(database, missing)) known.set(id, count);
  return documentSourceIds.reduce((sum, id) => sum + (known.get(id) ?? 0), 0);
}

/** The passages before and after a passage in its text. */
interface Neighbours {
  readonly previous: PlacedPassage | undefined;
  readonly next: PlacedPassage | undefined;
}

/**
 * The context of found passages. They are the user's own, so their ownership is not checked again.
 * @returns one for each, in their order.
 */
export async function listNeighbours(
  dependencies: Pick<Dependencies, 'database'>,
  passages: readonly Pick<FoundPassage, 'documentSourceId' | 'position'>[],
): Promise<Neighbours[]> {
  const rows = await listPassagesAt(
    dependencies.database,
    passages.flatMap(({ documentSourceId, position }) => [
      { documentSourceId, position: position - 1 },
      { documentSourceId, position: position + 1 },
    ]),
  );
  const placeOf = (documentSourceId: string, position: number): string => `${position} ${documentSourceId}`;
  const byPlace = new Map(
    rows.map((row) => [placeOf(row.document_source_id, row.position), presentPassage(row)]),
  );
  return passages.map(({ documentSourceId, position }) => ({
    previous: byPlace.get(placeOf(documentSourceId, position - 1)),
    next: byPlace.get(placeOf(documentSourceId, position + 1)),
  }));
}
