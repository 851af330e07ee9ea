import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MESSAGES, problemOf, wordMessage, type MessageCode, type ProblemMessageCode } from './catalogue.ts';
import { CLIENT_MESSAGES } from './client-messages.ts';
import { DIFFICULTY_REASONS } from './difficulty-reasons.ts';
import { FIELD_MESSAGES, fieldText } from './field-messages.ts';
import { message } from './make-message.ts';
import { findMessage, type Message } from './message.ts';
import { NOTES } from './notes.ts';
import { PROBLEM_MESSAGES } from './problems.ts';

const groups = [
  ...Object.values(PROBLEM_MESSAGES),
  FIELD_MESSAGES,
  CLIENT_MESSAGES,
  NOTES,
  DIFFICULTY_REASONS,
];
const codes = Object.keys(MESSAGES) as MessageCode[];

test('each code is in one group', () => {
  expect(codes.length).toBe(groups.reduce<number>((sum, group) => sum + Object.keys(group).length, 0));
});

test('each message of a problem names its problem, and those of fields are validation_failed', () => {
  for (const [problem, group] of Object.entries(PROBLEM_MESSAGES)) {
    for (const code of Object.keys(group)) expect(problemOf(code as ProblemMessageCode)).toBe(problem);
  }
  for (const code of Object.keys(FIELD_MESSAGES)) {
    expect(problemOf(code as ProblemMessageCode)).toBe('validation_failed');
  }
});

test('no two field messages have one text, from which the code is found again', () => {
  const texts = Object.values(FIELD_MESSAGES);
  expect(new Set(texts).size).toBe(texts.length);
});

test('a text of a schema leads back to its message', () => {
  const text = fieldText('text_too_long', { maximum: 300 });
  expect(text).toBe('Must be 300 characters or fewer.');
  expect(fieldText('text_too_long', { maximum: 20_000 })).toBe('Must be 20,000 characters or fewer.');
  expect(findMessage(text)).toEqual({ code: 'text_too_long', params: { maximum: 300 } });
  expect(findMessage('Something that no schema says.')).toBeUndefined();
});

test.each([
  [900, '900 bytes'],
  [1536, '1.5 KiB'],
  [20 * 1024 ** 3, '20 GiB'],
  [123.4 * 1024 ** 2, '123 MiB'],
])('%d bytes read %s', (limitBytes, text) => {
  expect(wordMessage(message('file_too_large', { limitBytes }))).toBe(
    `The file is larger than ${text}, the maximum. Nothing was kept.`,
  );
});

test('a message can be a parameter of another, and a list reads as one', () => {
  expect(wordMessage(message('summary_without_model', { why: message('model_timeout') }))).toBe(
    'The language model did not answer in time, so Lectern chose sentences of the lesson instead.',
  );
  expect(wordMessage(message('email_domain', { domains: ['a.example', 'b.example'] }))).toBe(
    'Use an email address of a.example and b.example.',
  );
});

const PLACEHOLDER = /\{\{(\w+)(?:, (\w+))?\}\}/gu;

/** A message of the code with any parameters that it takes. */
const anyMessage = (code: MessageCode): fc.Arbitrary<Message> => {
  const params = [...MESSAGES[code].matchAll(PLACEHOLDER)].map(([, name = '', format]) => [
    name,
    format === 'bytes' || format === 'date' || format === 'number'
      ? fc.nat({ max: 9 })
      : format === 'list'
        ? fc.array(fc.string(), { minLength: 1 })
        : format === 'message'
          ? fc.constant(message('model_timeout'))
          : fc.oneof(fc.nat(), fc.string()),
  ]);
  return fc
    .record(Object.fromEntries(params) as Record<string, fc.Arbitrary<unknown>>)
    .map((given) => ({ code, params: given }));
};

test('every message is worded with whatever parameters, each of them in it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...codes).chain(anyMessage), ({ code, params }) => {
      const text = wordMessage({ code, params });
      for (const value of Object.values(params)) {
        if (typeof value === 'string') expect(text).toContain(value);
      }
      expect(text.length).toBeGreaterThan(3);
    }),
  );
});

test('a parameter is never read as a template', () => {
  expect(wordMessage(message('url_port', { port: '{{port}} $& $1' }))).toContain('port {{port}} $& $1.');
});
