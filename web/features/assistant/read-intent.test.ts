import { expect, test } from 'vitest';
import { readIntent } from './read-intent.ts';

const multipleChoice = { mode: 'list', answer_style: 'multiple_choice' } as const;

test.each([
  ['Please create a quiz', { kind: 'quiz' }],
  ['summarize this lesson', { kind: 'summarize' }],
  ['Could you summarise the lecture, please?', { kind: 'summarize' }],
  ['give me a summary of this video', { kind: 'summarize' }],
  ['What does the lecturer say about a summary of risks?', { kind: 'question' }],
  ['summarize the causes of the war', { kind: 'question' }],
  [
    'write five hard questions on page 4',
    { kind: 'questions', wish: { ...multipleChoice, question_count: 5, difficulty: 'hard', pages: [4] } },
  ],
  [
    'Write 3 easy essay questions about pages 2-4.',
    {
      kind: 'questions',
      wish: { mode: 'list', answer_style: 'essay', question_count: 3, difficulty: 'easy', pages: [2, 3, 4] },
    },
  ],
  [
    'make me a question about osmosis',
    { kind: 'questions', wish: { ...multipleChoice, question_count: 1, topic: 'osmosis' } },
  ],
  [
    'generate questions from this lesson',
    { kind: 'questions', wish: { ...multipleChoice, question_count: 5 } },
  ],
  [
    'quiz me',
    { kind: 'questions', wish: { mode: 'practice', answer_style: 'multiple_choice', question_count: 5 } },
  ],
  [
    'Quiz me on pages 1, 2 and 5!',
    {
      kind: 'questions',
      wish: { mode: 'practice', answer_style: 'multiple_choice', question_count: 5, pages: [1, 2, 5] },
    },
  ],
  [
    'test me about tides',
    {
      kind: 'questions',
      wish: { mode: 'practice', answer_style: 'multiple_choice', question_count: 5, topic: 'tides' },
    },
  ],
  ['give me three exam tips', { kind: 'question' }],
  ['Why do rivers flood?', { kind: 'question' }],
  ['', { kind: 'question' }],
])('%j', (text, intent) => {
  expect(readIntent(text)).toEqual(intent);
});
