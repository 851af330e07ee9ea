import { useCallback, useLayoutEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { useUnsavedWork, type UnsavedWork } from './unsaved-work.ts';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A tab may run an older version of the form than the one that kept the values. */
export function isLike<Values>(initial: Values, kept: unknown): kept is Values {
  if (kept === null || Array.isArray(kept) !== Array.isArray(initial)) return false;
  if (typeof initial !== 'object' || initial === null) return typeof kept === typeof initial;
  if (typeof kept !== 'object') return false;
  return Array.isArray(kept) || Object.keys(kept).every((key) => key in initial);
}

/**
 * Like `useState`, for input in a form, which is registered as unsaved work; not for passwords, which are never kept.
 * Call the third function when the current input is saved or sent, with that input if more may have been typed since.
 * @param options.write what of the values can be kept, where not all of them are JSON
 * @param options.read the values from what was kept
 */
export function useTyped<Values>(
  form: string,
  initial: Values | (() => Values),
  {
    write = (values) => values,
    read = (values) => values,
    onLeave = 'ask',
  }: {
    write?: (values: Values) => Values;
    read?: (values: Values) => Values;
    onLeave?: UnsavedWork['onLeave'];
  } = {},
): [Values, Dispatch<SetStateAction<Values>>, (sent?: Values) => void] {
  const [first] = useState(initial);
  const saved = useRef(first);
  const current = useRef(first);
  const draft = useUnsavedWork(form, {
    onLeave,
    read: () => {
      const typed = write(current.current);
      return isSame(typed, write(saved.current)) ? undefined : typed;
    },
  });
  const [values, setValues] = useState(() =>
    isLike(first, draft)
      ? read(typeof draft === 'object' && !Array.isArray(draft) ? { ...first, ...draft } : draft)
      : first,
  );
  // Not after painting: on a busy machine a key or a click would come first.
  useLayoutEffect(() => {
    current.current = values;
  }, [values]);
  const settle = useCallback((sent = current.current) => {
    saved.current = sent;
  }, []);
  return [values, setValues, settle];
}
