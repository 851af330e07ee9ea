import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entityId, entityIdText, freeText, MAXIMUM_ID, opaqueId, requiredText } from './fields.ts';

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
