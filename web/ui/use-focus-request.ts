import { useCallback, useEffect, useState } from 'react';

/**
 * Answers a function that moves the focus to the element with the given id once the screen is drawn: after a dialog
 * that closes in the same step, for example, where keyboard users would otherwise be sent to the top.
 */
export function useFocusRequest(): (id: string) => void {
  // An object, so that the same element can be asked for twice.
  const [wanted, setWanted] = useState<{ id: string }>();
  useEffect(() => {
    if (wanted !== undefined) document.getElementById(wanted.id)?.focus();
  }, [wanted]);
  return useCallback((id: string) => setWanted({ id }), []);
}
