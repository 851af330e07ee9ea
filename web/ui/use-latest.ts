import { useEffect, useRef, type RefObject } from 'react';

/** The value as it was drawn last, for a function that is to stay the same whatever is typed meanwhile. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
