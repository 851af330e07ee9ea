import { expect, test } from 'vitest';
import type { LessonText } from '#contract/lessons.ts';
import { makeEmptyQuestion, type EditorQuestion } from './editor-question.ts';
import { createQuestionChecker } from './question-checker.ts';

const FIRST = 'Richard Arkwright patented the water frame in 1769. Samuel Crompton built the spinning mule.';
const SECOND = 'James Hargreaves invented the spinning jenny in 1764.';
const LESSON: LessonText = {
  plain_text: `${FIRST}\n${SECOND}`,
  passages: [
    { id: 'p1', start_offset: 0, end_offset: FIRST.length },
    { id: 'p2', start_offset: FIRST.length + 1, end_offset: FIRST.length + 1 + SECOND.length },
  ].map((place) => ({
    ...place,
    heading: null,
    paragraph: null,
    kind: 'prose' as const,
    page: null,
    page_end: null,
    start_second: null,
    end_second: null,
  })),
};

const QUESTION: EditorQuestion = {
  ...makeEmptyQuestion('multiple_choice'),
  text: 'Who patented the water frame in 1769?',
  options: ['Richard Arkwright', 'Thomas Newcomen', 'Josiah Wedgwood'].map((text, index) => ({
    key: `option ${index}`,
    text,
    isCorrect: index === 0,
  })),
  evidence: {
    quote: 'Richard Arkwright patented the water frame in 1769.',
    passage_id: 'p1',
    page: null,
    start_second: null,
    end_second: null,
  },
};

const codesOf = (question: EditorQuestion, lesson: LessonText | undefined = LESSON): string[] =>
  (createQuestionChecker(lesson).check([question]).get(question.key)?.flaws ?? []).map(({ code }) => code);

test('finds no flaw in a valid question and estimates its level and difficulty', () => {
  const finding = createQuestionChecker(LESSON).check([QUESTION]).get(QUESTION.key);
  expect(finding?.flaws).toEqual([]);
  expect(finding?.levelFound).toBe('remember');
  expect(finding?.difficultyReason).not.toBe('');
  expect(finding?.optionKeys).toEqual(['option 0', 'option 1', 'option 2']);
});

test('the quote must be in the named passage, not just anywhere in the lesson', () => {
  const elsewhere = { ...QUESTION, evidence: { ...QUESTION.evidence!, passage_id: 'p2' } };
  expect(codesOf(elsewhere)).toContain('evidence_not_verbatim');
  // Without the lesson, nothing can be held against it.
  expect(createQuestionChecker(undefined).check([elsewhere]).get(QUESTION.key)?.flaws).toEqual([]);
});

test('a question that cites nothing has no flaw for it', () => {
  expect(codesOf({ ...QUESTION, evidence: null })).toEqual([]);
});

test('a question beside one with the same stem says so, the earlier one does not', () => {
  const twin = { ...QUESTION, key: 'twin' };
  const findings = createQuestionChecker(LESSON).check([QUESTION, twin]);
  expect(findings.get(QUESTION.key)?.flaws).toEqual([]);
  expect(findings.get('twin')?.flaws.map(({ code }) => code)).toContain('duplicate_stem');
});

test('a question that is not begun has no flaw yet, one that is begun has', () => {
  const empty = makeEmptyQuestion('multiple_choice');
  expect(codesOf(empty)).toEqual([]);
  expect(createQuestionChecker(LESSON).check([empty, makeEmptyQuestion('essay')]).size).toBe(2);
  expect(codesOf({ ...empty, text: 'Which' })).toContain('unfocused_stem');
});
