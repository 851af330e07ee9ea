import { expect, test } from 'vitest';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { findRoomProblem } from './fetch-chosen-models.ts';

test('finds no problem if there is enough memory and disk space', () => {
  expect(findRoomProblem('The model', { memoryBytes: 3e9, diskBytes: 4e9 })).toBeUndefined();
});

test.each([
  { memoryBytes: 2.9e9, diskBytes: 40e9 },
  { memoryBytes: 16e9, diskBytes: 3.9e9 },
])('reports the required and the free space: $memoryBytes and $diskBytes bytes', (free) => {
  const problem = findRoomProblem('The model', free);
  if (problem === undefined) expect.fail('It should have found a problem.');
  const words = wordMessage(problem);
  expect(words).toContain('3 GB of free memory and 4 GB of free disk space');
  expect(words).toContain(
    `${(free.memoryBytes / 1e9).toFixed(1)} GB and ${(free.diskBytes / 1e9).toFixed(1)} GB`,
  );
});
