/**
 * Downloads a question bank of 5,000 questions in every format: the time, and the memory that the api process gains.
 * Argument: how many questions (5000).
 */
import { EXPORT_FORMATS } from '#contract/quiz-export.ts';
import { registerClient } from '#e2e/api-client.ts';
import { queryDatabase } from '#e2e/database-of.ts';
import { readResidentBytes } from '#e2e/process-table.ts';
import { watchMemory, withLectern } from './lectern.ts';
import { megabytes, printResult } from './result.ts';

const QUESTIONS = Number(process.argv[2] ?? 5_000);
const GOAL_SECONDS = 5;
const GOAL_BYTES = 100 * 1024 ** 2;

/** Of usual length, with code in every tenth. */
const questionOf = (index: number): object => ({
  text: `${index % 10 === 0 ? '```python\nprint(1 < 2)\n```\n' : ''}Question ${index}: which of these statements about the lesson is supported by what it says?`,
  type: 'multiple_choice',
  blooms_taxonomy: 'understand',
  difficulty: 'medium',
  outcome: 'LO1',
  explanation:
    'The lesson says so where it compares the two, and the other statements turn that around. '.repeat(2),
  evidence: {
    quote: 'Both are compared in the second part, where the first has the larger effect. '.repeat(2),
    passage_id: 'none',
    page: 7,
    start_second: null,
    end_second: null,
  },
  options: ['first', 'second', 'third', 'fourth'].map((word, place) => ({
    text: `The ${word} of them has the larger effect, as number ${index} shows.`,
    is_correct: place === index % 4,
  })),
  key_points: [],
  rubric: null,
  flaws: [],
});

/** Each question is a row of the bank. */
const FILL = `insert into question_candidates (lesson_id, fingerprint, question, section, score, written_by)
  select $1, 'bench-' || place, question, 0, 0.5, 'composer'
  from jsonb_array_elements($2::jsonb) with ordinality as each (question, place)`;

await withLectern(async (lectern) => {
  const client = await registerClient(lectern.origin);
  const course = await client.createCourse('Export');
  const lesson = await client.createLesson({
    course: course.id,
    title: 'Export',
    file: 'https://example.org/lesson.mp4',
  });
  const questions = Array.from({ length: QUESTIONS }, (_, index) => questionOf(index));
  await queryDatabase(lectern.dataDirectory, FILL, [lesson.id, JSON.stringify(questions)]);
  const api = await lectern.getPart('api');
  const download = async (format: string): Promise<number> => {
    const response = await fetch(
      `${lectern.origin}/api/lessons/${lesson.id}/question-bank/export/?format=${format}`,
      { headers: { authorization: `Bearer ${client.accessToken}` } },
    );
    if (!response.ok || response.body === null) throw new Error(`${format}: ${response.status}`);
    let bytes = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) bytes += chunk.length;
    return bytes;
  };
  await download('json');
  for (const format of EXPORT_FORMATS) {
    const before = await readResidentBytes(api);
    const memory = watchMemory(api);
    const start = performance.now();
    const bytes = await download(format);
    const seconds = (performance.now() - start) / 1000;
    const gained = Math.max(0, (await memory.stop()) - before);
    printResult({
      name: `${QUESTIONS} questions as ${format}, ${megabytes(bytes)}`,
      value: `${seconds.toFixed(2)} s, ${megabytes(gained)} more memory`,
      goal: `≤ ${GOAL_SECONDS} s, ≤ ${megabytes(GOAL_BYTES)}`,
      met: seconds <= GOAL_SECONDS && gained <= GOAL_BYTES,
    });
  }
});
