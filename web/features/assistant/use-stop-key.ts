import { useEffect } from 'react';
import { useLatest } from '../../ui/use-latest.ts';

/** What takes Escape for itself. */
const TAKES_ESCAPE = '[role="dialog"], [role="menu"], [role="combobox"], [role="listbox"]';

/** Escape stops what is being written, wherever the focus is, unless something open takes the key. */
export function useStopKey(isWriting: boolean, stop: () => void): void {
  const latest = useLatest(stop);
  useEffect(() => {
    if (!isWriting) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (event.target instanceof Element && event.target.closest(TAKES_ESCAPE) !== null) return;
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [isWriting, latest]);
}
