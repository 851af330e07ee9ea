import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { meaningWords, shareWithin } from '../measures/content-words.ts';
import { listLessonNames, readEvaluationLesson } from '../reading/read-lessons.ts';
import { QUESTION_SETS, readQuestions, type QuestionSet, type TestQuestions } from './read-questions.ts';

/** A passage with less of a quote's words than this does not hold it. */
const HELD_SHARE = 0.8;

const sets = new Map<QuestionSet, TestQuestions>();
let lessons: readonly string[];

beforeAll(async () => {
  lessons = await listLessonNames();
  for (const set of QUESTION_SETS) sets.set(set, await readQuestions(set));
});

function setOf(set: QuestionSet): TestQuestions {
  const questions = sets.get(set);
  if (questions === undefined) throw new Error(`The ${set} set was not read`);
  return questions;
}

function withSingleSpaces(text: string): string {
  return text.replace(/\s+/gu, ' ');
}

test('no question is asked twice, in one set or in both', () => {
  const all = [...sets.values()].flatMap(({ answerable, unanswerable }) => [...answerable, ...unanswerable]);
  const asked = all.map(({ question }) =>
    question
      .toLowerCase()
      .replace(/[\s\p{P}]+/gu, ' ')
      .trim(),
  );
  expect(asked.filter((question, index) => asked.indexOf(question) !== index)).toEqual([]);
});

describe.each(QUESTION_SETS)('the %s set', (set) => {
  let questions: TestQuestions;

  beforeAll(() => {
    questions = setOf(set);
  });

  test('every quote stands once in its lesson and is a whole sentence of it', async () => {
    const astray: string[] = [];
    for (const lesson of lessons) {
      const source = await readFile(join(import.meta.dirname, `../lessons/${lesson}.txt`), 'utf8');
      const paragraphs = source.split('\n').map((paragraph) => withSingleSpaces(paragraph).trim());
      for (const { quotes } of questions.answerable.filter((question) => question.lesson === lesson))
        for (const quote of quotes) {
          const around = paragraphs.flatMap((paragraph) => {
            const parts = paragraph.split(quote);
            return parts.slice(1).map((after, index) => ({ before: parts[index] ?? '', after }));
          });
          const whole = around.every(
            ({ before, after }) => /(?:^|[.?!:]["”]?\s)$/u.test(before) && /^(?:$|\s)/u.test(after),
          );
          if (around.length !== 1 || !whole || !/[.?!]["”]?$/u.test(quote))
            astray.push(`${lesson}: ${quote}`);
        }
    }
    expect(astray).toEqual([]);
  });

  test('Lectern’s passages hold every quote; at most one in fifty is broken by the turn of a page', async () => {
    const broken: string[] = [];
    const lost: string[] = [];
    let count = 0;
    for (const lesson of lessons) {
      const { text } = await readEvaluationLesson(lesson);
      const passages = text.passages.map((passage) => withSingleSpaces(passage.text));
      const wordsOfPassages = passages.map(meaningWords);
      for (const { quotes } of questions.answerable.filter((question) => question.lesson === lesson))
        for (const quote of quotes) {
          count += 1;
          if (passages.some((passage) => passage.includes(quote))) continue;
          broken.push(`${lesson}: ${quote}`);
          // A running head that stays may part a sentence; one of the passages must still hold the better part of it.
          const share = Math.max(...wordsOfPassages.map((words) => shareWithin(meaningWords(quote), words)));
          if (share < HELD_SHARE) lost.push(`${lesson}: ${quote}`);
        }
    }
    expect(lost).toEqual([]);
    expect(broken.length, broken.join('\n')).toBeLessThanOrEqual(count / 50);
  });

  test('quotes differ within a question, and two are there where all are needed', () => {
    const odd = questions.answerable.filter(
      ({ needs, quotes }) => new Set(quotes).size !== quotes.length || (needs === 'all' && quotes.length < 2),
    );
    expect(odd).toEqual([]);
  });
});
