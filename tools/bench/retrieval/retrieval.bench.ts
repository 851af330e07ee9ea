/**
 * Passages found among 50,000 of one person, by words and by meaning: beside PostgreSQL's own ranking of the same words,
 * and beside the comparison of all vectors alone. Each question is asked of all three, one after the other.
 * Arguments: passages (50000) and questions (200).
 */
import pg from 'pg';
import { listDescendants, readResidentBytes } from '#e2e/process-table.ts';
import { openLibrary } from '#tools/evaluation/open-library.ts';
import { MINILM_NAME } from '#server/ai/minilm/minilm-protocol.ts';
import { readConfig } from '#server/config.ts';
import { searchPassages } from '#server/features/search/search-passages.ts';
import { median, megabytes, percentile, printResult } from '../result.ts';
import { makeLibrary } from './make-library.ts';

const GOAL_MILLISECONDS = 80;
const LIMIT = 20;
const WARM_UP = 10;
const passageCount = Number(process.argv[2] ?? 50_000);
const questionCount = Number(process.argv[3] ?? 200);

const library = await openLibrary([], readConfig());
const client = new pg.Client({ connectionString: library.databaseUrl });
try {
  await client.connect();
  await measure();
} finally {
  await client.end();
  await library.close();
}

async function measure(): Promise<void> {
  const { dependencies, actor } = library;
  const { questions, lessonIds, documentSourceIds } = await makeLibrary(
    client,
    { instructorId: actor.instructorId, model: MINILM_NAME },
    passageCount,
  );
  const asked = Array.from(
    { length: questionCount },
    (_, index) => questions[index % questions.length] ?? '',
  );
  await dependencies.semanticSearch.embed(['The model alone.']);
  const modelBytes = await readSearchProcessBytes();
  const first = await time(() => searchPassages(dependencies, actor, { text: asked[0] ?? '', limit: LIMIT }));

  const [ours, words, vectors, lesson]: number[][] = [[], [], [], []];
  for (const [index, text] of asked.entries()) {
    const all = await time(() => searchPassages(dependencies, actor, { text, limit: LIMIT }));
    const plain = await time(() => rankPlainly(text));
    // Other words, so that the question's vector is not remembered.
    const scan = await time(() =>
      dependencies.semanticSearch.rank({ text: `${text} Please.`, documentSourceIds, limit: LIMIT }),
    );
    const scope = { lesson_id: lessonIds[index % lessonIds.length] ?? 0 };
    const inLesson = await time(() =>
      searchPassages(dependencies, actor, { text: `${text} Well.`, scope, limit: LIMIT }),
    );
    if (index < WARM_UP) continue;
    ours?.push(all);
    words?.push(plain);
    vectors?.push(scan);
    lesson?.push(inLesson);
  }
  tell(`Search among ${passageCount} passages, against ts_rank_cd`, ours ?? [], 'ts_rank_cd', words ?? []);
  tell(
    `Search among ${passageCount} passages, against all vectors alone`,
    ours ?? [],
    'vectors',
    vectors ?? [],
  );
  tell('Search in one lesson of 100 passages', lesson ?? [], undefined, []);
  console.log(`First search, which reads all vectors: ${first.toFixed(0)} ms`);
  const bytes = await readSearchProcessBytes();
  console.log(
    `Memory of the search process: ${megabytes(modelBytes)} with its model, ${megabytes(bytes)} with all`,
  );
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** What one would write without more ado: every word counts, PostgreSQL ranks by how near they stand. */
async function rankPlainly(text: string): Promise<void> {
  await client.query(
    `select passages.id, ts_rank_cd(passages.words, query) as rank
     from (select replace(plainto_tsquery('english', $2)::text, '&', '|')::tsquery as query) as asked
       join courses on courses.instructor_id = $1
       join lessons on lessons.course_id = courses.id
       join passages on passages.docsource_id = lessons.docsource_id and passages.words @@ query
     order by rank desc limit $3`,
    [library.actor.instructorId, text, LIMIT],
  );
}

async function readSearchProcessBytes(): Promise<number> {
  const processes = await listDescendants(process.pid);
  const search = processes.filter(({ command }) => command.includes('search.child.ts'));
  const bytes = await Promise.all(search.map((entry) => readResidentBytes(entry.processId)));
  return bytes.reduce((sum, each) => sum + each, 0);
}

function tell(
  name: string,
  ours: readonly number[],
  peerName: string | undefined,
  peer: readonly number[],
): void {
  const [p50, p95] = [median(ours), percentile(ours, 0.95)];
  const times = (low: number, high: number): string => `p50 ${low.toFixed(0)} ms, p95 ${high.toFixed(0)} ms`;
  printResult({
    name,
    value: times(p50, p95),
    ...(peerName === undefined
      ? {}
      : {
          peer: `${peerName} ${times(median(peer), percentile(peer, 0.95))}`,
          ratio: p50 / median(peer),
        }),
    goal: `p95 at most ${GOAL_MILLISECONDS} ms`,
    met: p95 <= GOAL_MILLISECONDS,
  });
}
