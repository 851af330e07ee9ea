import { expect, test } from 'vitest';
import { eventually } from './eventually.ts';

test('returns what it finds', async () => {
  let looks = 0;
  expect(await eventually('the third look', () => ((looks += 1) === 3 ? 'found' : undefined))).toBe('found');
});

test('says what it waited for', async () => {
  const never = eventually('the job to end', () => undefined, { seconds: 0 });
  await expect(never).rejects.toThrow('Waited 0 s for the job to end.');
});
