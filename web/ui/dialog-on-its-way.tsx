import { useLayoutEffect } from 'react';
import { keepFirstKeys } from './keep-first-keys.ts';

export function DialogOnItsWay() {
  useLayoutEffect(keepFirstKeys, []);
  return null;
}
