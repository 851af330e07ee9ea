import type { ReactNode } from 'react';
import classes from './drawing.module.css';

/** A line drawing of an empty state: ink lines, one lapis accent, nothing for those who listen. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 160 120" width="160" height="120" aria-hidden="true">
      {children}
    </svg>
  );
}
