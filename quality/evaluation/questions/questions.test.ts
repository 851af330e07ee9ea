import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { meaningWords, shareWithin } from '../measures/content-words.ts';
import { listLessonNames, readEvaluationLesson } from '../reading/read-lessons.ts';
import { QUESTION_SETS, readQuestions, type QuestionSet, type TestQuestions } from './read-questions.ts';

/** A question that shares more of its words with its quotes than this is easy. */
const EASY_SHARE = 0.6;
/** A passage with less of a quote's words than this does not hold it. */
const HELD_SHARE = 0.8;

/** What each set must have at least; of questions on one lesson, also at most. */
const SIZES: Record<QuestionSet, SetSize> = {
  first: { perLesson: [10, 12], answerable: 120, unanswerable: 40, ofKindWithoutAnswer: 5 },
  second: { perLesson: [6, 6], answerable: 72, unanswerable: 60, ofKindWithoutAnswer: 2 },
};

interface SetSize {
  readonly perLesson: readonly [number, number];
  readonly answerable: number;
  readonly unanswerable: number;
  readonly ofKindWithoutAnswer: number;
}

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

function countBy<T>(list: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of list) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
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

test('the first set is read unless another one is asked for', async () => {
  expect(await readQuestions()).toEqual(setOf('first'));
});

describe.each(QUESTION_SETS)('the %s set', (set) => {
  const size = SIZES[set];
  let questions: TestQuestions;

  beforeAll(() => {
    questions = setOf(set);
  });

  test('every lesson has its share of questions, and enough have no answer', () => {
    const byLesson = countBy(questions.answerable, ({ lesson }) => lesson);
    expect(Object.keys(byLesson)).toEqual(lessons);
    for (const [lesson, count] of Object.entries(byLesson)) {
      expect(count, lesson).toBeGreaterThanOrEqual(size.perLesson[0]);
      expect(count, lesson).toBeLessThanOrEqual(size.perLesson[1]);
    }
    expect(questions.answerable.length).toBeGreaterThanOrEqual(size.answerable);
    expect(questions.unanswerable.length).toBeGreaterThanOrEqual(size.unanswerable);
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

  test('most questions are put in other words than the lesson’s, and some are not', () => {
    const easy = questions.answerable.filter(
      ({ question, quotes }) =>
        shareWithin(meaningWords(question), meaningWords(quotes.join(' '))) > EASY_SHARE,
    );
    const share = easy.length / questions.answerable.length;
    expect(share).toBeLessThanOrEqual(1 / 3);
    expect(share).toBeGreaterThanOrEqual(1 / 20);
  });

  test('no kind of question outweighs the others, and none is missing', () => {
    const answerable = Object.values(countBy(questions.answerable, ({ kind }) => kind));
    expect(answerable).toHaveLength(9);
    expect(Math.min(...answerable) / questions.answerable.length).toBeGreaterThanOrEqual(0.07);
    expect(Math.max(...answerable) / questions.answerable.length).toBeLessThanOrEqual(0.2);
    const unanswerable = countBy(questions.unanswerable, ({ kind }) => kind);
    expect(Object.keys(unanswerable)).toHaveLength(7);
    expect(Math.min(...Object.values(unanswerable))).toBeGreaterThanOrEqual(size.ofKindWithoutAnswer);
    expect(unanswerable['near_miss']).toBeGreaterThanOrEqual(questions.unanswerable.length / 4);
  });

  test('people write with and without question marks and capitals, at length and in a word or two', () => {
    const asked = questions.answerable.map(({ question }) => question);
    const shareOf = (isSo: (question: string) => boolean): number => asked.filter(isSo).length / asked.length;
    for (const share of [
      shareOf((question) => question.endsWith('?')),
      shareOf((question) => /^\p{Ll}/u.test(question)),
    ]) {
      expect(share).toBeGreaterThanOrEqual(0.25);
      expect(share).toBeLessThanOrEqual(0.75);
    }
    expect(shareOf((question) => question.split(' ').length <= 5)).toBeGreaterThanOrEqual(0.05);
    expect(shareOf((question) => question.split(' ').length >= 15)).toBeGreaterThanOrEqual(0.1);
  });

  test('questions of lessons that are held back are marked, with and without an answer', () => {
    const heldLessons = new Set(
      questions.answerable.filter(({ heldBack }) => heldBack).map(({ lesson }) => lesson),
    );
    expect([...heldLessons]).toEqual(['linguistics', 'pharmacology']);
    for (const { near, heldBack } of questions.unanswerable)
      expect(heldBack).toBe(near !== undefined && heldLessons.has(near));
    expect(questions.unanswerable.filter(({ heldBack }) => heldBack).length).toBeGreaterThanOrEqual(5);
  });
});
