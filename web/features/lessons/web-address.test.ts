import { expect, test } from 'vitest';
import { isWebAddress } from './web-address.ts';

test('allows links only to web addresses', () => {
  expect(isWebAddress('https://example.org/a')).toBe(true);
  expect(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', ''].some(isWebAddress)).toBe(
    false,
  );
});
