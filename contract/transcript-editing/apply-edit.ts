import type { EditStep } from './edits.ts';
import type { Cue } from './words-of-cue.ts';

/** Changes the list in place and returns the step that undoes it; undefined when the step does not fit the cues. */
function applyStep(cues: Cue[], { at, remove, insert }: EditStep): EditStep | undefined {
  if (at + remove > cues.length || !insert.every((cue) => cue.start_second < cue.end_second))
    return undefined;
  if (!isOrdered([cues[at - 1], ...insert, cues[at + remove]])) return undefined;
  const removed = cues.splice(at, remove, ...insert);
  return { at, remove: insert.length, insert: removed };
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
