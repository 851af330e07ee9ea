import { useCallback, useState } from 'react';

/** Selections by lesson while the tab is open: whoever looks up the evidence of a question comes back to theirs. */
const kept = new Map<number, ReadonlySet<number>>();

export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** The same function always. */
  readonly select: (id: number, isSelected: boolean) => void;
  readonly replace: (ids: Iterable<number>) => void;
}

export function useSelection(lessonId: number): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(() => kept.get(lessonId) ?? new Set());
  const change = useCallback(
    (next: (ids: ReadonlySet<number>) => ReadonlySet<number>) => {
      setIds((before) => {
        const after = next(before);
        kept.set(lessonId, after);
        return after;
      });
    },
    [lessonId],
  );
  const select = useCallback(
    (id: number, isSelected: boolean) => {
      change((before) => {
        const after = new Set(before);
        if (isSelected) after.add(id);
        else after.delete(id);
        return after;
      });
    },
    [change],
  );
  const replace = useCallback(
    (chosen: Iterable<number>) => {
      change(() => new Set(chosen));
    },
    [change],
  );
  return { ids, select, replace };
}
