import { describe, expect, test } from 'vitest';
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
  test('a lesson that an answer names opens the form at once, whatever was asked before', () => {
    const named = { type: 'lesson_named', courseId: 3, lessonId: 4 } as const;
    const form = { step: 'form', courseId: 3, lessonId: 4 };
    for (const before of [[], [asked], [asked, course]]) expect(run(...before, named)).toEqual(form);
    expect(run(asked, course, lesson, named)).toEqual(run(asked, course, lesson));
  });
  test('begins again when asked again', () => {
    expect(run(asked, course, asked)).toEqual({ step: 'awaiting_course' });
  });
});
