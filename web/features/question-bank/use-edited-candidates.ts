import { useCallback, useState } from 'react';
import { editIdOf } from './bank-ids.ts';

/** Which candidates are being edited. The functions are always the same. */
export function useEditedCandidates(focus: (id: string) => void) {
  const [editingIds, setEditingIds] = useState<ReadonlySet<number>>(new Set());
  const startEditing = useCallback((id: number) => {
    setEditingIds((ids) => new Set([...ids, id]));
  }, []);
  const stopEditing = useCallback(
    (id: number) => {
      setEditingIds((ids) => new Set([...ids].filter((each) => each !== id)));
      focus(editIdOf(id));
    },
    [focus],
  );
  return { editingIds, startEditing, stopEditing };
}
