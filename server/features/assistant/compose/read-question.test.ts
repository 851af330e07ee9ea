import { expect, test } from 'vitest';
import { stemWord } from '#contract/question-rules/words.ts';
import { readQuestion, standaloneQuestion } from './read-question.ts';

test('keeps the words that say what is asked about', () => {
  expect([...readQuestion('Can you tell me what osmosis means, please?').words.values()]).toEqual([
    'osmosis',
  ]);
  expect([...readQuestion('pure function').words.values()]).toEqual(['pure', 'function']);
});

test.each([
  ['and why?', 'What is inertia?'],
  ['how does it work?', 'What is inertia?'],
  ['give an example', 'What is inertia?'],
  ['Why?', 'What is inertia?'],
])('"%s" is asked about the subject of the question before', (text, previous) => {
  expect([...readQuestion(text, previous).words.values()]).toContain('inertia');
  expect(standaloneQuestion(text, previous)).toContain('inertia');
});

test('a question with its own subject takes none from the one before', () => {
  const question = readQuestion('Who discovered the ABO blood groups?', 'What is inertia?');
  expect([...question.words.values()]).toEqual(['discovered', 'abo', 'blood', 'groups']);
});

test.each(['hello', 'Hi there!', 'ok, thank you very much', 'Thanks, good night'])(
  'says nothing of the question before: %s',
  (text) => {
    const question = readQuestion(text, 'What is inertia?');
    expect(standaloneQuestion(text, 'What is inertia?')).toBe(text);
    expect(question.stems.size).toBe(0);
  },
);

test('"what about …" asks the same about something else', () => {
  expect(readQuestion('what about yeast?', 'Why does muscle make lactic acid?').kind).toBe('reason');
});

test.each([
  ['What is the difference between mass and weight?', 'mass', 'weight'],
  ['static vs kinetic friction', 'static', 'kinetic'],
  ['How does episodic memory differ from semantic memory?', 'episodic', 'semantic'],
  ['compare proactive with retroactive interference', 'proactive', 'retroactive'],
])('the two sides of "%s"', (text, one, other) => {
  const { sides } = readQuestion(text);
  expect([...(sides?.[0] ?? [])]).toContain(stemWord(one));
  expect([...(sides?.[1] ?? [])]).toContain(stemWord(other));
});
