import { expect, test } from 'vitest';
import { PLACEHOLDER_API_KEY as ofContract } from '#contract/accounts.ts';
import { PLACEHOLDER_API_KEY } from './placeholder-api-key.ts';

test('the placeholder key is the one that the server knows to mean none', () => {
  expect(PLACEHOLDER_API_KEY).toBe(ofContract);
});
