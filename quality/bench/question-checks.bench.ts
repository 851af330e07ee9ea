/**
 * The item checker, which the editor runs while somebody types: each question of the test lessons held against every
 * criterion and its lesson, its level and difficulty found; and a hostile one of 100 kB. Argument: rounds (20).
 */
import { checkQuestion } from '#contract/question-rules/checks/check-question.ts';
import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import { createLessonSupport } from '#contract/question-rules/checks/lesson-support.ts';
import type { LessonSource } from '#contract/question-rules/checks/source-criteria.ts';
import { estimateDifficulty } from '#contract/question-rules/difficulty/estimate-difficulty.ts';
import { findLevel } from '#contract/question-rules/levels/find-level.ts';
import { composeQuestions } from '#server/features/quizzes/writer/compose/compose-questions.ts';
import { LESSON_NAMES, readLesson } from '#server/language/testing/read-lesson.ts';
import { percentile, printResult } from './result.ts';

const GOAL_MILLISECONDS = 5;
/** What nobody types may take longer, but not without bound. */
const HOSTILE_GOAL_MILLISECONDS = 50;
const rounds = Number(process.argv[2] ?? 20);

async function listQuestions(): Promise<{ question: CheckedQuestion; source: LessonSource }[]> {
  const questions: { question: CheckedQuestion; source: LessonSource }[] = [];
  for (const name of LESSON_NAMES) {
    const lesson = readLesson(name);
    const passages = lesson.passages.map(({ text }) => text);
    const support = createLessonSupport(passages.flatMap((passage) => passage.split(/(?<=[.?!])\s/u)));
    const { candidates } = await composeQuestions(lesson, { answerStyle: 'multiple_choice', seed: 1 });
    for (const { question } of candidates)
      questions.push({
        question: { ...question, quote: question.evidence.quote },
        source: { passages, support },
      });
  }
  return questions;
}

function measure(question: CheckedQuestion, source?: LessonSource): number {
  const started = performance.now();
  checkQuestion(question, source);
  estimateDifficulty(question, findLevel(question));
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

const questions = await listQuestions();
const typed: number[] = [];
for (let round = 0; round < rounds; round += 1)
  for (const { question, source } of questions) {
    // A letter more each time, as somebody types: nothing is remembered from the round before.
    typed.push(measure({ ...question, text: `${question.text}${'x'.repeat(round)}` }, source));
  }
report(`check of a question (${questions.length} questions, ${rounds} rounds)`, typed, GOAL_MILLISECONDS);

const long = 'which of these is not “what and is a, '.repeat(2700);
const hostile: CheckedQuestion = {
  text: long,
  type: 'multiple_choice',
  quote: null,
  options: [1, 2, 3, 4].map((option) => ({ text: `${long}${option}`, is_correct: option === 1 })),
};
measure(hostile);
report(
  'check of a question of 500 kB',
  Array.from({ length: rounds }, () => measure(hostile)),
  HOSTILE_GOAL_MILLISECONDS,
);
