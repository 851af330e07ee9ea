import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  boundedText,
  entityId,
  entityIdText,
  freeText,
  hasAtMost,
  MAXIMUM_ID,
  opaqueId,
  requiredText,
} from './fields.ts';

test('an id in an address is a whole number that PostgreSQL can hold, written plainly, and nothing else', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAXIMUM_ID }), (id) => {
      expect(entityIdText.parse(String(id))).toBe(id);
      expect(entityId.parse(id)).toBe(id);
    }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String)), (text) => {
      const { success, data } = entityIdText.safeParse(text);
      if (success) expect(String(data)).toBe(text);
    }),
  );
});

test('text keeps every character but NUL, and loses only the white space around it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const free = freeText(1000).safeParse(text);
      expect(free.success).toBe(!text.includes('\u0000'));
      if (free.success) expect(free.data).toBe(text.trim());
      const required = requiredText(1000, 'Give it a name.').safeParse(text);
      expect(required.success).toBe(!text.includes('\u0000') && text.trim() !== '');
    }),
  );
  expect(freeText(3).safeParse('abcd').error?.issues[0]?.message).toBe('Must be 3 characters or fewer.');
});

test('an opaque id is short and harmless in an address', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (opaqueId.safeParse(text).success) expect(encodeURIComponent(text)).toBe(text);
    }),
  );
});

test('a character is one, whatever it takes to keep it', () => {
  expect(requiredText(3, 'Give it a name.').safeParse('🌍🌎🌏').success).toBe(true);
  expect(requiredText(3, 'Give it a name.').safeParse('🌍🌎🌏!').success).toBe(false);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 20 }), (text, maximum) => {
      expect(hasAtMost(maximum, text)).toBe(Array.from(text).length <= maximum);
    }),
  );
});

/** Characters that a program and its description easily disagree about. */
const trickyText = fc.string({
  unit: fc.constantFrom(
    'a',
    ' ',
    '\t',
    '\n',
    '\u0000',
    '\u0085',
    '\u00a0',
    '\u001c',
    '\u200b',
    '\ufeff',
    '🌍',
  ),
  maxLength: 6,
});

test.each([
  ['requiredText', requiredText(4, 'Give it a name.')],
  ['freeText', freeText(4)],
  ['boundedText', boundedText(4)],
])('%s takes what its JSON Schema says', (name, schema) => {
  const described = z.toJSONSchema(schema, { io: 'input' });
  fc.assert(
    fc.property(trickyText, (text) => {
      const length = Array.from(text).length;
      const isDescribed =
        length >= (described.minLength ?? 0) &&
        length <= (described.maxLength ?? 0) &&
        (described.pattern === undefined || new RegExp(described.pattern, 'u').test(text));
      expect([name, schema.safeParse(text).success]).toEqual([name, isDescribed]);
    }),
  );
});
