import { expect, test } from 'vitest';
import { readIntent } from './read-intent.ts';

const list = { mode: 'list', answer_style: 'multiple_choice', question_count: 5 } as const;
const practice = { ...list, mode: 'practice' } as const;

test.each([
  ['write five hard questions on page 4', { ...list, difficulty: 'hard', pages: [4] }],
  [
    'Write 3 easy essay questions about pages 2-4.',
    { ...list, answer_style: 'essay', question_count: 3, difficulty: 'easy', pages: [2, 3, 4] },
  ],
  ['make me a question about osmosis', { ...list, question_count: 1, topic: 'osmosis' }],
  ['generate questions from this lesson', list],
  ['I need 10 questions about osmosis', { ...list, question_count: 10, topic: 'osmosis' }],
  ['generate a quiz', list],
  ['Make me a hard quiz about osmosis', { ...list, difficulty: 'hard', topic: 'osmosis' }],
  ['prepare a test with three questions on page 2', { ...list, question_count: 3, pages: [2] }],
  ['Ask me two easy questions', { ...practice, question_count: 2, difficulty: 'easy' }],
  ['Test my knowledge', practice],
  ['Escribe cinco preguntas difíciles sobre la página 4', { ...list, difficulty: 'hard', pages: [4] }],
  [
    '¡Dame una pregunta de opción múltiple sobre la ósmosis, por favor!',
    { ...list, question_count: 1, topic: 'la ósmosis' },
  ],
  ['Ponme a prueba', practice],
  ['quiz me', practice],
  ['3 questions about how rivers flood', { ...list, question_count: 3, topic: 'how rivers flood' }],
  ['Quiz me on pages 1, 2 and 5!', { ...practice, pages: [1, 2, 5] }],
  ['test me about tides', { ...practice, topic: 'tides' }],
])('%j asks for questions', (text, wish) => {
  expect(readIntent(text)).toEqual({ kind: 'questions', wish });
});

test.each([
  ['Please CREATE  a\nquiz', 'quiz'],
  ['a quiz for week 3', 'quiz'],
  ['generate quiz', 'quiz'],
  ['what is a quiz?', 'question'],
  ['summarize this lesson', 'summarize'],
  ['What are the main points of this lesson?', 'summarize'],
  ['What is this lesson about?', 'summarize'],
  ['¿De qué trata esta lección?', 'summarize'],
  ['Hazme un resumen de la clase', 'summarize'],
  ['resume las causas de la guerra', 'question'],
  ['What is osmosis about?', 'question'],
  ['What is it about osmosis that matters?', 'question'],
  ['Could you summarise the lecture, please?', 'summarize'],
  ['give me a summary of this video', 'summarize'],
  ['What does the lecturer say about a summary of risks?', 'question'],
  ['summarize the causes of the war', 'question'],
  ['give me three exam tips', 'question'],
  ['Why do rivers flood?', 'question'],
  ['Give me the test statistic of a paired comparison', 'question'],
  ['One question about osmosis: why does water move?', 'question'],
  ['Two questions remain open after the experiment', 'question'],
  ['Dos preguntas sobre la ósmosis: ¿qué es y por qué ocurre?', 'question'],
  ['', 'question'],
])('%j: %s', (text, kind) => {
  expect(readIntent(text)).toEqual({ kind });
});
