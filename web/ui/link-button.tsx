import type { ReactNode } from 'react';
import classes from './link-button.module.css';
import { Link } from './link.tsx';

/**
 * A link that looks like a button, in plain CSS: the first screen shows little else, and the component library's
 * button would bring six times its weight.
 */
export function LinkButton({
  to,
  look = 'filled',
  size = 'medium',
  children,
}: {
  to: string;
  look?: 'filled' | 'outlined' | 'quiet';
  size?: 'medium' | 'large';
  children: ReactNode;
}) {
  return (
    <Link to={to} className={classes.button} data-look={look} data-size={size}>
      {children}
    </Link>
  );
}
