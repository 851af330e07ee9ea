import { expect, test } from 'vitest';
import { joinLines } from './hyphenation.ts';

test.each([
  ['See https://a.org/hills/', 'rain-2008, page 3', 'See https://a.org/hills/rain-2008, page 3'],
  ['See https://a.org/the-', 'hills/rain for it', 'See https://a.org/the-hills/rain for it'],
  ['See https://a.org/hills/', 'where it rained', 'See https://a.org/hills/ where it rained'],
  ['[7] https://a.org/hills/', '[8] Lovelace, A.', '[7] https://a.org/hills/ [8] Lovelace, A.'],
])('joins an address that is broken over lines, and no other text: %s|%s', (first, second, joined) => {
  expect(joinLines(first, second, new Map())).toBe(joined);
});

test('joins a name that is broken behind its underscore', () => {
  expect(joinLines('It calls join_-', 'update again', new Map())).toBe('It calls join_update again');
});
