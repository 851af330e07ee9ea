/**
 * The item checker, which the editor runs while somebody types: each question of the test lessons held against every
 * criterion and its lesson, its level and difficulty found; and a hostile one of 100 kB. Argument: rounds (20).
 */
import { checkItem } from '../items/checks/check-item.ts';
import type { CheckedItem } from '../items/checks/checked-item.ts';
import { createLessonSupport } from '../items/checks/lesson-support.ts';
import type { LessonSource } from '../items/checks/source-criteria.ts';
import { estimateDifficulty } from '../items/difficulty/estimate-difficulty.ts';
import { findLevel } from '../items/levels/find-level.ts';
import { composeQuestions } from '../server/features/quizzes/writer/compose/compose-questions.ts';
import { LESSON_NAMES, readLesson } from '../server/language/testing/read-lesson.ts';
import { percentile, printResult } from './result.ts';

const GOAL_MILLISECONDS = 5;
/** What nobody types may take longer, but not without bound. */
const HOSTILE_GOAL_MILLISECONDS = 50;
const rounds = Number(process.argv[2] ?? 20);

async function listItems(): Promise<{ item: CheckedItem; source: LessonSource }[]> {
  const items: { item: CheckedItem; source: LessonSource }[] = [];
  for (const name of LESSON_NAMES) {
    const lesson = readLesson(name);
    const passages = lesson.passages.map(({ text }) => text);
    const support = createLessonSupport(passages.flatMap((passage) => passage.split(/(?<=[.?!])\s/u)));
    const { candidates } = await composeQuestions(lesson, { answerStyle: 'multiple_choice', seed: 1 });
    for (const { question } of candidates)
      items.push({ item: { ...question, quote: question.evidence.quote }, source: { passages, support } });
  }
  return items;
}

function measure(item: CheckedItem, source?: LessonSource): number {
  const started = performance.now();
  checkItem(item, source);
  estimateDifficulty(item, findLevel(item));
  return performance.now() - started;
}

function report(name: string, milliseconds: readonly number[], goal: number): void {
  const mean = milliseconds.reduce((sum, value) => sum + value, 0) / milliseconds.length;
  printResult({
    name,
    value: `mean ${mean.toFixed(3)} ms (p95 ${percentile(milliseconds, 0.95).toFixed(3)})`,
    goal: `mean at most ${goal} ms`,
    met: mean <= goal,
  });
}

const items = await listItems();
const typed: number[] = [];
for (let round = 0; round < rounds; round += 1)
  for (const { item, source } of items) {
    // A letter more each time, as somebody types: nothing is remembered from the round before.
    typed.push(measure({ ...item, text: `${item.text}${'x'.repeat(round)}` }, source));
  }
report(`check of an item (${items.length} items, ${rounds} rounds)`, typed, GOAL_MILLISECONDS);

const long = 'which of these is not “what and is a, '.repeat(2700);
const hostile: CheckedItem = {
  text: long,
  type: 'multiple_choice',
  quote: null,
  options: [1, 2, 3, 4].map((option) => ({ text: `${long}${option}`, is_correct: option === 1 })),
};
measure(hostile);
report(
  'check of an item of 500 kB',
  Array.from({ length: rounds }, () => measure(hostile)),
  HOSTILE_GOAL_MILLISECONDS,
);
