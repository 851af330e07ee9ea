import { useLayoutEffect } from 'react';
import { keepFirstKeys } from './keep-first-keys.ts';

/** In place of a dialog that is being loaded. */
export function DialogOnItsWay() {
  useLayoutEffect(keepFirstKeys, []);
  return null;
}
