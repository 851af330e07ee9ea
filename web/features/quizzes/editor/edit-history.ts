import type { KeyboardEvent } from 'react';
import type { EditorQuestion } from './editor-question.ts';

/** The kind of an edit, for the announcement of its undo. */
export type EditName =
  | 'add'
  | 'delete'
  | 'details'
  | 'dismiss'
  | 'evidence'
  | 'key'
  | 'move'
  | 'options'
  | 'regenerate'
  | 'restore'
  | 'restoreIssue'
  | 'text';

export interface Edit {
  readonly name: EditName;
  /** The edited question; null for an edit of the whole set. */
  readonly questionKey: string | null;
}

interface Step extends Edit {
  readonly questions: readonly EditorQuestion[];
}

export interface EditHistory {
  readonly present: readonly EditorQuestion[];
  /** What stood before each edit, oldest first. */
  readonly past: readonly Step[];
  /** What stood before each undo, the one to redo first at the end. */
  readonly future: readonly Step[];
  /** Continuous typing belongs to the open step. */
  readonly open: { readonly group: string; readonly atMilliseconds: number } | null;
  /** The last event, numbered so that a repeated one is announced again. */
  readonly last: (Edit & { readonly kind: 'edited' | 'undone' | 'redone'; readonly serial: number }) | null;
}

export type HistoryAction =
  | (Edit & {
      readonly kind: 'edit';
      readonly change: (questions: readonly EditorQuestion[]) => readonly EditorQuestion[];
      /** Edits of one group, each soon after the other, are undone together. */
      readonly group?: string;
      readonly atMilliseconds: number;
    })
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  | { readonly kind: 'load'; readonly questions: readonly EditorQuestion[] };

/** A pause in typing after which a new step begins. */
const PAUSE_MILLISECONDS = 1_500;
const MOST_STEPS = 300;

export const beginHistory = (questions: readonly EditorQuestion[]): EditHistory => ({
  present: questions,
  past: [],
  future: [],
  open: null,
  last: null,
});

/** The questions, and every step back and forth between what they were. */
export function reduceHistory(history: EditHistory, action: HistoryAction): EditHistory {
  switch (action.kind) {
    case 'load':
      return beginHistory(action.questions);
    case 'undo':
      return stepBack(history);
    case 'redo':
      return stepForth(history);
    case 'edit':
      return edit(history, action);
  }
}

function edit(history: EditHistory, action: HistoryAction & { kind: 'edit' }): EditHistory {
  const { name, questionKey, group, atMilliseconds } = action;
  const questions = action.change(history.present);
  if (questions === history.present) return history;
  const goesOn =
    group !== undefined &&
    history.open?.group === group &&
    atMilliseconds - history.open.atMilliseconds < PAUSE_MILLISECONDS;
  return {
    present: questions,
    past: goesOn
      ? history.past
      : [...history.past, { name, questionKey, questions: history.present }].slice(-MOST_STEPS),
    future: [],
    open: group === undefined ? null : { group, atMilliseconds },
    last: { kind: 'edited', name, questionKey, serial: serialAfter(history) },
  };
}

function stepBack(history: EditHistory): EditHistory {
  const step = history.past.at(-1);
  if (step === undefined) return history;
  const { name, questionKey } = step;
  return {
    present: step.questions,
    past: history.past.slice(0, -1),
    future: [...history.future, { name, questionKey, questions: history.present }],
    open: null,
    last: { kind: 'undone', name, questionKey, serial: serialAfter(history) },
  };
}

function stepForth(history: EditHistory): EditHistory {
  const step = history.future.at(-1);
  if (step === undefined) return history;
  const { name, questionKey } = step;
  return {
    present: step.questions,
    past: [...history.past, { name, questionKey, questions: history.present }],
    future: history.future.slice(0, -1),
    open: null,
    last: { kind: 'redone', name, questionKey, serial: serialAfter(history) },
  };
}

const serialAfter = ({ last }: EditHistory): number => (last?.serial ?? 0) + 1;

/** The step that the keys ask for; undefined in a field with its own undo. */
export function stepOfKeys({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent) {
  const pressed = key.toLowerCase();
  if (!(ctrlKey || metaKey) || altKey || (pressed !== 'z' && pressed !== 'y')) return undefined;
  if (target instanceof HTMLElement && target.closest('[data-own-undo]') !== null) return undefined;
  return pressed === 'y' || shiftKey ? 'redo' : 'undo';
}
