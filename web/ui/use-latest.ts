import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * The latest rendered value, for a function whose identity must not change while the user types. It is current as soon as the
 * rendering is visible: a key that is pressed at once must not run a function of the rendering before.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
