import type { ReactNode } from 'react';
import { PageTitle } from '#web/ui/page-title.tsx';
import classes from './accounts.module.css';

/** The card of the screens that need no session: login, registration, password reset. */
export function AccountFrame({
  title,
  text,
  children,
  footer,
}: {
  title: string;
  text: string;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <PageTitle>{title}</PageTitle>
        <p className={classes.lead}>{text}</p>
        {children}
        {footer !== undefined && footer !== false && <p className={classes.footer}>{footer}</p>}
      </div>
    </div>
  );
}
