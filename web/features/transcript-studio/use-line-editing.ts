import { useCallback, useMemo, useRef, useState } from 'react';
import {
  mergeCues,
  rewriteCue,
  secondAt,
  splitCue,
  splitWords,
} from '#contract/transcript-editing/words-of-cue.ts';
import { findDoubtful } from './doubtful-words.ts';
import { findSpoken, type StudioClock } from './studio-clock.ts';
import type { Studio } from './studio.ts';

/** The line that is edited, and what to select in it when it is opened. */
export interface OpenLine {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  /** Opened again, the same line selects again. */
  readonly opening: number;
}

/** What the keys and buttons of a line do. Each is given the line's text as it is in its field. */
export interface LineActions {
  /** @param opening of the line: what is typed without a pause is undone together */
  write: (index: number, text: string, opening: number) => void;
  open: (index: number, start: number, end?: number) => void;
  /** The line keeps the focus. */
  close: (index: number) => void;
  /** Makes this the line that Tab reaches. */
  reach: (index: number, options?: { takesFocus: boolean }) => void;
  /** Plays a line, from a character of it. */
  play: (index: number, offset?: number) => void;
  /** Opens and plays the next line, or the one before. False at either end. */
  move: (index: number, step: 1 | -1) => boolean;
  split: (index: number, text: string, offset: number) => void;
  mergeWithNext: (index: number) => void;
  mergeWithPrevious: (index: number) => void;
  remove: (index: number, options?: { opensNext: boolean }) => void;
  undo: () => void;
  redo: () => void;
  goToDoubtful: (from: { index: number; offset: number }, step: 1 | -1) => void;
}

/** Of the lines that are not edited, the one that Tab reaches. */
export interface ReachedLine {
  readonly index: number;
  /** Changes when the line is to get the focus. */
  readonly focusing: number;
}

/** A word is heard better with what comes before it. */
const LEAD_SECONDS = 0.7;

export function useLineEditing(
  studio: Studio,
  clock: StudioClock,
  {
    first,
    onRefused,
  }: {
    /** What to open at first; undefined to move the focus to the line that is spoken. */
    first: Omit<OpenLine, 'opening'> | undefined;
    /** Called when a key requests something that is not possible. */
    onRefused: (reason: 'line_too_short' | 'last_line' | 'no_doubtful_word') => void;
  },
): { openLine: OpenLine | undefined; reached: ReachedLine; actions: LineActions } {
  const [openLine, setOpenLine] = useState<OpenLine | undefined>(() =>
    first === undefined || studio.getState().cues[first.index] === undefined
      ? undefined
      : { ...first, opening: 0 },
  );
  const [reached, setReached] = useState<ReachedLine>(() => ({
    index: openLine?.index ?? Math.max(0, findSpoken(studio.getState().cues, clock.getSecond())),
    focusing: openLine === undefined ? 1 : 0,
  }));
  const lastOpening = useRef(0);
  const open = useCallback((index: number, start: number, end = start): void => {
    lastOpening.current += 1;
    setOpenLine({ index, start, end, opening: lastOpening.current });
    setReached((before) => ({ ...before, index }));
  }, []);
  const actions = useMemo((): LineActions => {
    const cueAt = (index: number) => studio.getState().cues[index];
    const replace = (at: number, remove: number, insert: ReturnType<typeof cueAt>[]): boolean =>
      studio.edit([{ kind: 'splice', at, remove, insert: insert.filter((cue) => cue !== undefined) }]);
    const play = (index: number, offset = 0): void => {
      const cue = cueAt(index);
      if (cue !== undefined) clock.playPart(secondAt(cue, offset), cue.end_second);
    };
    const remove = (index: number, { opensNext } = { opensNext: true }): void => {
      if (studio.getState().cues.length === 1) {
        onRefused('last_line');
        return;
      }
      replace(index, 1, []);
      if (opensNext) open(Math.min(index, studio.getState().cues.length - 1), 0);
    };
    const merge = (index: number): void => {
      const [first, second] = [cueAt(index), cueAt(index + 1)];
      if (first === undefined || second === undefined) return;
      replace(index, 2, [mergeCues(first, second)]);
      open(index, first.text.trim().length + 1);
    };
    const reach = (index: number, { takesFocus } = { takesFocus: false }): void => {
      if (index < 0 || index >= studio.getState().cues.length) return;
      setReached(({ focusing }) => ({ index, focusing: takesFocus ? focusing + 1 : focusing }));
    };
    const openChanged = (index: number | undefined): void => {
      if (index !== undefined) open(Math.min(index, studio.getState().cues.length - 1), 0);
    };
    return {
      open,
      play,
      remove,
      write: (index, text, opening) => {
        const cue = cueAt(index);
        if (cue === undefined) return;
        const rewritten = rewriteCue(cue, text);
        if (rewritten.text === cue.text) return;
        studio.edit([{ kind: 'splice', at: index, remove: 1, insert: [rewritten] }], `${opening}`);
      },
      close: (index) => {
        setOpenLine(undefined);
        reach(index, { takesFocus: true });
      },
      reach,
      move: (index, step) => {
        const next = cueAt(index + step);
        if (next === undefined) return false;
        open(index + step, 0);
        play(index + step);
        return true;
      },
      split: (index, text, offset) => {
        const cue = cueAt(index);
        const parts =
          cue === undefined ? undefined : splitCue(cue, splitWords(text.slice(0, offset)).join(' ').length);
        if (parts === undefined) {
          onRefused('line_too_short');
          return;
        }
        replace(index, 1, parts);
        open(index + 1, 0);
      },
      mergeWithNext: merge,
      mergeWithPrevious: (index) => merge(index - 1),
      undo: () => openChanged(studio.undo()),
      redo: () => openChanged(studio.redo()),
      goToDoubtful: (from, step) => {
        const { cues } = studio.getState();
        const found = findDoubtful(cues, from, step);
        if (found === undefined) {
          onRefused('no_doubtful_word');
          return;
        }
        const { index, word } = found;
        open(index, word.start, word.end);
        const cue = cues[index];
        if (cue !== undefined)
          clock.playPart(Math.max(cue.start_second, word.startSecond - LEAD_SECONDS), cue.end_second);
      },
    };
  }, [studio, clock, onRefused, open]);
  return { openLine, reached, actions };
}
