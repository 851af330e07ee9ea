import { expect, test } from 'vitest';
import { isWebAddress } from './web-address.ts';

test('only addresses of the web may be linked to', () => {
  expect(isWebAddress('https://example.org/a')).toBe(true);
  expect(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', ''].some(isWebAddress)).toBe(
    false,
  );
});
