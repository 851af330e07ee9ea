import { expect, test } from 'vitest';
import { applyEdit } from '#contract/transcript-editing/apply-edit.ts';
import type { EditStep } from '#contract/transcript-editing/edits.ts';
import type { PendingEdit } from './kept-edits.ts';
import { rebaseEdits } from './rebase-edits.ts';

const line = (index: number, text = `Line ${index}`) => ({
  start_second: index,
  end_second: index + 1,
  text,
});
const cues = Array.from({ length: 5 }, (_, index) => line(index));

function makeEdits(...all: EditStep[][]): PendingEdit[] {
  let current: ReturnType<typeof line>[] = cues;
  return all.map((steps, index) => {
    const applied = applyEdit(current, steps);
    if (applied === undefined) throw new Error('An edit of the test does not fit.');
    current = applied.cues;
    return { id: `edit-${index}`, steps, inverse: applied.inverse };
  });
}

const rewrite = (at: number, text: string): EditStep => ({
  kind: 'splice',
  at,
  remove: 1,
  insert: [line(at, text)],
});

test('edits are made again where their lines are now', () => {
  const edits = makeEdits([rewrite(3, 'Mine')], [rewrite(3, 'Mine, again')]);
  const newer = [line(0, 'Theirs'), ...cues.slice(2)];
  const { cues: after, edits: made, lost } = rebaseEdits(edits, newer);
  expect(after.map(({ text }) => text)).toEqual(['Theirs', 'Line 2', 'Mine, again', 'Line 4']);
  expect(lost).toEqual([]);
  expect(made.map(({ id }) => id)).not.toContain('edit-0');
  expect(
    applyEdit(
      after,
      made.toReversed().flatMap(({ inverse }) => inverse),
    )?.cues,
  ).toEqual(newer);
});

test('edits of a line that was changed elsewhere are not made, and the last of what they wrote is returned', () => {
  const edits = makeEdits([rewrite(1, 'Mine')], [rewrite(1, 'Mine, again')], [rewrite(4, 'Kept')]);
  const newer = cues.with(1, line(1, 'Theirs'));
  const { cues: after, lost } = rebaseEdits(edits, newer);
  expect(after.map(({ text }) => text)).toEqual(['Line 0', 'Theirs', 'Line 2', 'Line 3', 'Kept']);
  expect(lost).toEqual(['Mine, again']);
});

test('a split and a merge are made again', () => {
  const edits = makeEdits(
    [
      {
        kind: 'splice',
        at: 2,
        remove: 1,
        insert: [
          { ...line(2, 'a'), end_second: 2.5 },
          { ...line(2, 'b'), start_second: 2.5 },
        ],
      },
    ],
    [
      {
        kind: 'splice',
        at: 3,
        remove: 2,
        insert: [{ ...line(2, 'b Line 3'), start_second: 2.5, end_second: 4 }],
      },
    ],
  );
  const { cues: after, lost } = rebaseEdits(edits, cues.slice(1));
  expect(after.map(({ text }) => text)).toEqual(['Line 1', 'a', 'b Line 3', 'Line 4']);
  expect(lost).toEqual([]);
});

test('times are not moved again', () => {
  const edits = makeEdits([{ kind: 'shift', from: 0, count: 5, seconds: 1 }]);
  expect(rebaseEdits(edits, cues)).toMatchObject({ edits: [], cues });
});
