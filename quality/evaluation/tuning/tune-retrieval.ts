/**
 * Tries weights of fusing on the tuning questions, over all lessons and over the one that answers, and prints the best:
 *   node quality/evaluation/tuning/tune-retrieval.ts
 * The project's own documents stand among the lessons, since seven short lessons alone are too easily searched. The test set
 * in quality/evaluation/questions has no part in it.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { fuseRanks, FUSING_WEIGHTS, type FusingWeights } from '#server/features/search/fuse-ranks.ts';
import { searchableText, sortStems } from '#server/features/search/question-words.ts';
import {
  listPassagesById,
  listPassagesByWords,
  listStemsOfEach,
  type PassageRow,
} from '#server/features/search/search.store.ts';
import type { RankedByMeaning } from '#server/search/semantic-search.ts';
import {
  averageScores,
  locateQuotes,
  scoreRanking,
  type RetrievalScore,
} from '../measures/measure-retrieval.ts';
import { readPlainText } from '../reading/read-lessons.ts';
import { openLibrary, type Library, type LibraryLesson } from '../run/open-library.ts';
import { readTuningLessons, readTuningQuestions, type TuningQuestion } from './read-tuning.ts';

const CANDIDATES = 200;
const SHOWN = 10;

/** What each way found for one question, before it is fused. */
interface Ranked {
  readonly question: TuningQuestion;
  readonly right: readonly ReadonlySet<string>[];
  readonly rows: readonly PassageRow[];
  readonly byWords: readonly { readonly id: string; readonly coverage: number }[];
  readonly byMeaning: readonly RankedByMeaning[];
}

const lessons = [...(await readTuningLessons()), ...readDocuments()];
const { answerable: questions } = await readTuningQuestions();
const library = await openLibrary(lessons, readConfig());
try {
  const all = [...library.lessons.values()].map(({ documentSourceId }) => documentSourceId);
  const everywhere = await rankEach(library, () => all);
  const inLesson = await rankEach(library, (documentSourceId) => [documentSourceId]);
  const tried = [...listWeights(), FUSING_WEIGHTS].map((weights) => {
    const scores = [scoreAll(everywhere, weights), scoreAll(inLesson, weights)];
    return { weights, scores, worth: scores.reduce((sum, { ndcgAt10 }) => sum + ndcgAt10, 0) };
  });
  const best = tried.toSorted((one, other) => other.worth - one.worth).slice(0, SHOWN);
  for (const { weights, scores } of [...best, ...tried.slice(-1)])
    console.log(JSON.stringify(weights), scores.map(tellScore).join(' | '));
} finally {
  await library.close();
}

function readDocuments(): LibraryLesson[] {
  const directory = join(import.meta.dirname, '../../../docs');
  return globSync('**/*.md', { cwd: directory })
    .filter((name) => !/^(?:evaluation|benchmarks)\./u.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(directory, name), 'utf8');
      return {
        name: name.replace(/\W/gu, '-'),
        text: readPlainText(text, /^# (.+)$/mu.exec(text)?.[1] ?? name),
      };
    });
}

async function rankEach(
  from: Library,
  sourcesOf: (documentSourceId: string) => readonly string[],
): Promise<Ranked[]> {
  const { database, semanticSearch } = from.dependencies;
  const ranked: Ranked[] = [];
  for (const question of questions) {
    const kept = from.lessons.get(question.lesson);
    const lesson = lessons.find(({ name }) => name === question.lesson);
    if (kept === undefined || lesson === undefined) throw new Error(`There is no lesson ${question.lesson}.`);
    const documentSourceIds = sourcesOf(kept.documentSourceId);
    const passageCount = lessons
      .filter(({ name }) => documentSourceIds.includes(from.lessons.get(name)?.documentSourceId ?? ''))
      .reduce((sum, { text }) => sum + text.passages.length, 0);
    const [stems = []] = await listStemsOfEach(database, [searchableText(question.question)]);
    const found = await listPassagesByWords(database, {
      documentSourceIds,
      passageCount,
      stems: sortStems(stems).content,
      limit: CANDIDATES,
    });
    const byMeaning = await semanticSearch.rank({
      text: question.question,
      documentSourceIds,
      limit: CANDIDATES,
    });
    const ids = [...found.passages.map(({ id }) => id), ...byMeaning.map(({ passageId }) => passageId)];
    ranked.push({
      question,
      right: locateQuotes(lesson.text.passages, question.quotes).map(
        (positions) => new Set([...positions].map((position) => `${kept.documentSourceId} ${position}`)),
      ),
      rows: await listPassagesById(database, documentSourceIds, [...new Set(ids)]),
      byWords: found.passages,
      byMeaning,
    });
  }
  return ranked;
}

function scoreAll(ranked: readonly Ranked[], weights: FusingWeights): RetrievalScore {
  return averageScores(
    ranked.map(({ question, right, rows, ...found }) =>
      scoreRanking(
        fuseRanks(rows, found, weights).map(({ row }) => `${row.document_source_id} ${row.position}`),
        right,
        question.needs,
      ),
    ),
  );
}

function* listWeights(): Generator<FusingWeights> {
  for (const flatness of [5, 10, 20, 30, 60])
    for (const words of [0, 0.2, 0.5, 0.8, 1])
      for (const coverage of [0, 0.5, 1, 2])
        for (const neighbour of [0, 0.1, 0.2, 0.4])
          yield { flatness, words, coverage, meaning: 1, neighbour };
}

function tellScore({ recallAt5, ndcgAt10, reciprocalRank }: RetrievalScore): string {
  return `recall@5 ${recallAt5.toFixed(3)} nDCG@10 ${ndcgAt10.toFixed(3)} MRR ${reciprocalRank.toFixed(3)}`;
}
