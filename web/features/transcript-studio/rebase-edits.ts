import { applyEdit } from '#contract/transcript-editing/apply-edit.ts';
import type { EditStep } from '#contract/transcript-editing/edits.ts';
import type { Cue } from '#contract/transcript-editing/words-of-cue.ts';
import type { PendingEdit } from './kept-edits.ts';
import { newId } from '#web/ui/new-id.ts';

type Splice = Extract<EditStep, { kind: 'splice' }>;

export interface Rebased {
  readonly edits: PendingEdit[];
  readonly cues: readonly Cue[];
  /** What was written in lines that are not there any more as they were. */
  readonly lost: string[];
}

/**
 * Reapplies edits to cues that have been changed elsewhere, if their lines are unchanged, wherever these are now. Returns the text
 * of the edits that it could not reapply.
 */
export function rebaseEdits(edits: readonly PendingEdit[], cues: readonly Cue[]): Rebased {
  const made: PendingEdit[] = [];
  let lost: string[] = [];
  let current = cues;
  for (const edit of edits) {
    const rebased = rebaseEdit(edit, current);
    if (rebased === undefined) {
      // Only the last of what was written in a line.
      const replaced = new Set(listTexts(edit.inverse));
      lost = [...lost.filter((text) => !replaced.has(text)), ...listTexts(edit.steps)];
      continue;
    }
    current = rebased.cues;
    // Another edit than the one that was rejected.
    made.push({ id: newId(), steps: rebased.steps, inverse: rebased.inverse });
  }
  return { edits: made, cues: current, lost };
}

function rebaseEdit(
  { steps, inverse }: PendingEdit,
  cues: readonly Cue[],
): { steps: EditStep[]; inverse: EditStep[]; cues: Cue[] } | undefined {
  let current: readonly Cue[] = cues;
  const found: EditStep[] = [];
  for (const [index, step] of steps.entries()) {
    // The steps that undo an edit are in the opposite order.
    const undo = inverse[steps.length - 1 - index];
    // What was moved in time is not known by its words.
    if (step.kind !== 'splice' || undo?.kind !== 'splice' || undo.insert.length === 0) return undefined;
    const at = findLines(current, undo.insert, step.at);
    if (at === undefined) return undefined;
    const moved: Splice = { ...step, at };
    const applied = applyEdit(current, [moved]);
    if (applied === undefined) return undefined;
    current = applied.cues;
    found.push(moved);
  }
  const whole = applyEdit(cues, found);
  return whole === undefined ? undefined : { steps: found, ...whole };
}

/** Where these lines are, the nearest to an index. */
function findLines(cues: readonly Cue[], lines: readonly Cue[], near: number): number | undefined {
  let best: number | undefined;
  for (let at = 0; at + lines.length <= cues.length; at += 1) {
    if (!lines.every((line, index) => isSame(line, cues[at + index]))) continue;
    if (best === undefined || Math.abs(at - near) < Math.abs(best - near)) best = at;
  }
  return best;
}

const isSame = (one: Cue, other: Cue | undefined): boolean =>
  other !== undefined &&
  one.text === other.text &&
  one.start_second === other.start_second &&
  one.end_second === other.end_second;

const listTexts = (steps: readonly EditStep[]): string[] =>
  steps.flatMap((step) => (step.kind === 'splice' ? step.insert.map(({ text }) => text) : []));
