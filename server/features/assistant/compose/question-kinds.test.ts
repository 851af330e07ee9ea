import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classifyQuestion, type QuestionKind } from './read-question.ts';

test.each<[string, QuestionKind]>([
  ['What is osmosis?', 'definition'],
  ['pure function', 'definition'],
  ['can you define opportunity cost please', 'definition'],
  ['When more is on sale than people want, what is that called?', 'definition'],
  ['what do you call the fluid around the sacs', 'definition'],
  ['Why do leaves look green?', 'reason'],
  ['What is the purpose of a giving set?', 'reason'],
  ['how do anti-lock brakes work', 'steps'],
  ['static vs kinetic friction', 'comparison'],
  ['Which is faster, chaining or probing?', 'comparison'],
  ['Give me an example of a price ceiling', 'example'],
  ['How many people died?', 'number'],
  ['how long can blood stay out', 'number'],
  ['Who invented the spinning jenny?', 'who'],
  ['When was the first railway built?', 'when'],
  ['Where does the Calvin cycle take place?', 'where'],
  ['What are the stages of respiration?', 'list'],
  ['Does glycolysis need oxygen?', 'yes_no'],
])('%s asks for: %s', (text, kind) => {
  expect(classifyQuestion(text)).toBe(kind);
});

test('capitals, white space, final marks and politeness change nothing', () => {
  const questions = [
    'what is osmosis',
    'why do leaves look green',
    'how many people died',
    'static vs kinetic friction',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...questions),
      fc.constantFrom('', 'Hi, ', 'please tell me ', 'Can you explain ', 'um, '),
      fc.constantFrom('', '?', ' ??', '!', '…', ' '),
      fc.boolean(),
      (question, before, after, shout) => {
        const text = before + question + after;
        expect(classifyQuestion(shout ? text.toUpperCase() : text)).toBe(classifyQuestion(question));
      },
    ),
  );
});
