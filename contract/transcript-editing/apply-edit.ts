import type { EditStep } from './edits.ts';
import { toMilliseconds, type Cue } from './words-of-cue.ts';

/** Changes the list in place and returns the step that undoes it; undefined when the step does not fit the cues. */
function applyStep(cues: Cue[], step: EditStep): EditStep | undefined {
  return step.kind === 'splice' ? spliceCues(cues, step) : shiftCues(cues, step);
}

function spliceCues(
  cues: Cue[],
  { at, remove, insert }: Extract<EditStep, { kind: 'splice' }>,
): EditStep | undefined {
  if (at + remove > cues.length || !insert.every((cue) => cue.start_second < cue.end_second))
    return undefined;
  if (!isOrdered([cues[at - 1], ...insert, cues[at + remove]])) return undefined;
  const removed = cues.splice(at, remove, ...insert);
  return { kind: 'splice', at, remove: insert.length, insert: removed };
}

function shiftCues(
  cues: Cue[],
  { from, count, seconds }: Extract<EditStep, { kind: 'shift' }>,
): EditStep | undefined {
  const first = cues[from];
  const last = cues[from + count - 1];
  if (first === undefined || last === undefined) return undefined;
  const move = (cue: Cue): Cue => ({
    ...cue,
    start_second: toMilliseconds(cue.start_second + seconds),
    end_second: toMilliseconds(cue.end_second + seconds),
  });
  const moved = cues.slice(from, from + count).map(move);
  if (moved.some(({ start_second: start }) => start < 0)) return undefined;
  if (!isOrdered([cues[from - 1], moved[0]]) || !isOrdered([moved.at(-1), cues[from + count]]))
    return undefined;
  cues.splice(from, count, ...moved);
  return { kind: 'shift', from, count, seconds: -seconds };
}

/** Whether each begins no earlier than the one before. Only the cues around a change are asked: imported ones may overlap. */
function isOrdered(cues: readonly (Cue | undefined)[]): boolean {
  const starts = cues.flatMap((cue) => (cue === undefined ? [] : [cue.start_second]));
  return starts.every((start, index) => index === 0 || (starts[index - 1] ?? 0) <= start);
}

/**
 * The cues after an edit, and the steps that undo it. The server and the studio both use it, so that a version means the
 * same cues to both. Undefined when the edit does not fit the cues, or would leave none.
 */
export function applyEdit(
  cues: readonly Cue[],
  steps: readonly EditStep[],
): { cues: Cue[]; inverse: EditStep[] } | undefined {
  const changed = [...cues];
  const inverse: EditStep[] = [];
  for (const step of steps) {
    const undo = applyStep(changed, step);
    if (undo === undefined) return undefined;
    inverse.unshift(undo);
  }
  return changed.length === 0 ? undefined : { cues: changed, inverse };
}
