import { describe, expect, test } from 'vitest';
import { append, groupByLesson, logOf, withoutFailure } from './chat-log.ts';
import { IDLE_QUIZ_FLOW, nextQuizFlow, type QuizFlow, type QuizFlowEvent } from './quiz-flow.ts';
import { isQuizRequest } from './quiz-intent.ts';

describe('what starts the quiz flow', () => {
  test.each(['Please CREATE a quiz', 'a quiz for week 3', 'generate quiz', 'Create  a\nquiz'])(
    '%j',
    (text) => {
      expect(isQuizRequest(text)).toBe(true);
    },
  );
  test.each(['what is a quiz?', 'creates quizzes', 'generate a quiz', ''])('not %j', (text) => {
    expect(isQuizRequest(text)).toBe(false);
  });
});

describe('the quiz flow', () => {
  const run = (...events: QuizFlowEvent[]): QuizFlow => events.reduce(nextQuizFlow, IDLE_QUIZ_FLOW);
  const asked = { type: 'asked' } as const;
  const course = { type: 'course_picked', courseId: 1 } as const;
  const lesson = { type: 'lesson_picked', lessonId: 2 } as const;

  test('asks for a course, then a lesson, then opens the form', () => {
    expect(run(asked)).toEqual({ step: 'awaiting_course' });
    expect(run(asked, course)).toEqual({ step: 'awaiting_lesson', courseId: 1 });
    expect(run(asked, course, lesson)).toEqual({ step: 'form', courseId: 1, lessonId: 2 });
    expect(run(asked, course, lesson, { type: 'ended' })).toEqual(IDLE_QUIZ_FLOW);
  });
  test('does nothing for what belongs to another step', () => {
    expect(run(course, lesson)).toEqual(IDLE_QUIZ_FLOW);
    expect(run(asked, lesson)).toEqual({ step: 'awaiting_course' });
    expect(run(asked, course, { type: 'course_picked', courseId: 9 })).toEqual(run(asked, course));
    expect(run(asked, course, lesson, asked)).toEqual(run(asked, course, lesson));
  });
  test('begins again when asked again', () => {
    expect(run(asked, course, asked)).toEqual({ step: 'awaiting_course' });
  });
});

test('a question is asked again without the failure of the first time', () => {
  const log = append(
    [],
    { kind: 'person', text: 'a' },
    { kind: 'checking' },
    { kind: 'answer', text: 'b', citations: [] },
    { kind: 'person', text: 'c' },
    { kind: 'checking' },
    { kind: 'failed', question: 'c', error: undefined },
  );
  expect(log.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(withoutFailure(log, 6).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect(append(withoutFailure(log, 6), { kind: 'checking' }).at(-1)?.id).toBe(5);
});

const citation = (lessonId: number, quote: string) => ({
  lesson_id: lessonId,
  lesson_title: `Lesson ${lessonId}`,
  course_id: 1,
  evidence: { quote, page: 1, start_second: null, end_second: null, passage_id: quote },
});

test('a past conversation reads as it was held', () => {
  const message = {
    created_at: '2026-11-21T10:00:00Z',
    citations: [],
    statements: [],
    outcome: null,
    nearest: [],
    written_by: null,
    note: null,
    scope: null,
  };
  expect(
    logOf([
      { ...message, id: 7, role: 'person', text: 'Why?' },
      { ...message, id: 8, role: 'assistant', text: 'So.', citations: [citation(1, 'q')] },
    ]),
  ).toEqual([
    { id: 1, kind: 'person', text: 'Why?' },
    { id: 2, kind: 'answer', text: 'So.', citations: [citation(1, 'q')] },
  ]);
});

test('citations are grouped by lesson, in their order', () => {
  const [a, b, c] = [citation(2, 'a'), citation(1, 'b'), citation(2, 'c')];
  expect(groupByLesson([a, b, c])).toEqual([[a, c], [b]]);
});
