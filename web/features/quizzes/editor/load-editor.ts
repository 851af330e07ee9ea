import { lazy } from 'react';

export const QuizEditor = lazy(async () => ({ default: (await import('./quiz-editor.tsx')).QuizEditor }));

export const QuestionInPlace = lazy(async () => ({
  default: (await import('./question-in-place.tsx')).QuestionInPlace,
}));
