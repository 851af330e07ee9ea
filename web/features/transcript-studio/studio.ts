import { applyEdit } from '#contract/transcript-editing/apply-edit.ts';
import type { EditableTranscript, EditStep } from '#contract/transcript-editing/edits.ts';
import type { Cue } from '#contract/transcript-editing/words-of-cue.ts';
import { createEditQueue, type SavingState, type SendEdits } from './edit-queue.ts';
import type { PendingEdit } from './kept-edits.ts';
import { newId } from '#web/ui/new-id.ts';

export interface StudioState {
  readonly cues: readonly Cue[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly saving: SavingState;
  /** Edits that the server has not stored. */
  readonly unsavedCount: number;
}

/** An opened transcript: its cues, what was done to them, and the edits on their way to the server. */
export interface Studio {
  readonly getState: () => StudioState;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Makes an edit. False when it does not fit, for example when a line would begin before the one above it.
   * @param typing names the line that is being typed: what is typed without a pause is one edit
   */
  readonly edit: (steps: readonly EditStep[], typing?: string) => boolean;
  /** Returns the index of the first line that changed; undefined when there is nothing to undo. */
  readonly undo: () => number | undefined;
  readonly redo: () => number | undefined;
  readonly flush: () => Promise<void>;
  /** What the server has not stored, and the version that it has. */
  readonly listPending: () => { version: number; pending: readonly PendingEdit[] };
  readonly close: () => void;
  /** Closes it without what the server has not stored. */
  readonly discard: () => void;
}

interface Done {
  readonly steps: readonly EditStep[];
  readonly inverse: readonly EditStep[];
  readonly typing: string | undefined;
  readonly atMilliseconds: number;
}

/** What is typed after a longer pause is undone by itself. */
const PAUSE_MILLISECONDS = 800;

const MOST_UNDONE = 1_000;

export function openStudio(
  transcript: EditableTranscript,
  send: SendEdits,
  /** Edits of an earlier tab, which are made again. */
  earlier: readonly PendingEdit[] = [],
): Studio {
  const listeners = new Set<() => void>();
  let cues: readonly Cue[] = transcript.cues;
  let undoable: readonly Done[] = [];
  let redoable: readonly Done[] = [];
  const announce = (): void => {
    state = describe();
    for (const listener of listeners) listener();
  };
  const queue = createEditQueue(transcript.transcription_id, transcript.version, send, announce);
  const describe = (): StudioState => ({
    cues,
    canUndo: undoable.length > 0,
    canRedo: redoable.length > 0,
    saving: queue.state,
    unsavedCount: queue.count,
  });
  // Before edits of an earlier tab are made again: each is announced.
  let state = describe();

  const make = (steps: readonly EditStep[], typing?: string): Done | undefined => {
    const applied = applyEdit(cues, steps);
    if (applied === undefined) return undefined;
    cues = applied.cues;
    queue.add({ id: newId(), steps, inverse: applied.inverse }, typing);
    return { steps, inverse: applied.inverse, typing, atMilliseconds: performance.now() };
  };
  for (const { steps } of earlier) {
    const done = make(steps);
    if (done !== undefined) undoable = [...undoable, done];
  }
  state = describe();

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit: (steps, typing) => {
      const done = make(steps, typing);
      if (done === undefined) return false;
      const last = undoable.at(-1);
      const continues =
        typing !== undefined &&
        last?.typing === typing &&
        done.atMilliseconds - last.atMilliseconds < PAUSE_MILLISECONDS;
      undoable = continues
        ? [...undoable.slice(0, -1), { ...done, inverse: last.inverse }]
        : [...undoable.slice(-MOST_UNDONE), done];
      redoable = [];
      announce();
      return true;
    },
    undo: () => {
      const last = undoable.at(-1);
      if (last === undefined || make(last.inverse) === undefined) return undefined;
      undoable = undoable.slice(0, -1);
      redoable = [...redoable, last];
      announce();
      return firstLineOf(last.inverse);
    },
    redo: () => {
      const next = redoable.at(-1);
      if (next === undefined || make(next.steps) === undefined) return undefined;
      redoable = redoable.slice(0, -1);
      undoable = [...undoable, next];
      announce();
      return firstLineOf(next.steps);
    },
    flush: queue.flush,
    listPending: () => ({ version: queue.version, pending: queue.pending }),
    close: queue.close,
    discard: queue.discard,
  };
}

const firstLineOf = (steps: readonly EditStep[]): number =>
  Math.min(...steps.map((step) => (step.kind === 'splice' ? step.at : step.from)));
