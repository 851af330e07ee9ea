import { useEffect, useRef, type RefObject } from 'react';

/** The latest rendered value, for a function whose identity must not change while the user types. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
