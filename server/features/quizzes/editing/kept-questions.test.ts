import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lessonOf } from '#server/language/testing/read-lesson.ts';
import { evidenceOfPassage } from '#server/language/evidence-of-passage.ts';
import { assessQuestions, keepEdited, prepareMaterial, type KeptQuestion } from './kept-questions.ts';

const WORDS = ['river', 'sediment', 'delta', 'current', 'basin', 'valley', 'glacier', 'coast', 'estuary'];
const textOf = (length: number, seed: number): string => {
  let text = '';
  for (let index = seed; text.length < length; index += 1)
    text += `${WORDS[index % WORDS.length] ?? ''}${index} `;
  return text.slice(0, length);
};

const largeQuestion = (seed: number): KeptQuestion => ({
  id: null,
  text: textOf(2_000, seed),
  type: 'multiple_choice',
  blooms_taxonomy: 'remember',
  difficulty: 'easy',
  outcome: null,
  options: Array.from({ length: 8 }, (_, index) => ({
    text: textOf(1_000, seed * 31 + index),
    is_correct: index === 0,
  })),
  explanation: '',
  evidence: null,
  key_points: [],
  rubric: null,
  written_by: 'instructor',
  is_draft: false,
  dismissed_flaws: [],
});

test('other work continues while a hundred large questions are checked', async () => {
  const questions = Array.from({ length: 100 }, (_, seed) => largeQuestion(seed));
  let turns = 0;
  const done = new AbortController();
  const other = (async () => {
    while (!done.signal.aborted) {
      await setImmediate();
      turns += 1;
    }
  })();
  const assessed = await assessQuestions(questions, undefined);
  done.abort();
  await other;
  expect(assessed).toHaveLength(100);
  expect(turns).toBeGreaterThan(5);
});

test('keeps the second place that a question rests on after an edit', async () => {
  const { passages } = lessonOf('Clay holds more water than sand. Its pores are small.');
  const [passage] = passages;
  const evidence = {
    ...evidenceOfPassage(passage!, 'Clay holds more water than sand.'),
    further: evidenceOfPassage(passage!, 'Its pores are small.'),
  };
  const known = { ...largeQuestion(1), id: 1, evidence };
  const material = prepareMaterial({ passages, timeEvidence: (each) => Promise.resolve(each) });
  const [kept] = await keepEdited([{ ...known, text: 'Why does clay hold water?' }], material, [known]);
  expect(kept?.evidence).toEqual(evidence);
});
